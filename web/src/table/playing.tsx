/** The table: felt above, rack below, and everything that can be done with them. */
import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { t } from "../i18n";
import { Icon } from "../icons";
import type { Shape } from "../rack";
import { go } from "../route";
import { TalkPanel } from "../talk/panel";
import { TileBack, TileFace } from "../tile";
import { Bar } from "./bar";
import { Dialogs } from "./dialogs";
import { Drag, type Ghost } from "./drag";
import { Felt } from "./felt";
import { useBackGuard } from "./guard";
import { carried, cursor, tableKey } from "./keys";
import { type Flight, flights, playFlight } from "./motion";
import { Banner, isAway, Toasts } from "./notices";
import { RackView } from "./rack-view";
import { Results } from "./results";
import { inCompany, myTurn, plays, type TableState } from "./state";
import type { Table } from "./store";

/** Three rows on a phone held upright, two everywhere else. */
function shapeNow(): Shape {
  const upright = innerWidth < 600 && innerHeight > innerWidth;
  if (!upright) return { rows: 2, cols: 13 };
  return { rows: 3, cols: innerWidth < 380 ? 8 : 9 };
}

/** While a table is played the page neither scrolls nor loses a key. */
function useScreen(table: Table): void {
  useEffect(() => {
    const fit = () => table.shape(shapeNow());
    const key = (event: KeyboardEvent) => tableKey(table, event);
    fit();
    addEventListener("resize", fit);
    addEventListener("keydown", key);
    document.documentElement.toggleAttribute("data-playing", true);
    return () => {
      removeEventListener("resize", fit);
      removeEventListener("keydown", key);
      document.documentElement.removeAttribute("data-playing");
    };
  }, [table]);
}

/** Whoever waits for others in another tab sees in its title that they wait for him. */
function useTitle(mine: boolean): void {
  useEffect(() => {
    if (!mine) return;
    const before = document.title;
    document.title = `● ${t("urgent-turn")}`;
    return () => {
      document.title = before;
    };
  }, [mine]);
}

function useDrag(table: Table) {
  const root = useRef<HTMLElement>(null);
  const [drag, setDrag] = useState<Drag | null>(null);
  useEffect(() => {
    if (!root.current) return;
    const made = new Drag(root.current, table);
    setDrag(made);
    return () => made.stop();
  }, [table]);
  return { root, ghost: drag?.ghost.value ?? null };
}

function Hanging({ ghost, state }: { ghost: Ghost; state: TableState }) {
  const { left, top, width } = ghost.box;
  return (
    <div
      class="ghost"
      data-ghost
      aria-hidden="true"
      style={{ left: `${left}px`, top: `${top}px`, "--w": `${width}px` }}
    >
      {ghost.tile ? <TileFace tile={ghost.tile} wild={state.wild} /> : <TileBack />}
    </div>
  );
}

function Flying({ flight, state }: { flight: Flight; state: TableState }) {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (element.current) playFlight(element.current, flight);
  }, []);
  return (
    <div ref={element} class="flight" aria-hidden="true" style={{ "--w": `${flight.from.width}px` }}>
      {flight.tile ? <TileFace tile={flight.tile} wild={state.wild} /> : <TileBack />}
    </div>
  );
}

interface Props {
  table: Table;
  state: TableState;
}

/** The talk beside the table, or over the felt where there is no beside; the rack stays in reach. */
function Talking({ table, state }: Props) {
  const panel = useRef<HTMLElement>(null);
  useEffect(() => {
    const before = document.activeElement;
    panel.current?.focus({ preventScroll: true });
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
    };
  }, []);
  const close = () => table.toggleTalk();
  return (
    <aside
      ref={panel}
      class="talk-side"
      tabIndex={-1}
      aria-label={t("talk")}
      data-testid="chat"
      onKeyDown={(event) => {
        if (event.key === "Escape") close();
      }}
    >
      <header class="sheet-head">
        <h2>{t("talk")}</h2>
        <button type="button" class="round" data-testid="chat-close" aria-label={t("close")} onClick={close}>
          <Icon name="close" />
        </button>
      </header>
      <TalkPanel
        talk={table.talk}
        place={state.id}
        isMe={table.isMe}
        {...(plays(state) ? {} : { closed: t("talk-watching") })}
      />
    </aside>
  );
}

/** Who only watches sees no rack: where it would be stands what he sees, and how late. */
function Watching({ state }: { state: TableState }) {
  const seconds = Math.round(state.delay / 1000);
  return (
    <p class="watching" data-testid="spectating" data-delay={seconds}>
      <Icon name="eye" />
      <span>{seconds > 0 ? t("watching-late", { n: seconds }) : t("watching")}</span>
      <a class="quiet" href="/lobby" data-testid="stop-watching">
        {t("lobby")}
      </a>
    </p>
  );
}

interface HandProps extends Props {
  ghost: Ghost | null;
  covered: boolean;
}

function Hand({ table, state, ghost, covered }: HandProps) {
  if (!plays(state)) return <Watching state={state} />;
  return (
    <RackView
      table={table}
      state={state}
      cursor={cursor.value}
      carried={carried.value}
      dragged={ghost?.item ?? null}
      covered={covered}
    />
  );
}

function MenuKey({ act }: { act: () => void }) {
  return (
    <button type="button" class="round" data-testid="menu" aria-label={t("menu")} onClick={act}>
      <Icon name="menu" />
    </button>
  );
}

function Parts({ table, state, ghost }: Props & { ghost: Ghost | null }) {
  const over = state.phase === "over";
  const covered = over || (state.phase === "between" && state.result !== null);
  const leave = () => {
    table.leave();
    table.close();
    go("/", { replace: true });
  };
  useBackGuard(!over && plays(state), () => table.show({ kind: "leave" }));
  const openMenu = () => table.show({ kind: "menu" });
  return (
    <>
      <h1 class="sr">{t("table-title", { round: state.round })}</h1>
      <Felt table={table} state={state} menu={<MenuKey act={openMenu} />} covered={covered} />
      <Hand table={table} state={state} ghost={ghost} covered={covered} />
      <Bar table={table} state={state} covered={covered} onMenu={openMenu} />
      {covered && <Results table={table} state={state} />}
      {table.talking.value && <Talking table={table} state={state} />}
      <Dialogs table={table} state={state} onLeave={leave} />
    </>
  );
}

function Moving({ state, ghost }: { state: TableState; ghost: Ghost | null }): ComponentChildren {
  return (
    <>
      {ghost && <Hanging ghost={ghost} state={state} />}
      {flights.value.map((flight) => (
        <Flying key={flight.id} flight={flight} state={state} />
      ))}
    </>
  );
}

export function Playing({ table, state }: Props) {
  useScreen(table);
  useTitle(myTurn(state) && inCompany(state));
  const { root, ghost } = useDrag(table);
  return (
    <main
      ref={root}
      class={`table ${plays(state) ? "" : "watched"}`}
      data-turn={state.turn !== null && state.turn === state.you ? "me" : "other"}
      data-banner={isAway(state) || table.asksToEnd}
      data-talking={table.talking.value}
    >
      <Parts table={table} state={state} ghost={ghost} />
      <Moving state={state} ghost={ghost} />
      <Banner table={table} state={state} />
      <Toasts table={table} />
    </main>
  );
}
