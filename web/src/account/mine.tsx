/** What the owner of an account can do with it. */
import { useState } from "preact/hooks";
import {
  changePassword,
  deleteAccount,
  EXPORT_PATH,
  endSession,
  logOut,
  newCodes,
  sessions,
} from "../api/account";
import { useAnswer, useDeed } from "../ask";
import { Dialog } from "../dialog";
import { Field, Form, PasswordField, Problem, Username } from "../form";
import { momentWords } from "../format";
import { t } from "../i18n";
import { Icon } from "../icons";
import { go } from "../route";
import { refresh, session } from "../session";
import { Bots } from "./bots";
import { Codes, OpenNetwork, Section, SHORTEST_PASSWORD } from "./parts";

function Password({ name }: { name: string }) {
  const deed = useDeed();
  const [done, setDone] = useState(false);
  // the fields are emptied by making the form anew
  const [turn, setTurn] = useState(0);
  return (
    <>
      <Form
        key={turn}
        deed={deed}
        submit={t("password-change")}
        testId="password"
        act={async (field) => {
          setDone(false);
          await changePassword(field("old"), field("new"));
          setTurn(turn + 1);
          setDone(true);
        }}
      >
        <OpenNetwork />
        <Username name={name} />
        <PasswordField
          label={t("password-old")}
          name="old"
          autocomplete="current-password"
          testId="password-old"
        />
        <PasswordField
          label={t("password-new")}
          name="new"
          autocomplete="new-password"
          minLength={SHORTEST_PASSWORD}
          hint={t("password-hint", { least: SHORTEST_PASSWORD })}
          testId="password-new"
        />
      </Form>
      <p class="done" role="status">
        {done && t("password-changed")}
      </p>
    </>
  );
}

function NewCodes({ name }: { name: string }) {
  const deed = useDeed();
  const [codes, setCodes] = useState<string[] | null>(null);
  if (codes) return <Codes codes={codes} name={name} onDone={() => setCodes(null)} />;
  return (
    <Form
      deed={deed}
      submit={t("codes-new")}
      testId="codes-new"
      act={async (field) => setCodes((await newCodes(field("password"))).codes)}
    >
      <p>{t("codes-new-text")}</p>
      <Username name={name} />
      <PasswordField
        label={t("password")}
        name="password"
        autocomplete="current-password"
        testId="codes-password"
      />
    </Form>
  );
}

function Sessions() {
  const list = useAnswer(sessions, "sessions");
  const deed = useDeed();
  const end = (id: string) => async () => {
    await endSession(id);
    list.set(await sessions());
  };
  return (
    <>
      <p>{t("sessions-text")}</p>
      <Problem words={list.problem ?? deed.problem} />
      <ul class="people" role="list">
        {list.value?.sessions.map(({ id, made, here }) => (
          <li key={id} class="program">
            <span>{t("session-since", { when: momentWords(made) })}</span>
            {here ? (
              <small class="hint">{t("session-here")}</small>
            ) : (
              <button
                type="button"
                class="second small"
                disabled={deed.busy}
                onClick={() => void deed.run(end(id))}
              >
                {t("log-out")}
              </button>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}

/** Deleting is asked for by writing one's own name, and an account's password. */
function Erase({ name, guest, onClose }: { name: string; guest: boolean; onClose: () => void }) {
  const deed = useDeed();
  const [typed, setTyped] = useState("");
  return (
    <Dialog title={t("delete-title")} onClose={onClose} testId="delete">
      <p>{t("delete-text")}</p>
      <Form
        deed={deed}
        submit={t("delete-yes")}
        testId="delete-form"
        look="danger"
        disabled={typed.trim() !== name}
        act={async (field) => {
          await deleteAccount(guest ? null : field("password"));
          await refresh();
          go("/", { replace: true });
        }}
      >
        <Field
          label={t("delete-type", { name })}
          name="confirm"
          autocomplete="off"
          testId="delete-name"
          onInput={setTyped}
        />
        {!guest && (
          <>
            <Username name={name} />
            <PasswordField
              label={t("password")}
              name="password"
              autocomplete="current-password"
              testId="delete-password"
            />
          </>
        )}
      </Form>
    </Dialog>
  );
}

/** Take my data along, or delete it; for guests too. */
export function Data({ name, guest }: { name: string; guest: boolean }) {
  const [erasing, setErasing] = useState(false);
  return (
    <>
      <p>{t("data-text")}</p>
      <p class="tools">
        <a class="second" href={EXPORT_PATH} download="istaka.json" data-testid="export">
          <Icon name="down" />
          {t("export")}
        </a>
        <button type="button" class="danger" data-testid="erase" onClick={() => setErasing(true)}>
          {t(guest ? "delete-guest" : "delete-account")}
        </button>
      </p>
      {erasing && <Erase name={name} guest={guest} onClose={() => setErasing(false)} />}
    </>
  );
}

export function Mine({ name }: { name: string }) {
  const deed = useDeed();
  const leave = async () => {
    await logOut();
    await refresh();
    go("/login");
  };
  return (
    <>
      <p class="tools">
        <a class="second" href={`/p/${session.value.id}`}>
          {t("my-profile")}
        </a>
        {session.value.role === "moderator" && (
          <a class="second" href="/moderate" data-testid="to-moderate">
            {t("moderate")}
          </a>
        )}
        <button
          type="button"
          class="second"
          data-testid="log-out"
          disabled={deed.busy}
          onClick={() => void deed.run(leave)}
        >
          {t("log-out")}
        </button>
      </p>
      <Problem words={deed.problem} />
      <Section id="password">
        <Password name={name} />
      </Section>
      <Section id="codes">
        <NewCodes name={name} />
      </Section>
      <Section id="sessions">
        <Sessions />
      </Section>
      <Section id="bots">
        <Bots />
      </Section>
      <Section id="data">
        <Data name={name} guest={false} />
      </Section>
    </>
  );
}
