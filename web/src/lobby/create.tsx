/** A table of one's own: what matters first, the rest folded away with good defaults. */
import { useSignal } from "@preact/signals";
import { type OfferWish, offerTable } from "../api/offers";
import { useDeed } from "../ask";
import { Choice } from "../choice";
import { Dialog } from "../dialog";
import { Field, Problem } from "../form";
import { t } from "../i18n";
import { Icon } from "../icons";
import { keepName, lastName, NameField, needsName } from "../name-ask";
import { go } from "../route";
import { refresh } from "../session";
import { loadJson, saveJson } from "../storage";
import { Switch } from "../switch";
import { bankWords } from "../terms";
import { completed, DRAFT, type Draft, LIMIT_MOST, LIMIT_STEP, wishOf } from "./draft";

const BANKS = [0, 30, 60, 120, 300] as const;
const CLOCKS = [0, 60, 30, 20, 10] as const;
const DELAYS = [0, 30, 60, 120] as const;

interface PartProps {
  draft: Draft;
  change: (change: Partial<Draft>) => void;
}

const seconds = (n: number) => t("clock-seconds", { n });

function Limit({ draft, change }: PartProps) {
  return (
    <>
      <Choice
        label={t("limit")}
        name="limit"
        value={draft.limit}
        options={[
          { value: "40", label: "40" },
          { value: "80", label: "80" },
          { value: "other", label: t("create-other") },
          { value: "classic", label: t("create-classic") },
        ]}
        onChange={(limit) => change({ limit })}
      />
      {draft.limit === "other" && (
        <label class="number-field">
          <span>{t("create-limit")}</span>
          <input
            type="number"
            data-testid="limit-number"
            min={LIMIT_STEP}
            max={LIMIT_MOST}
            step={LIMIT_STEP}
            value={draft.number}
            onInput={(event) => change({ number: event.currentTarget.valueAsNumber })}
          />
        </label>
      )}
      {draft.limit === "classic" && <p class="hint">{t("create-classic-how")}</p>}
    </>
  );
}

function Main({ draft, change }: PartProps) {
  return (
    <>
      <Choice
        label={t("players")}
        name="players"
        value={draft.players}
        options={([2, 3, 4] as const).map((value) => ({ value, label: String(value) }))}
        onChange={(players) => change({ players })}
      />
      <Limit draft={draft} change={change} />
      <Choice
        label={t("clock")}
        name="clock"
        value={draft.clock}
        options={CLOCKS.map((value) => ({ value, label: value ? seconds(value) : t("clock-none") }))}
        onChange={(clock) => change({ clock })}
      />
      <Choice
        label={t("create-who")}
        name="public"
        value={draft.public ? "yes" : "no"}
        options={[
          { value: "yes", label: t("create-public") },
          { value: "no", label: t("create-private") },
        ]}
        onChange={(value) => change({ public: value === "yes" })}
      />
    </>
  );
}

function More({ draft, change }: PartProps) {
  const delays = DELAYS.filter((delay) => delay >= (draft.rated ? 30 : 0));
  return (
    <details class="more">
      <summary>
        {t("create-more")} <Icon name="more" />
      </summary>
      <div class="more-body">
        {draft.clock > 0 && (
          <Choice
            label={t("create-bank")}
            name="bank"
            value={draft.bank}
            options={BANKS.map((value) => ({ value, label: value ? bankWords(value) : t("clock-none") }))}
            onChange={(bank) => change({ bank })}
          />
        )}
        <Choice
          label={t("bots")}
          name="level"
          value={draft.level}
          options={(["random", "greedy", "careful"] as const).map((value) => ({
            value,
            label: t(`level-${value}`),
          }))}
          onChange={(level) => change({ level })}
        />
        <Switch
          testId="rated"
          label={t("create-rated")}
          hint={t("create-rated-how")}
          on={draft.rated}
          onChange={(rated) => change({ rated })}
        />
        <Switch
          testId="watch"
          label={t("create-watch")}
          on={draft.watch}
          onChange={(watch) => change({ watch })}
        />
        {draft.watch && (
          <Choice
            label={t("create-delay")}
            name="delay"
            value={Math.max(draft.delay, delays[0] ?? 0)}
            options={delays.map((value) => ({ value, label: value ? seconds(value) : t("clock-none") }))}
            onChange={(delay) => change({ delay })}
          />
        )}
        <Field
          label={t("create-title")}
          name="title"
          autocomplete="off"
          maxLength={40}
          required={false}
          testId="table-title"
          value={draft.title}
          onInput={(title) => change({ title })}
        />
      </div>
    </details>
  );
}

export function Create({ onClose }: { onClose: () => void }) {
  const asks = needsName();
  const name = useSignal(lastName());
  const draft = useSignal<Draft>(completed(loadJson<Partial<Draft>>("table")));
  const { problem, busy, run } = useDeed();
  const change = (part: Partial<Draft>) => {
    draft.value = { ...draft.value, ...part };
  };
  const create = async () => {
    saveJson("table", { ...draft.value, title: DRAFT.title });
    const chosen = asks ? name.value.trim() : "";
    if (chosen) keepName(chosen);
    const wish: OfferWish = wishOf(draft.value);
    const { id } = await offerTable(wish, chosen || null);
    await refresh();
    go(`/t/${id}`);
  };
  return (
    <Dialog title={t("create")} onClose={onClose} class="create" testId="create-form">
      <form
        class="fields"
        onSubmit={(event) => {
          event.preventDefault();
          void run(create);
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
        <Main draft={draft.value} change={change} />
        <More draft={draft.value} change={change} />
        <Problem words={problem} />
        <button type="submit" class="primary big" data-testid="create-done" disabled={busy}>
          {t("create-done")}
        </button>
      </form>
    </Dialog>
  );
}
