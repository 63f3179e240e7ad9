/** What stands over the table for as long as it holds: no connection, a bot at my seat, a wish to end. */
import { t } from "../i18n";
import { Icon } from "../icons";
import { isLost, Lost } from "../lost";
import { nameOf } from "./say";
import type { TableState } from "./state";
import type { Table } from "./store";

interface Props {
  table: Table;
  state: TableState | null;
}

/** Whether a bot plays my seat, so that the felt keeps room for the way back. */
export const isAway = (state: TableState | null) =>
  state !== null && state.you !== null && state.phase !== "over" && state.players[state.you]?.away === true;

function Away({ table }: { table: Table }) {
  return (
    <div class="banner calm" role="status" data-testid="banner" data-link="away">
      <Icon name="away" />
      {t("banner-away")}
      <button type="button" class="primary" data-testid="back" onClick={() => table.comeBack()}>
        {t("banner-back")}
      </button>
    </div>
  );
}

/** Somebody would like to end the match now: I agree, or it goes on. */
function Ending({ table, state }: { table: Table; state: TableState }) {
  const { ending, you } = state;
  const mine = you !== null && ending.includes(you);
  const others = ending.filter((player) => player !== you).map((player) => nameOf(state, player));
  const missing = state.players.flatMap(({ bot, away }, player) =>
    bot || away || ending.includes(player) ? [] : [nameOf(state, player)],
  );
  const names = (mine ? missing : others).join(", ");
  return (
    <div class="banner calm ending" role="status" data-testid="ending">
      <span>{t(mine ? "ending-waits" : "ending-asked", { names })}</span>
      <span class="banner-keys">
        <button type="button" data-testid="play-on" onClick={() => table.playOn()}>
          {t(mine ? "ending-withdraw" : "ending-play-on")}
        </button>
        {!mine && (
          <button
            type="button"
            class="primary"
            data-testid="agree-end"
            onClick={() => table.agreeToEnd(true)}
          >
            {t("ending-agree")}
          </button>
        )}
      </span>
    </div>
  );
}

export function Banner({ table, state }: Props) {
  if (isLost(table.connection)) return <Lost connection={table.connection} />;
  if (!state || state.phase === "over" || state.you === null) return null;
  if (isAway(state)) return <Away table={table} />;
  return table.asksToEnd ? <Ending table={table} state={state} /> : null;
}

export function Toasts({ table }: { table: Table }) {
  return (
    <div class="toasts" role="status">
      {table.toasts.value.map(({ id, message, args }) => (
        <p key={id} data-testid="toast">
          {t(message, args)}
        </p>
      ))}
    </div>
  );
}
