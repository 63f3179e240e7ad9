/** A player at the table: name, points, what is left of the clock, who begins, how many tiles. */
import { useEffect, useState } from "preact/hooks";
import { language, t } from "../i18n";
import { Icon, type IconName } from "../icons";
import { urgent } from "../live";
import { sound } from "../sound";
import type { Rules, Said } from "../wire";
import { clockWords, lineWords } from "../words";
import { type Place, type TableState, timeOf } from "./state";

const RADIUS = 16;
const AROUND = 2 * Math.PI * RADIUS;

/** Milliseconds left, looked at often enough for a ring; null where nothing runs. */
function useTimeLeft(endsAt: number | null): number | null {
  const [left, setLeft] = useState<number | null>(null);
  useEffect(() => {
    if (endsAt === null) return setLeft(null);
    const look = () => setLeft(Math.max(0, endsAt - performance.now()));
    look();
    const timer = setInterval(look, 200);
    return () => clearInterval(timer);
  }, [endsAt]);
  return left;
}

/** Says the last ten seconds of my own turn, and ticks the last five. */
function useHurry(left: number | null, mine: boolean): void {
  const second = left === null || !mine ? null : Math.ceil(left / 1000);
  useEffect(() => {
    if (second === 10) urgent.value = t("urgent-seconds", { n: 10 });
    if (second !== null && second > 0 && second <= 5) sound("hurry");
  }, [second]);
}

interface RingProps {
  name: string;
  /** Who plays instead, or that nobody is there; null for a person at the table. */
  sign: IconName | null;
  active: boolean;
  /** Of the turn, ms: altogether, and how much of that is the time bank. */
  left: number | null;
  bank: number;
  /** Of a whole turn, ms. */
  clock: number;
}

/** The first letter as a reader of this language writes it large. */
function initialOf(name: string): string {
  const [first = ""] = name;
  return first.toLocaleUpperCase(language.value);
}

function Ring({ name, sign, active, left, bank, clock }: RingProps) {
  const time = timeOf(left ?? 0, bank);
  const banking = left !== null && time.clock === 0 && bank > 0;
  const [shown, whole] = banking ? [time.bank, bank] : [time.clock, clock];
  const fraction = left === null || whole === 0 ? 1 : Math.min(1, shown / whole);
  const haste = left === null ? "" : left < 5000 ? "haste" : left < 10_000 ? "amber" : "";
  const words = banking ? clockWords(shown) : String(Math.ceil(shown / 1000));
  return (
    <span class={`ring ${active ? "active" : ""} ${banking ? "banking" : ""} ${haste}`} aria-hidden="true">
      <svg viewBox="0 0 40 40" aria-hidden="true" focusable="false">
        <circle class="track" cx="20" cy="20" r={RADIUS} />
        {active && (
          <circle
            class="time"
            cx="20"
            cy="20"
            r={RADIUS}
            stroke-dasharray={AROUND}
            stroke-dashoffset={AROUND * (1 - fraction)}
          />
        )}
      </svg>
      <b>{left !== null ? words : sign ? <Icon name={sign} /> : initialOf(name)}</b>
    </span>
  );
}

/** The time bank beside the clock: what is left of it for the whole match. */
function Bank({ left }: { left: number }) {
  return (
    <span class="bank">
      <span class="sr">{t("bank-left", { time: clockWords(left) })}</span>
      <span aria-hidden="true">+{clockWords(left)}</span>
    </span>
  );
}

/** What a player has: penalty points on the way up to the limit, or what is left of those he began with. */
function Points({ points, rules, starts }: { points: number; rules: Rules; starts: boolean }) {
  const { limit, descending } = rules;
  return (
    <span class="points">
      {starts && (
        <abbr class="starter" title={t("seat-starter")}>
          1.
        </abbr>
      )}
      <span class="sr">{descending ? t("points-left", { points }) : t("points-of", { points, limit })}</span>
      <span aria-hidden="true">
        <b>{points}</b>
        {!descending && <span class="of-limit"> / {limit}</span>}
      </span>
    </span>
  );
}

/** As many tile backs as the player holds tiles. */
function Backs({ count }: { count: number }) {
  return (
    <span class="backs">
      <span class="sr">{t("tiles-held", { n: count })}</span>
      {Array.from({ length: count }, (_, i) => (
        <i key={i} aria-hidden="true" />
      ))}
    </span>
  );
}

/** What the player has just said, beside him for a moment. */
function Bubble({ said }: { said: Said }) {
  return (
    <span class="speech" aria-hidden="true">
      <span key={said.n} class="bubble">
        <span>{lineWords(said)}</span>
      </span>
    </span>
  );
}

interface SeatProps {
  state: TableState;
  player: number;
  place: Place;
  said: Said | undefined;
}

export function Seat({ state, player, place, said }: SeatProps) {
  const who = state.players[player];
  const playing = state.phase === "take" || state.phase === "discard";
  const active = playing && state.turn === player;
  const mine = player === state.you;
  const left = useTimeLeft(active && state.clock > 0 ? state.endsAt : null);
  useHurry(left, mine);
  if (!who) return null;
  const { kind, away, here } = who;
  const bank = active && !away && left !== null ? Math.min(left, state.bank) : who.bank;
  const shownName = mine ? t("you") : who.name;
  const starts = playing && state.order[0] === player;
  const sign = kind === "bot" || away ? "away" : here ? null : "gone";
  const note = kind === "bot" ? t("seat-bot") : away ? t("seat-away") : here ? "" : t("seat-gone");
  return (
    <li
      class={`seat at-${place} ${active ? "active" : ""}`}
      data-place={`seat-${player}`}
      data-player={player}
      data-sign={sign ?? "none"}
    >
      <Ring
        name={shownName}
        sign={sign}
        active={active}
        left={left}
        bank={state.bank}
        clock={state.clock * 1000}
      />
      <span class="who">
        <span class="name">
          <span>{shownName}</span>
          {note && <small>{note}</small>}
        </span>
        <span class="worth">
          <Points points={state.totals[player] ?? 0} rules={state.rules} starts={starts} />
          {who.bank > 0 && <Bank left={bank} />}
        </span>
        {!mine && <Backs count={state.sizes[player] ?? 0} />}
      </span>
      {said && <Bubble said={said} />}
    </li>
  );
}
