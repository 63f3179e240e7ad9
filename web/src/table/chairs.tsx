/** The chairs of a table that has not begun: who sits there, what is free, and a bot for a free one. */

import { seatBot } from "../api/offers";
import { useDeed } from "../ask";
import { Problem } from "../form";
import { t } from "../i18n";
import { Icon } from "../icons";
import { Face } from "../person";
import type { Offer, OfferSeat } from "../wire";

interface ChairProps {
  offer: Offer;
  seat: number;
  taken: OfferSeat | null;
  /** Changes a bot's chair; absent for who may not. */
  onBot: ((level: Offer["level"] | null) => void) | undefined;
}

function noteOf(offer: Offer, seat: number, { person, bot }: OfferSeat): string {
  if (bot) return t(`level-${bot}`);
  const notes = [
    ...(seat === offer.mine ? [t("you")] : []),
    ...(person?.id === offer.owner.id ? [t("chair-host")] : []),
    ...(person?.kind === "bot" ? [t("seat-bot")] : []),
    ...(person?.rating ? [String(person.rating)] : []),
  ];
  return notes.join(" · ");
}

function Free({ seat, offer, onBot }: Omit<ChairProps, "taken">) {
  return (
    <li class="chair free" data-testid={`seat-${seat}`} data-taken="no">
      <span class="tile lacking" aria-hidden="true" />
      <span class="chair-name">{t("chair-free")}</span>
      {onBot && (
        <button
          type="button"
          class="chair-key"
          data-testid={`add-bot-${seat}`}
          onClick={() => onBot(offer.level)}
        >
          <Icon name="plus" /> {t("chair-bot")}
        </button>
      )}
    </li>
  );
}

function Chair({ offer, seat, taken, onBot }: ChairProps) {
  if (!taken) return <Free seat={seat} offer={offer} onBot={onBot} />;
  const { person, bot, name } = taken;
  const mine = seat === offer.mine;
  return (
    <li
      class={`chair ${mine ? "mine" : ""}`}
      data-testid={`seat-${seat}`}
      data-taken={bot ? "bot" : "person"}
      data-name={name}
    >
      <Face id={person?.id ?? null} name={name} kind={bot ? "bot" : (person?.kind ?? "guest")} />
      {person && !mine ? (
        <a class="chair-name" href={`/p/${person.id}`} target="_blank" rel="noopener">
          {name}
        </a>
      ) : (
        <span class="chair-name">{name}</span>
      )}
      <small>{noteOf(offer, seat, taken)}</small>
      {bot && onBot && (
        <button
          type="button"
          class="chair-key"
          data-testid={`drop-bot-${seat}`}
          aria-label={t("chair-no-bot", { name })}
          onClick={() => onBot(null)}
        >
          <Icon name="close" />
        </button>
      )}
    </li>
  );
}

export function Chairs({ offer }: { offer: Offer }) {
  const { problem, run } = useDeed();
  const mine = offer.seats[offer.mine ?? -1];
  const owns = mine?.person?.id === offer.owner.id;
  return (
    <>
      <ol class={`chairs of-${offer.seats.length}`} role="list" aria-label={t("chairs")}>
        {offer.seats.map((taken, seat) => (
          <Chair
            key={seat}
            offer={offer}
            seat={seat}
            taken={taken}
            onBot={owns ? (level) => void run(() => seatBot(offer.id, seat, level)) : undefined}
          />
        ))}
      </ol>
      <Problem words={problem} />
    </>
  );
}
