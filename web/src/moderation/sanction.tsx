/** Muting or banning somebody: for how long, and why. */
import { useState } from "preact/hooks";
import { type Sanction, sanction } from "../api/moderation";
import { useDeed } from "../ask";
import { Choice } from "../choice";
import { Dialog } from "../dialog";
import { Field, Form } from "../form";
import { t } from "../i18n";

/** An hour, a day, a week, thirty days; none ends what there is. */
const HOURS = [1, 24, 168, 720, 0] as const;

interface SanctionProps {
  kind: Sanction;
  person: { id: string; name: string };
  onClose: () => void;
  onDone: () => void;
}

export function SanctionDialog({ kind, person, onClose, onDone }: SanctionProps) {
  const deed = useDeed();
  const [hours, setHours] = useState<(typeof HOURS)[number]>(24);
  const ends = hours === 0;
  return (
    <Dialog title={t(`${kind}-title`, { name: person.name })} onClose={onClose} testId="sanction">
      <p>{t(`${kind}-text`)}</p>
      <Form
        deed={deed}
        submit={t(ends ? `${kind}-end` : kind)}
        look={ends ? "primary" : "danger"}
        testId="sanction-form"
        act={async (field) => {
          await sanction(kind, person.id, hours, field("why"));
          onDone();
        }}
      >
        <Choice
          label={t("how-long")}
          name="hours"
          value={hours}
          options={HOURS.map((value) => ({ value, label: t("hours", { n: value }) }))}
          onChange={setHours}
        />
        <Field
          label={t("why")}
          name="why"
          autocomplete="off"
          maxLength={200}
          hint={t("why-hint")}
          testId="sanction-why"
        />
      </Form>
    </Dialog>
  );
}

/** The two keys, and the question behind each. */
export function Sanctions({ person, onDone }: Pick<SanctionProps, "person" | "onDone">) {
  const [open, setOpen] = useState<Sanction | null>(null);
  const done = () => {
    setOpen(null);
    onDone();
  };
  return (
    <>
      {(["mute", "ban"] as const).map((kind) => (
        <button
          key={kind}
          type="button"
          class="second small"
          data-testid={kind}
          onClick={() => setOpen(kind)}
        >
          {t(`${kind}-ask`)}
          <span class="sr">: {person.name}</span>
        </button>
      ))}
      {open && <SanctionDialog kind={open} person={person} onClose={() => setOpen(null)} onDone={done} />}
    </>
  );
}
