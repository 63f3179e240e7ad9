/** My bot accounts: programs that play under a name of their own, with a token each. */
import { useState } from "preact/hooks";
import { deleteProgram, makeProgram, type Program, programs } from "../api/account";
import { useAnswer, useDeed } from "../ask";
import { focusPage, useFocus } from "../focus";
import { Field, Form, Problem } from "../form";
import { dayWords, momentWords } from "../format";
import { t } from "../i18n";
import { Sure } from "../sure";
import { Copy, LONGEST_NAME } from "./parts";

/** A token just made; nobody can look at it later, the server least of all. */
function Token({ name, token, onDone }: { name: string; token: string; onDone: () => void }) {
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

function Row({ program, onEnd, busy }: { program: Program; onEnd: () => void; busy: boolean }) {
  const { id, name, made, used } = program;
  return (
    <li class="program" data-testid="bot">
      <span>
        <a class="person-name" href={`/p/${id}`}>
          {name}
        </a>
        <small class="hint">
          {t("bot-made", { day: dayWords(made) })} ·{" "}
          {used === null ? t("bot-unused") : t("bot-used", { when: momentWords(used) })}
        </small>
      </span>
      <Sure
        label={t("bot-revoke")}
        really={t("bot-revoke-really")}
        about={name}
        busy={busy}
        act={onEnd}
        testId="bot-revoke"
      />
    </li>
  );
}

export function Bots() {
  const list = useAnswer(programs, "bots");
  const ending = useDeed();
  const making = useDeed();
  const [made, setMade] = useState<{ name: string; token: string } | null>(null);
  const end = (id: string) => async () => {
    await deleteProgram(id);
    list.set(await programs());
  };
  return (
    <>
      <p>{t("bots-text")}</p>
      <Problem words={list.problem ?? ending.problem} />
      <ul class="people" role="list">
        {list.value?.bots.map((program) => (
          <Row
            key={program.id}
            program={program}
            busy={ending.busy}
            onEnd={() => void ending.run(end(program.id))}
          />
        ))}
      </ul>
      {made ? (
        <Token {...made} onDone={() => setMade(null)} />
      ) : (
        <Form
          deed={making}
          submit={t("bot-make")}
          testId="make-bot"
          act={async (field) => {
            const { name, token } = await makeProgram(field("name"));
            setMade({ name, token });
            list.set(await programs());
          }}
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
