/** /account: a guest's name and the way to an account, or the account itself. */
import { useState } from "preact/hooks";
import { t } from "../i18n";
import { Page } from "../layout";
import { known, session } from "../session";
import { SettingsForm } from "../settings-form";
import { GuestName, Join, Made } from "./join";
import { Data, Mine } from "./mine";
import { Section } from "./parts";

function Guest({ onMade }: { onMade: (made: { name: string; codes: string[] }) => void }) {
  const { kind, name } = session.value;
  return (
    <>
      {kind === "guest" && <GuestName />}
      <Join onMade={onMade} />
      <p class="ways-on">
        {t("join-already")} <a href="/login">{t("log-in")}</a>
      </p>
      {kind === "guest" && (
        <Section id="data">
          <Data name={name ?? ""} guest />
        </Section>
      )}
    </>
  );
}

function Body() {
  const { kind, name } = session.value;
  const [made, setMade] = useState<{ name: string; codes: string[] } | null>(null);
  if (made) return <Made {...made} onDone={() => setMade(null)} />;
  return (
    <>
      {kind === "account" ? <Mine name={name ?? ""} /> : <Guest onMade={setMade} />}
      <Section id="settings">
        <SettingsForm languages={false} />
      </Section>
    </>
  );
}

export function AccountPage() {
  const { kind, name } = session.value;
  return (
    <Page>
      <main class="prose narrow account" aria-busy={!known.value}>
        <h1>{kind === "account" ? name : t("account")}</h1>
        {known.value && <Body />}
      </main>
    </Page>
  );
}
