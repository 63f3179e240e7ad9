/** A table that waits for its players: who sits there, how others come, and what to do when nobody does. */
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { fillOffer, joinOffer, leaveOffer } from "../api/offers";
import { useDeed } from "../ask";
import { Problem } from "../form";
import { namesWords } from "../format";
import { t } from "../i18n";
import { Icon } from "../icons";
import { Page } from "../layout";
import { keepName, lastName, NameField, needsName } from "../name-ask";
import { go } from "../route";
import { refresh } from "../session";
import { TalkPanel } from "../talk/panel";
import { termsWords } from "../terms";
import type { Offer } from "../wire";
import { Chairs } from "./chairs";
import { Invite } from "./invite";
import type { Table } from "./store";

/** After so long without a player, bots are offered to who looks for anybody. */
const PATIENCE_MS = 15_000;

interface Props {
  table: Table;
  offer: Offer;
}

const free = ({ seats }: Offer) => seats.filter((seat) => seat === null).length;

/** Whether it has taken too long since this page opened. */
function useImpatience(looking: boolean): boolean {
  const late = useSignal(false);
  useEffect(() => {
    if (!looking) return;
    const timer = setTimeout(() => {
      late.value = true;
    }, PATIENCE_MS);
    return () => clearTimeout(timer);
  }, [looking]);
  return late.value;
}

function Join({ offer }: { offer: Offer }) {
  const asks = needsName();
  const name = useSignal(lastName());
  const { problem, busy, run } = useDeed();
  const join = async () => {
    const chosen = asks ? name.value.trim() : "";
    if (chosen) keepName(chosen);
    await joinOffer(offer.id, chosen || null);
    await refresh();
  };
  return (
    <form
      class="join"
      onSubmit={(event) => {
        event.preventDefault();
        void run(join);
      }}
    >
      {asks && (
        <NameField
          name={name.value}
          onInput={(text) => {
            name.value = text;
          }}
        />
      )}
      <button type="submit" class="primary big" data-testid="join" disabled={busy || free(offer) === 0}>
        {t("join")}
      </button>
      <Problem words={problem} />
    </form>
  );
}

/** What a member can do: begin with bots, or go. */
function Deeds({ offer, late }: { offer: Offer; late: boolean }) {
  const { problem, busy, run } = useDeed();
  const leave = async () => {
    await leaveOffer(offer.id);
    await refresh();
    go("/lobby", { replace: true });
  };
  return (
    <div class="deeds">
      {late && <p role="status">{t("quick-late")}</p>}
      {offer.rated && <p>{t("fill-unrated")}</p>}
      <button
        type="button"
        class={late ? "primary" : "second"}
        data-testid="fill-bots"
        disabled={busy}
        onClick={() => void run(() => fillOffer(offer.id))}
      >
        {t("fill-bots", { n: free(offer) })}
      </button>
      <button
        type="button"
        class="quiet"
        data-testid="leave-offer"
        disabled={busy}
        onClick={() => void run(leave)}
      >
        {t("leave-offer")}
      </button>
      <Problem words={problem} />
    </div>
  );
}

/** For whom it waits: by name where they have played together before. */
function waitsWords(offer: Offer): string {
  const { missing } = offer;
  const n = free(offer);
  if (n === 0) return t("waits-begins");
  return missing.length > 0
    ? t("waits-for", { names: namesWords(missing.map(({ name }) => name)) })
    : t("waits", { n });
}

function Head({ offer }: { offer: Offer }) {
  const n = free(offer);
  const title = offer.name ?? (offer.quick ? t("quick") : t("table-of", { name: offer.owner.name }));
  return (
    <header class="waiting-head">
      <h1>{title}</h1>
      <ul class="terms" role="list">
        {termsWords(offer).map((words) => (
          <li key={words}>{words}</li>
        ))}
        {!offer.public && <li>{t("terms-private")}</li>}
      </ul>
      <p class="waits" role="status" data-testid="waits" data-free={n}>
        <span class="pulse" aria-hidden="true">
          <i />
          <i />
          <i />
        </span>
        {waitsWords(offer)}
      </p>
    </header>
  );
}

function Gone() {
  return (
    <Page class="waiting" socket>
      <main class="alone" data-testid="offer-closed">
        <h1>{t("offer-closed")}</h1>
        <p>{t("offer-closed-text")}</p>
        <a class="primary" href="/lobby">
          {t("lobby")}
        </a>
      </main>
    </Page>
  );
}

export function WaitingRoom({ table, offer }: Props) {
  const member = offer.mine !== null;
  const late = useImpatience(member && offer.quick);
  if (offer.state === "closed") return <Gone />;
  return (
    <Page class="waiting" socket>
      <main data-testid="waiting-room">
        <div class="waiting-table">
          <Head offer={offer} />
          <Chairs offer={offer} />
          {member ? <Deeds offer={offer} late={late} /> : <Join offer={offer} />}
        </div>
        {member && <Invite offer={offer} />}
        <section class="waiting-talk" aria-labelledby="talk-title">
          <h2 id="talk-title">
            <Icon name="talk" /> {t("talk")}
          </h2>
          <TalkPanel
            talk={table.talk}
            place={offer.id}
            isMe={table.isMe}
            {...(member ? {} : { closed: t("talk-join-first") })}
          />
        </section>
      </main>
    </Page>
  );
}
