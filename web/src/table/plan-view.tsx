/** What I have chosen ahead, beside whose turn it is; a tap takes a choice back. */
import type { ComponentChildren } from "preact";
import { t } from "../i18n";
import { Icon } from "../icons";
import { TileBack, TileFace } from "../tile";
import { tileWords } from "../words";
import type { TableState } from "./state";
import type { Table } from "./store";

interface ChoiceProps {
  testId: string;
  label: string;
  cancel: () => void;
  children: ComponentChildren;
}

function Choice({ testId, label, cancel, children }: ChoiceProps) {
  const words = t("plan-cancel", { plan: label });
  return (
    <button type="button" data-testid={testId} aria-label={words} title={words} onClick={cancel}>
      {children}
      <Icon name="close" />
    </button>
  );
}

export function PlanView({ table, state }: { table: Table; state: TableState }) {
  const { take, discard } = table.plan.value;
  const tile = table.item(discard)?.tile ?? null;
  if (!take && !tile) return null;
  return (
    <fieldset class="plan">
      <legend class="sr">{t("plan-title")}</legend>
      {take && (
        <Choice testId={`pre-${take}`} label={t(`plan-${take}`)} cancel={() => table.planTake(take)}>
          {take === "take" ? <Icon name="pile" /> : <TileBack />}
        </Choice>
      )}
      {tile && (
        <Choice
          testId="pre-discard"
          label={t("plan-discard", { tile: tileWords(tile, state.wild) })}
          cancel={() => table.planDiscard(discard)}
        >
          <TileFace tile={tile} wild={state.wild} />
        </Choice>
      )}
    </fieldset>
  );
}
