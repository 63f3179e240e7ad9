/** Back into an account: with its password, or with a recovery code and a new password. */
import { useState } from "preact/hooks";
import { ApiError } from "../api";
import { logIn, recover } from "../api/account";
import { useDeed } from "../ask";
import { Dialog } from "../dialog";
import { Field, Form, PasswordField, Problem } from "../form";
import { t } from "../i18n";
import { Page } from "../layout";
import { go } from "../route";
import { refresh, session } from "../session";
import { LONGEST_NAME, OpenNetwork, SHORTEST_PASSWORD } from "./parts";

/** To my profile, so that the way back does not lead to a form that is done with. */
async function arrive(): Promise<void> {
  await refresh();
  go(`/p/${session.value.id}`, { replace: true });
}

interface Wish {
  name: string;
  password: string;
}

/** Matches of a guest do not come along: asked about once. */
function LeaveGuest({ wish, onClose }: { wish: Wish; onClose: () => void }) {
  const deed = useDeed();
  const enter = async () => {
    await logIn(wish.name, wish.password, true);
    await arrive();
  };
  return (
    <Dialog title={t("leave-guest-title")} onClose={onClose} testId="leave-guest">
      <p>{t("leave-guest-text")}</p>
      <Problem words={deed.problem} />
      <div class="answers">
        <button type="button" data-testid="confirm-no" onClick={onClose}>
          {t("cancel")}
        </button>
        <button
          type="button"
          class="primary"
          data-testid="confirm-yes"
          disabled={deed.busy}
          onClick={() => void deed.run(enter)}
        >
          {t("leave-guest-yes")}
        </button>
      </div>
    </Dialog>
  );
}

export function LoginPage() {
  const deed = useDeed();
  const [asked, setAsked] = useState<Wish | null>(null);
  const [wish, setWish] = useState<Wish>({ name: "", password: "" });
  const guestAsked = (error: unknown) => {
    const asks = error instanceof ApiError && error.code === "guest_has_matches";
    if (asks) setAsked(wish);
    return asks;
  };
  return (
    <Page>
      <main class="prose narrow">
        <h1>{t("log-in")}</h1>
        <OpenNetwork />
        <Form
          deed={deed}
          submit={t("log-in")}
          testId="login"
          instead={guestAsked}
          act={async (field) => {
            wish.name = field("username");
            wish.password = field("password");
            setWish(wish);
            await logIn(wish.name, wish.password, false);
            await arrive();
          }}
        >
          <Field
            label={t("name")}
            name="username"
            autocomplete="username"
            maxLength={LONGEST_NAME}
            testId="login-name"
          />
          <PasswordField
            label={t("password")}
            name="password"
            autocomplete="current-password"
            testId="login-password"
          />
        </Form>
        <p class="ways-on">
          <a href="/recover">{t("forgotten")}</a>
          <a href="/account">{t("make-account")}</a>
        </p>
        {asked && <LeaveGuest wish={asked} onClose={() => setAsked(null)} />}
      </main>
    </Page>
  );
}

export function RecoverPage() {
  const deed = useDeed();
  return (
    <Page>
      <main class="prose narrow">
        <h1>{t("recover")}</h1>
        <p class="lead">{t("recover-lead")}</p>
        <OpenNetwork />
        <Form
          deed={deed}
          submit={t("recover-submit")}
          testId="recover"
          act={async (field) => {
            await recover(field("username"), field("code"), field("password"));
            await arrive();
          }}
        >
          <Field
            label={t("name")}
            name="username"
            autocomplete="username"
            maxLength={LONGEST_NAME}
            testId="recover-name"
          />
          <Field
            label={t("code")}
            name="code"
            autocomplete="off"
            maxLength={80}
            hint={t("code-hint")}
            testId="recover-code"
          />
          <PasswordField
            label={t("password-new")}
            name="password"
            autocomplete="new-password"
            minLength={SHORTEST_PASSWORD}
            hint={t("password-hint", { least: SHORTEST_PASSWORD })}
            testId="recover-password"
          />
        </Form>
        <p class="hint">{t("recover-none")}</p>
      </main>
    </Page>
  );
}
