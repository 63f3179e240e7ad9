/** Tables in a list: those where somebody is missing, and those that are played. */

import { joinOffer } from "../api/offers";
import { useDeed } from "../ask";
import { Problem } from "../form";
import { t } from "../i18n";
import { Icon } from "../icons";
import { useName } from "../name-ask";
import { Face } from "../person";
import { go } from "../route";
import { refresh } from "../session";
import { termsWords } from "../terms";
import type { Offer, OfferSeat, Running } from "../wire";
import type { Lobby } from "./store";

function SeatMark({ seat }: { seat: OfferSeat | null }) {
  if (!seat) return <span class="tile lacking" aria-hidden="true" />;
  const { person, bot, name } = seat;
  return <Face id={person?.id ?? null} name={name} kind={bot ? "bot" : (person?.kind ?? "guest")} />;
}

function OpenTable({ offer }: { offer: Offer }) {
  const { problem, busy, run } = useDeed();
  const taken = offer.seats.filter((seat) => seat !== null);
  const join = async (name: string | null) => {
    await joinOffer(offer.id, name);
    await refresh();
    go(`/t/${offer.id}`);
  };
  const { withName, dialog } = useName(t("join"), (name) => void run(() => join(name)));
  return (
    <li class="open-table" data-testid={`lobby-open-${offer.id}`} data-taken={taken.length}>
      <span class="marks">
        {offer.seats.map((seat, i) => (
          <SeatMark key={i} seat={seat} />
        ))}
      </span>
      <span class="open-about">
        <b>{offer.name ?? t("table-of", { name: offer.owner.name })}</b>
        <span class="sr">
          {t("open-seats", { n: taken.length, of: offer.players })}:{" "}
          {taken.map(({ name }) => name).join(", ")}
        </span>
        <small>{termsWords(offer).join(" · ")}</small>
      </span>
      {offer.mine === null ? (
        <button
          type="button"
          class="primary"
          data-testid={`join-${offer.id}`}
          disabled={busy}
          onClick={withName}
        >
          {t("join")}
        </button>
      ) : (
        <a class="second" href={`/t/${offer.id}`}>
          {t("open-mine")}
        </a>
      )}
      <Problem words={problem} />
      {dialog}
    </li>
  );
}

export function OpenTables({ lobby }: { lobby: Lobby }) {
  const offers = lobby.offers.value;
  if (offers === null) return <p class="hint">{t("loading")}</p>;
  if (offers.length === 0) return <p class="hint nothing">{t("lobby-none")}</p>;
  return (
    <ul class="open-tables" role="list">
      {offers.map((offer) => (
        <OpenTable key={offer.id} offer={offer} />
      ))}
    </ul>
  );
}

export function PlayedTables({ running }: { running: readonly Running[] }) {
  if (running.length === 0) return null;
  return (
    <section aria-labelledby="played-title">
      <header class="list-head">
        <h2 id="played-title">{t("lobby-played")}</h2>
      </header>
      <ul class="open-tables" role="list">
        {running.map(({ id, players, limit, rated }) => (
          <li key={id} class="open-table in-play">
            <span class="open-about">
              <b>{players.join(", ")}</b>
              <small>
                {[
                  ...(limit > 0 ? [t("terms-limit", { limit })] : []),
                  ...(rated ? [t("terms-rated")] : []),
                ].join(" · ")}
              </small>
            </span>
            <a class="second" href={`/t/${id}`} data-testid={`watch-${id}`}>
              <Icon name="eye" /> {t("watch")}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
