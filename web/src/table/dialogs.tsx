/** What the table asks and shows over itself. */
import type { ComponentChildren } from "preact";
import { Dialog } from "../dialog";
import { t } from "../i18n";
import { SettingsForm } from "../settings-form";
import { TileFace } from "../tile";
import { laidOut, TileRow } from "../tile-row";
import type { Tile } from "../tiles";
import { tileWords } from "../words";
import { canPlan } from "./ahead";
import { nameOf } from "./say";
import { inCompany, plays, previousPlayer, type TableState } from "./state";
import type { Dialog as Open, Table } from "./store";

interface Answer {
  label: string;
  act: () => void;
}

interface QuestionProps {
  title: string;
  yes: Answer;
  no: Answer;
  /** Which answer has the focus and the colour. */
  wanted?: "yes" | "no";
  onClose: () => void;
  children?: ComponentChildren;
}

/** A question with two answers, of which one is the safe or wanted one. */
function Question({ title, yes, no, wanted = "yes", onClose, children }: QuestionProps) {
  return (
    <Dialog title={title} onClose={onClose} class="question">
      {children}
      <div class="answers">
        <AnswerButton answer={no} testId="confirm-no" wanted={wanted === "no"} />
        <AnswerButton answer={yes} testId="confirm-yes" wanted={wanted === "yes"} />
      </div>
    </Dialog>
  );
}

function AnswerButton({ answer, testId, wanted }: { answer: Answer; testId: string; wanted: boolean }) {
  return (
    <button
      type="button"
      class={wanted ? "primary" : ""}
      data-testid={testId}
      autofocus={wanted}
      onClick={answer.act}
    >
      {answer.label}
    </button>
  );
}

interface Props {
  table: Table;
  state: TableState;
  onLeave: () => void;
}

type Kind<K extends Open["kind"]> = Extract<Open, { kind: K }>;

function Wild({ table, open }: Props & { open: Kind<"wild"> }) {
  const close = () => table.close();
  return (
    <Question
      title={t("wild-title")}
      wanted="no"
      onClose={close}
      yes={{ label: t("wild-throw"), act: () => table.throwTile("discard", open.item) }}
      no={{ label: t("wild-keep"), act: close }}
    >
      <p>{t("wild-text")}</p>
    </Question>
  );
}

function Complete({ table, state, open }: Props & { open: Kind<"complete"> }) {
  const points = state.can?.finish.find(({ tile }) => tile === open.tile)?.points ?? 0;
  return (
    <Question
      title={t("complete-title")}
      onClose={() => table.close()}
      yes={{ label: t("complete-finish", { points }), act: () => table.throwTile("finish", open.item) }}
      no={{ label: t("complete-discard"), act: () => table.throwTile("discard", open.item) }}
    >
      <p>{t("complete-text")}</p>
    </Question>
  );
}

function Leave({ table, onLeave }: Props) {
  const close = () => table.close();
  return (
    <Question
      title={t("leave-title")}
      wanted="no"
      onClose={close}
      yes={{ label: t("leave-yes"), act: onLeave }}
      no={{ label: t("leave-no"), act: close }}
    >
      <p>{t("leave-text")}</p>
    </Question>
  );
}

function Finish({ table, state }: Props) {
  const options = (state.can?.finish ?? []).toSorted((a, b) => b.points - a.points);
  return (
    <Dialog title={t("finish-title")} onClose={() => table.close()} class="question">
      <p>{t("finish-text")}</p>
      <ul class="options">
        {options.map(({ tile, shape, points }) => (
          <li key={tile}>
            <button
              type="button"
              class="option"
              data-testid="finish-choice"
              data-tile={tile}
              onClick={() => table.finishTile(tile)}
            >
              <TileFace tile={tile} wild={state.wild} />
              <span>
                <b>{t("finish-pays", { points })}</b>
                <small>{t("finish-how", { how: shape, tile: tileWords(tile, state.wild) })}</small>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

function Part({ label, tiles, wild }: { label: string; tiles: readonly Tile[]; wild: Tile | null }) {
  if (tiles.length === 0) return null;
  return (
    <div class="part">
      <h3>{label}</h3>
      <TileRow tiles={laidOut(tiles)} wild={wild} />
    </div>
  );
}

function Refused({ table, state, open }: Props & { open: Kind<"refused"> }) {
  const { groups, strays, missing } = open.explanation;
  return (
    <Dialog title={t("refused-does_not_go_out")} onClose={() => table.close()} testId="refused">
      <p>{t("explain-text", { tile: tileWords(open.tile, state.wild) })}</p>
      {groups.length > 0 && (
        <div class="part">
          <h3>{t("explain-groups")}</h3>
          <div class="hand">
            {groups.map((group, i) => (
              <TileRow key={i} class="group" tiles={group} wild={state.wild} />
            ))}
          </div>
        </div>
      )}
      <Part label={t("explain-strays")} tiles={strays} wild={state.wild} />
      <Part label={t("explain-missing")} tiles={missing} wild={state.wild} />
    </Dialog>
  );
}

function PileOpen({ table, state, open }: Props & { open: Kind<"pile"> }) {
  const pile = state.piles[open.player] ?? [];
  const who = open.player === state.you ? "you" : "other";
  return (
    <Dialog
      title={t("pile-title", { who, name: nameOf(state, open.player) })}
      onClose={() => table.close()}
      testId="pile-open"
    >
      {pile.length ? (
        <TileRow class="wrap" tiles={laidOut(pile)} wild={state.wild} />
      ) : (
        <p>{t("pile-nothing")}</p>
      )}
      <p class="hint">{t("pile-order")}</p>
      <TakeAhead table={table} state={state} player={open.player} />
    </Dialog>
  );
}

/** Of the pile that I take from: the choice to take its next tile when my turn comes. */
function TakeAhead({ table, state, player }: Omit<Props, "onLeave"> & { player: number }) {
  if (player !== previousPlayer(state) || !canPlan(state)) return null;
  const planned = table.plan.value.take === "take";
  return (
    <button
      type="button"
      class={planned ? "" : "primary"}
      data-testid="plan-take"
      onClick={() => {
        table.planTake("take");
        table.close();
      }}
    >
      {planned ? t("plan-cancel", { plan: t("plan-take") }) : t("pile-plan-take")}
    </button>
  );
}

/** Ending the match needs everyone who plays; asking for it is one of the things a menu is for. */
function EndMatch({ table }: Props) {
  const close = () => table.close();
  return (
    <Question
      title={t("end-title")}
      wanted="no"
      onClose={close}
      yes={{
        label: t("end-yes"),
        act: () => {
          table.agreeToEnd(true);
          close();
        },
      }}
      no={{ label: t("end-no"), act: close }}
    >
      <p>{t("end-text")}</p>
    </Question>
  );
}

function Menu({ table, state }: Props) {
  const running = state.phase !== "over" && plays(state);
  const ends = running && inCompany(state) && !state.ending.includes(state.viewer);
  return (
    <Dialog title={t("menu")} onClose={() => table.close()} class="menu">
      <SettingsForm />
      <nav class="menu-links" aria-label={t("menu")}>
        <a href="/rules" target="_blank" rel="noopener">
          {t("rules")}
        </a>
        <a href="/fair" target="_blank" rel="noopener">
          {t("fair")}
        </a>
        <button type="button" onClick={() => table.show({ kind: "help" })}>
          {t("help")}
        </button>
        {ends && (
          <button type="button" data-testid="ask-end" onClick={() => table.show({ kind: "end" })}>
            {t("end-ask")}
          </button>
        )}
        {running && (
          <button type="button" data-testid="leave" onClick={() => table.show({ kind: "leave" })}>
            {t("leave")}
          </button>
        )}
      </nav>
    </Dialog>
  );
}

const HELP_KEYS = [
  ["← ↑ ↓ →", "move"],
  ["Space", "pick"],
  ["Enter", "select"],
  ["D", "draw"],
  ["T", "take"],
  ["X", "discard"],
  ["F", "finish"],
  ["1 2 3", "sorts"],
  ["Ctrl+Z", "undo"],
  ["I", "indicator"],
  ["P", "points"],
  ["L", "last"],
  ["C", "talk"],
  ["Esc", "cancel"],
  ["?", "help"],
] as const;

function Help({ table }: Props) {
  return (
    <Dialog title={t("help")} onClose={() => table.close()}>
      <p>{t("help-touch")}</p>
      <dl class="keys-list">
        {HELP_KEYS.map(([key, id]) => (
          <div key={id}>
            <dt>
              <kbd>{key === "Space" ? t("key-space") : key}</kbd>
            </dt>
            <dd>{t(`help-${id}`)}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}

export function Dialogs(props: Props) {
  const open = props.table.dialog.value;
  switch (open?.kind) {
    case "wild":
      return <Wild {...props} open={open} />;
    case "complete":
      return <Complete {...props} open={open} />;
    case "finish":
      return <Finish {...props} />;
    case "refused":
      return <Refused {...props} open={open} />;
    case "pile":
      return <PileOpen {...props} open={open} />;
    case "menu":
      return <Menu {...props} />;
    case "help":
      return <Help {...props} />;
    case "leave":
      return <Leave {...props} />;
    case "end":
      return <EndMatch {...props} />;
    default:
      return null;
  }
}
