/** The middle of the table: seats, everyone's pile in its corner, the stock and the indicator. */
import type { ComponentChildren } from "preact";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { t } from "../i18n";
import { Shape, TileBack, TileFace } from "../tile";
import { printed, type Tile } from "../tiles";
import { tileWords, wildWords } from "../words";
import { canPlan } from "./ahead";
import { arrive, originOf } from "./motion";
import { PlanView } from "./plan-view";
import { nameOf, statusWords } from "./say";
import { Seat } from "./seat";
import { myTurn, type Place, places, previousPlayer, type TableState } from "./state";
import type { Table } from "./store";

/** A pile lies at its owner's right hand, between him and whoever takes from it. */
const CORNER: Readonly<Record<Place, string>> = { me: "br", right: "tr", opposite: "tl", left: "bl" };
const FANNED = 3;

function TopTile({ player, children }: { player: number; children: ComponentChildren }) {
  const element = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    const from = originOf(`pile-${player}`);
    if (from && element.current) arrive(element.current, from);
  }, []);
  return (
    <span ref={element} class="top">
      {children}
    </span>
  );
}

interface PileProps {
  table: Table;
  state: TableState;
  player: number;
  place: Place;
}

/** A pile as it is on this screen: with what is on its way to or from it. */
function pileOnScreen(table: Table, state: TableState, player: number): readonly Tile[] {
  const pile = state.piles[player] ?? [];
  const pending = table.pending.value;
  if (!pending?.tile) return pile;
  if (pending.deed === "take" && player === previousPlayer(state)) return pile.slice(0, -1);
  const throws = pending.deed === "discard" || pending.deed === "finish";
  return throws && player === state.you ? [...pile, pending.tile] : pile;
}

function Pile({ table, state, player, place }: PileProps) {
  const pile = pileOnScreen(table, state, player);
  const mine = player === state.you;
  const source = player === previousPlayer(state);
  const takes = source && (state.can?.do.includes("take") ?? false) && !table.pending.value;
  const throws = mine && (state.can?.do.includes("discard") ?? false);
  const selecting = mine && table.selected.value !== null;
  const ready = throws && selecting;
  const plans = selecting && canPlan(state);
  const planned = mine ? (table.item(table.plan.value.discard)?.tile ?? null) : null;
  const testId = mine ? "pile-own" : source ? "pile-left" : `pile-${place}`;
  const fan = pile.slice(-FANNED);
  const top = pile.at(-1);
  const open = () => table.show({ kind: "pile", player });

  const press = () => {
    const selected = table.selected.value;
    if (mine && selected !== null) table.discard(selected);
    else if (takes) table.take();
    else if (pile.length) open();
  };

  const label = top
    ? t("pile-label", {
        who: mine ? "you" : "other",
        name: nameOf(state, player),
        tile: tileWords(top, state.wild),
      })
    : t("pile-empty", { who: mine ? "you" : "other", name: nameOf(state, player) });
  const deed = ready ? t("pile-discard") : plans ? t("pile-plan") : takes ? t("pile-take") : "";
  return (
    <div
      class={`pile corner-${cornerOf(state, place)} ${takes || throws || plans ? "live" : ""} ${ready ? "ready" : ""}`}
    >
      <button
        type="button"
        class="pile-face"
        data-testid={testId}
        data-place={`pile-${player}`}
        data-source={takes ? "take" : undefined}
        data-drop={mine ? "discard" : undefined}
        data-count={pile.length}
        data-top={top}
        aria-label={deed ? `${label}. ${deed}` : label}
        onClick={press}
      >
        <span class="well" aria-hidden="true">
          {mine && !top && !planned ? t("pile-own-short") : ""}
        </span>
        {fan.map((tile, i) => {
          const at = pile.length - fan.length + i;
          const face = <TileFace tile={tile} wild={state.wild} />;
          return (
            <span key={`${player}-${at}`} class={`card n${fan.length - 1 - i}`}>
              {at === pile.length - 1 ? <TopTile player={player}>{face}</TopTile> : face}
            </span>
          );
        })}
        {planned && (
          <span class="card planned">
            <TileFace tile={planned} wild={state.wild} />
          </span>
        )}
      </button>
      {pile.length > 1 && (
        <button type="button" class="count" aria-label={t("pile-open", { n: pile.length })} onClick={open}>
          {pile.length}
        </button>
      )}
    </div>
  );
}

function cornerOf(state: TableState, place: Place): string {
  // with two players the opponent's pile is the one I take from, so it lies at my left
  return state.players.length === 2 && place === "opposite" ? "bl" : CORNER[place];
}

function Stock({ table, state }: { table: Table; state: TableState }) {
  const draws = (state.can?.do.includes("draw") ?? false) && !table.pending.value;
  const planned = table.plan.value.take === "draw";
  const deed = draws ? t("stock-draw") : planned ? t("stock-planned") : canPlan(state) ? t("stock-plan") : "";
  const depth = Math.min(4, Math.ceil(state.stock / 16));
  return (
    <button
      type="button"
      class={`stock ${draws ? "live" : planned ? "ahead" : ""}`}
      data-testid="stock"
      data-place="stock"
      data-source={draws ? "stock" : undefined}
      data-drop="finish"
      aria-label={t("stock-label", { n: state.stock }) + (deed ? `. ${deed}` : "")}
      onClick={() => table.draw()}
    >
      <span class="heap" aria-hidden="true">
        {Array.from({ length: depth }, (_, i) => (
          <span key={i} class={`layer l${i}`}>
            <TileBack />
          </span>
        ))}
      </span>
      <span class="counter" aria-hidden="true">
        {state.stock}
      </span>
    </button>
  );
}

function Indicator({ state }: { state: TableState }) {
  if (!state.indicator || !state.wild) return <span class="indicator" />;
  const face = printed(state.wild);
  return (
    <div class="indicator">
      <span
        class="face"
        data-testid="indicator"
        data-place="indicator"
        data-drop="finish"
        role="img"
        aria-label={t("indicator-label", { tile: tileWords(state.indicator, state.wild) })}
      >
        <TileFace tile={state.indicator} wild={null} />
      </span>
      <p class={`wild-words suit-${face?.suit}`}>
        <i class="badge">J</i>
        <span> = {wildWords(state.wild)}</span>
        {face && <Shape suit={face.suit} />}
      </p>
    </div>
  );
}

function Status({ table, state }: { table: Table; state: TableState }) {
  const options = state.can?.finish ?? [];
  const best = Math.max(0, ...options.map(({ points }) => points));
  const mine = myTurn(state);
  return (
    <div class="say">
      <PlanView table={table} state={state} />
      {options.length > 0 && !table.pending.value && (
        <button type="button" class="finish" data-testid="finish" onClick={() => table.finish()}>
          <span>{t("finish")}</span>
          <b>{t("finish-pays", { points: best })}</b>
        </button>
      )}
      {state.can?.do.includes("show") && (
        <button type="button" class="quiet" onClick={() => table.showTwin()}>
          {t("show-twin")}
        </button>
      )}
      <p
        class={`status ${mine ? "mine" : ""}`}
        data-testid="status"
        data-phase={state.phase}
        data-turn={mine ? "me" : "other"}
      >
        {statusWords(state)}
      </p>
    </div>
  );
}

/** Who drew what for the order, for a moment at the start of a round (R3.1), or until the first touch or key. */
function Drawing({ table, state }: { table: Table; state: TableState }) {
  useEffect(() => {
    const away = () => {
      table.drawing.value = false;
    };
    const leaving = new AbortController();
    for (const kind of ["pointerdown", "keydown"]) addEventListener(kind, away, leaving);
    return () => leaving.abort();
  }, [table]);
  return (
    <div class="drawing" aria-hidden="true">
      <p>{t("drawing-title")}</p>
      {state.draws.map((drawing, i) => (
        <div key={i} class="drawn">
          {drawing.map(({ player, face }) => (
            <span key={player} class="drawn-one">
              <TileFace tile={face} wild={null} />
              <small>{nameOf(state, player)}</small>
            </span>
          ))}
        </div>
      ))}
      <p>
        <b>
          {t("drawing-begins", {
            who: state.order[0] === state.you ? "you" : "other",
            name: nameOf(state, state.order[0] ?? 0),
          })}
        </b>
      </p>
    </div>
  );
}

interface FeltProps {
  table: Table;
  state: TableState;
  menu: ComponentChildren;
  /** Whether something lies over it, so that keys and readers pass it by. */
  covered: boolean;
}

export function Felt({ table, state, menu, covered }: FeltProps) {
  const seats = [...places(state)];
  const strip: readonly Place[] = ["left", "opposite", "right", "me"];
  const said = table.talk.bubbles.value;
  const inStrip = seats.toSorted(([, a], [, b]) => strip.indexOf(a) - strip.indexOf(b));
  return (
    <section class={`felt players-${state.players.length}`} aria-label={t("table")} inert={covered}>
      <ul class="seats">
        {inStrip.map(([player, place]) => (
          <Seat key={player} state={state} player={player} place={place} said={said.get(player)} />
        ))}
        <li class="menu-cell">{menu}</li>
      </ul>
      {seats.map(([player, place]) => (
        <Pile key={player} table={table} state={state} player={player} place={place} />
      ))}
      <div class="centre">
        {state.indicator && (
          <>
            <Stock table={table} state={state} />
            <Indicator state={state} />
          </>
        )}
      </div>
      <Status table={table} state={state} />
      {table.drawing.value && <Drawing table={table} state={state} />}
    </section>
  );
}
