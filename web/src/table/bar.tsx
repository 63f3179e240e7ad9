/** The keys under the rack, or under the felt for who only watches. */
import type { ComponentChildren } from "preact";
import { t } from "../i18n";
import { Icon, type IconName } from "../icons";
import { MOST_COUNTED } from "../talk/talk";
import { inCompany, plays, type TableState } from "./state";
import type { Table } from "./store";

interface KeyProps {
  icon: IconName;
  label: string;
  testId: string;
  act: () => void;
  disabled?: boolean;
  extra?: string;
  children?: ComponentChildren;
}

function Key({ icon, label, testId, act, disabled = false, extra = "", children }: KeyProps) {
  return (
    <button type="button" class={`bar-key ${extra}`} data-testid={testId} disabled={disabled} onClick={act}>
      <Icon name={icon} />
      <span>{label}</span>
      {children}
    </button>
  );
}

function Count({ n }: { n: number }) {
  if (n === 0) return null;
  return (
    <>
      <i class="unread" data-testid="chat-count" aria-hidden="true">
        {n > MOST_COUNTED ? `${MOST_COUNTED}+` : n}
      </i>
      <span class="sr">, {t("talk-unread", { n })}</span>
    </>
  );
}

function Sorts({ table }: { table: Table }) {
  const sorts = ["runs", "sets", "pairs"] as const;
  return (
    <>
      {sorts.map((by) => (
        <Key key={by} icon={by} label={t(`sort-${by}`)} testId={`sort-${by}`} act={() => table.sort(by)} />
      ))}
      <Key
        icon="undo"
        label={t("undo")}
        testId="undo"
        disabled={!table.canUndo.value}
        act={() => table.undo()}
      />
    </>
  );
}

interface BarProps {
  table: Table;
  state: TableState;
  covered: boolean;
  onMenu: () => void;
}

export function Bar({ table, state, covered, onMenu }: BarProps) {
  const sits = plays(state);
  return (
    <nav class="bar" aria-label={t(sits ? "arrange" : "table")} inert={covered}>
      {sits && <Sorts table={table} />}
      {inCompany(state) && (
        <Key icon="talk" label={t("talk")} testId="chat-open" act={() => table.toggleTalk()}>
          <Count n={table.talk.unread.value} />
        </Key>
      )}
      <Key icon="menu" label={t("menu")} testId="menu-bar" act={onMenu} extra="only-desk" />
    </nav>
  );
}
