/** From guest to account: why, a name, a password, and the recovery codes. */
import { useState } from "preact/hooks";
import { makeAccount, rename } from "../api/account";
import { useDeed } from "../ask";
import { Field, Form, PasswordField } from "../form";
import { t } from "../i18n";
import { Icon } from "../icons";
import { refresh, session } from "../session";
import { Codes, LONGEST_NAME, OpenNetwork, SHORTEST_PASSWORD } from "./parts";

const WHY = ["name", "rating", "friends", "devices"] as const;

/** What a guest is called; the others at the table see it. */
export function GuestName() {
  const deed = useDeed();
  const [kept, setKept] = useState(false);
  return (
    <Form
      deed={deed}
      submit={t("save")}
      testId="guest-name"
      look="second"
      act={async (field) => {
        setKept(false);
        await rename(field("name"));
        await refresh();
        setKept(true);
      }}
    >
      <Field
        key={session.value.name}
        label={t("guest-name")}
        name="name"
        autocomplete="off"
        value={session.value.name ?? ""}
        maxLength={LONGEST_NAME}
        hint={t("guest-name-hint")}
        testId="guest-name-field"
      />
      <p class="done" role="status">
        {kept && t("saved")}
      </p>
    </Form>
  );
}

/** The form; `onMade` gets the codes before the page turns to the account. */
export function Join({ onMade }: { onMade: (made: { name: string; codes: string[] }) => void }) {
  const deed = useDeed();
  const guest = session.value.kind === "guest";
  return (
    <section>
      <h2>{t("make-account")}</h2>
      <ul class="why-account" role="list">
        {WHY.map((id) => (
          <li key={id}>
            <Icon name="check" />
            {t(`join-why-${id}`)}
          </li>
        ))}
      </ul>
      {guest && <p class="hint">{t("join-keeps")}</p>}
      <OpenNetwork />
      <Form
        deed={deed}
        submit={t("make-account")}
        testId="join"
        act={async (field) => {
          const name = field("username");
          onMade({ name, ...(await makeAccount(name, field("password"))) });
          await refresh();
        }}
      >
        <Field
          label={t("name")}
          name="username"
          autocomplete="username"
          maxLength={LONGEST_NAME}
          hint={t("join-name-hint")}
          testId="join-name"
        />
        <PasswordField
          label={t("password")}
          name="password"
          autocomplete="new-password"
          minLength={SHORTEST_PASSWORD}
          hint={t("password-hint", { least: SHORTEST_PASSWORD })}
          testId="join-password"
        />
      </Form>
    </section>
  );
}

/** The codes of an account just made. */
export function Made({ name, codes, onDone }: { name: string; codes: string[]; onDone: () => void }) {
  return (
    <>
      <p class="lead">{t("join-done", { name })}</p>
      <Codes codes={codes} name={name} onDone={onDone} />
    </>
  );
}
