/** Asks a guest once what others should call him; who has a name is not asked. */
import { useSignal } from "@preact/signals";
import { Dialog } from "./dialog";
import { Field } from "./form";
import { t } from "./i18n";
import { session } from "./session";
import { load, save } from "./storage";

const LONGEST_NAME = 40;

/** Whether the server knows only a name that it made up. */
export const needsName = () => !session.value.named;

/** What was written here before, for a browser whose session is gone. */
export const lastName = () => load("name") ?? "";

export function keepName(name: string): void {
  save("name", name);
}

interface NameFieldProps {
  name: string;
  onInput: (name: string) => void;
}

export function NameField({ name, onInput }: NameFieldProps) {
  return (
    <Field
      label={t("name-yours")}
      name="name"
      autocomplete="nickname"
      maxLength={LONGEST_NAME}
      testId="name-field"
      value={name}
      onInput={onInput}
    />
  );
}

interface AskProps {
  /** What is done with the name. */
  label: string;
  onName: (name: string) => void;
  onClose: () => void;
}

export function NameAsk({ label, onName, onClose }: AskProps) {
  const name = useSignal(lastName());
  return (
    <Dialog title={t("name-title")} onClose={onClose} class="question" testId="name-ask">
      <form
        class="fields"
        onSubmit={(event) => {
          event.preventDefault();
          const chosen = name.value.trim();
          if (!chosen) return;
          keepName(chosen);
          onName(chosen);
        }}
      >
        <NameField
          name={name.value}
          onInput={(text) => {
            name.value = text;
          }}
        />
        <button type="submit" class="primary" data-testid="name-done">
          {label}
        </button>
      </form>
    </Dialog>
  );
}

/** Does something in my name: at once for who has one, after asking for it otherwise. */
export function useName(label: string, then: (name: string | null) => void) {
  const asking = useSignal(false);
  const close = () => {
    asking.value = false;
  };
  const withName = () => {
    if (needsName()) asking.value = true;
    else then(null);
  };
  const named = (name: string) => {
    close();
    then(name);
  };
  const dialog = asking.value && <NameAsk label={label} onName={named} onClose={close} />;
  return { withName, dialog };
}
