/** Forms that browsers and password managers understand: real fields, real submits, and the refusal in words. */
import type { ComponentChildren } from "preact";
import { useId, useState } from "preact/hooks";
import type { Deed } from "./ask";
import { t } from "./i18n";

interface FieldProps {
  label: string;
  name: string;
  /** What a browser may fill in, by the names of HTML. */
  autocomplete: "username" | "nickname" | "current-password" | "new-password" | "off";
  type?: "text" | "search";
  value?: string;
  hint?: string;
  required?: boolean;
  maxLength?: number;
  testId?: string;
  onInput?: (value: string) => void;
}

/** What every field has: a label above, and a hint below that belongs to it. */
function useField(label: string, hint: string | undefined) {
  const id = useId();
  const wrap = (input: ComponentChildren) => (
    <div class="field">
      <label for={id}>{label}</label>
      {input}
      {hint && (
        <small id={`${id}-hint`} class="hint">
          {hint}
        </small>
      )}
    </div>
  );
  const plain = { autocapitalize: "none", spellcheck: false } as const;
  return { wrap, common: { ...plain, id, "aria-describedby": hint ? `${id}-hint` : undefined } };
}

/** A line of text. */
export function Field({ label, hint, testId, onInput, type = "text", required = true, ...rest }: FieldProps) {
  const { wrap, common } = useField(label, hint);
  const all = { ...rest, ...common, required, "data-testid": testId };
  const heard = (event: { currentTarget: HTMLInputElement }) => onInput?.(event.currentTarget.value);
  return wrap(
    type === "search" ? <input type="search" {...all} onInput={heard} /> : <input {...all} onInput={heard} />,
  );
}

interface PasswordProps {
  label: string;
  name: string;
  autocomplete: "current-password" | "new-password";
  hint?: string;
  minLength?: number;
  testId?: string;
}

/** A password, which may be looked at while it is written. */
export function PasswordField({ label, hint, testId, ...rest }: PasswordProps) {
  const { wrap, common } = useField(label, hint);
  const [open, setOpen] = useState(false);
  const all = { ...rest, ...common, required: true, maxLength: 200, "data-testid": testId };
  return wrap(
    <span class="secret">
      {open ? <input type="text" {...all} /> : <input type="password" {...all} />}
      <button type="button" aria-pressed={open} onClick={() => setOpen(!open)}>
        {t(open ? "password-hide" : "password-show")}
        <span class="sr">: {label}</span>
      </button>
    </span>,
  );
}

/** Tells a password manager whose password stands in the form. */
export function Username({ name }: { name: string }) {
  return (
    <input
      class="sr"
      type="text"
      autocomplete="username"
      value={name}
      readOnly
      tabIndex={-1}
      aria-hidden="true"
    />
  );
}

/** What was refused, in words; said at once. */
export function Problem({ words }: { words: string | null }) {
  if (!words) return null;
  return (
    <p class="problem" role="alert" data-testid="problem">
      {words}
    </p>
  );
}

interface FormProps {
  deed: Deed;
  submit: string;
  /** What the form does with its fields. */
  act: (fields: (name: string) => string) => Promise<unknown>;
  children: ComponentChildren;
  testId?: string;
  instead?: (error: unknown) => boolean;
  /** How the button looks: what the page is for, a matter beside it, or something that is not undone. */
  look?: "primary" | "second" | "danger";
  disabled?: boolean;
}

export function Form({
  deed,
  submit,
  act,
  children,
  testId,
  instead,
  look = "primary",
  disabled = false,
}: FormProps) {
  return (
    <form
      class="fields"
      method="post"
      data-testid={testId}
      onSubmit={(event) => {
        event.preventDefault();
        const data = new FormData(event.currentTarget);
        void deed.run(() => act((name) => String(data.get(name) ?? "")), instead);
      }}
    >
      {children}
      <Problem words={deed.problem} />
      <button
        type="submit"
        class={look}
        data-testid={testId && `${testId}-submit`}
        disabled={disabled || deed.busy}
      >
        {submit}
      </button>
    </form>
  );
}
