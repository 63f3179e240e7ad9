/** My bot accounts: programs that play under a name of their own, and the tokens by which they prove themselves. */
import { useState } from "preact/hooks";
import {
  deleteProgram,
  giveToken,
  makeProgram,
  type NewToken,
  type Program,
  programs,
  revokeToken,
  SCOPES,
  type Scope,
  type Token,
} from "../api/programs";
import { type Deed, useAnswer, useDeed } from "../ask";
import { Choice } from "../choice";
import { focusPage, useFocus } from "../focus";
import { Field, Form, Problem } from "../form";
import { dayWords, momentWords } from "../format";
import { t } from "../i18n";
import { Sure } from "../sure";
import { Copy, LONGEST_NAME } from "./parts";

/** A token just made; nobody can look at it later, the server least of all. */
function Shown({ name, token, onDone }: NewToken & { onDone: () => void }) {
  const shown = useFocus<HTMLElement>();
  const done = () => {
    onDone();
    focusPage();
  };
  return (
    <section ref={shown} class="once" data-testid="token" tabIndex={-1}>
      <h3>{t("token-title", { name })}</h3>
      <p>{t("token-text")}</p>
      <p>
        <code class="token">{token}</code>
      </p>
      <p class="tools">
        <Copy text={token} testId="token-copy" />
        <button type="button" class="primary" data-testid="token-kept" onClick={done}>
          {t("token-kept")}
        </button>
      </p>
    </section>
  );
}

interface Work {
  deed: Deed;
  /** Does it, then reads the list anew. */
  then: (act: () => Promise<unknown>) => void;
}

function TokenRow({ token, program, deed, then }: Work & { token: Token; program: Program }) {
  const { id, name, scope, made, used } = token;
  const words = name || t(`scope-${scope}`);
  return (
    <li class="program" data-testid="bot-token">
      <span>
        {words}
        <small class="hint">
          {name && `${t(`scope-${scope}`)} · `}
          {t("bot-made", { day: dayWords(made) })} ·{" "}
          {used === null ? t("bot-unused") : t("bot-used", { when: momentWords(used) })}
        </small>
      </span>
      <Sure
        label={t("bot-revoke")}
        really={t("bot-revoke-really")}
        about={`${program.name}, ${words}`}
        busy={deed.busy}
        act={() => then(() => revokeToken(program.id, id))}
        testId="bot-revoke"
      />
    </li>
  );
}

/** Another token of a bot account. */
function Another({ program, onGiven }: { program: Program; onGiven: (given: NewToken) => Promise<void> }) {
  const deed = useDeed();
  const [scope, setScope] = useState<Scope>("play");
  return (
    <details class="another">
      <summary>{t("token-another")}</summary>
      <Form
        deed={deed}
        submit={t("token-make")}
        testId="make-token"
        look="second"
        act={async (field) => onGiven(await giveToken(program.id, field("name"), scope))}
      >
        <Choice
          label={t("token-scope")}
          name={`scope-${program.id}`}
          value={scope}
          options={SCOPES.map((value) => ({ value, label: t(`scope-${value}`) }))}
          onChange={setScope}
        />
        <Field
          label={t("token-name")}
          name="name"
          autocomplete="off"
          required={false}
          maxLength={LONGEST_NAME}
        />
      </Form>
    </details>
  );
}

interface RowProps extends Work {
  program: Program;
  onGiven: (given: NewToken) => Promise<void>;
}

function Row({ program, deed, then, onGiven }: RowProps) {
  const { id, name, tokens } = program;
  return (
    <li data-testid="bot">
      <a class="person-name" href={`/p/${id}`}>
        <span>{name}</span>
      </a>
      <Sure
        label={t("bot-delete")}
        really={t("bot-delete-really")}
        about={name}
        busy={deed.busy}
        act={() => then(() => deleteProgram(id))}
        testId="bot-delete"
      />
      <ul class="tokens" role="list">
        {tokens.map((token) => (
          <TokenRow key={token.id} token={token} program={program} deed={deed} then={then} />
        ))}
      </ul>
      <Another program={program} onGiven={onGiven} />
    </li>
  );
}

export function Bots() {
  const list = useAnswer(programs, "bots");
  const deed = useDeed();
  const making = useDeed();
  const [given, setGiven] = useState<NewToken | null>(null);
  const again = async () => list.set(await programs());
  const onGiven = async (one: NewToken) => {
    setGiven(one);
    await again();
  };
  const then: Work["then"] = (act) => void deed.run(() => act().then(again));
  return (
    <>
      <p>{t("bots-text")}</p>
      <Problem words={list.problem ?? deed.problem} />
      <ul class="people" role="list">
        {list.value?.bots.map((program) => (
          <Row key={program.id} program={program} deed={deed} then={then} onGiven={onGiven} />
        ))}
      </ul>
      {given ? (
        <Shown {...given} onDone={() => setGiven(null)} />
      ) : (
        <Form
          deed={making}
          submit={t("bot-make")}
          testId="make-bot"
          act={async (field) => onGiven(await makeProgram(field("name")))}
        >
          <Field
            label={t("bot-name")}
            name="name"
            autocomplete="off"
            maxLength={LONGEST_NAME}
            testId="make-bot-name"
          />
        </Form>
      )}
    </>
  );
}
