/** The lobby: find somebody to play with, sit down at an open table, open one, watch, talk. */
import { useSignal } from "@preact/signals";
import { useEffect, useState } from "preact/hooks";
import "../app";
import sheet from "sheet:room";
import words from "words:lobby";
import { problemWords } from "../api";
import { Choice } from "../choice";
import { Problem } from "../form";
import { addWords, t } from "../i18n";
import { Icon } from "../icons";
import { Page } from "../layout";
import { Live } from "../live";
import { Lost } from "../lost";
import { session } from "../session";
import { addSheet } from "../sheets";
import { TalkPanel } from "../talk/panel";
import { Create } from "./create";
import { Quick } from "./quick";
import { LOBBY, Lobby } from "./store";
import { OpenTables, PlayedTables } from "./tables";

addWords(words);
addSheet(sheet);

function useLobby(): Lobby {
  const [lobby] = useState(() => new Lobby());
  useEffect(() => {
    lobby.connection.start();
    return () => lobby.connection.stop();
  }, [lobby]);
  return lobby;
}

/** My own matches and tables, before anything new. */
function Mine() {
  const { tables, table, offers } = session.value;
  const running = tables.length > 0 ? tables : table ? [table] : [];
  if (running.length === 0 && offers.length === 0) return null;
  return (
    <ul class="resumes" role="list">
      {running.map((id) => (
        <li key={id}>
          <a class="resume" href={`/t/${id}`} data-testid="resume">
            <span>{t("resume-text")}</span>
            <b>{t("resume")}</b>
          </a>
        </li>
      ))}
      {offers.map((id) => (
        <li key={id}>
          <a class="resume" href={`/t/${id}`} data-testid="resume-offer">
            <span>{t("resume-offer-text")}</span>
            <b>{t("resume")}</b>
          </a>
        </li>
      ))}
    </ul>
  );
}

type Tab = "tables" | "talk";

function Tables({ lobby }: { lobby: Lobby }) {
  const creating = useSignal(false);
  return (
    <div class="lobby-tables">
      <Mine />
      <Quick />
      <section aria-labelledby="open-title">
        <header class="list-head">
          <h2 id="open-title">{t("lobby-open")}</h2>
          <button
            type="button"
            class="second"
            data-testid="create"
            onClick={() => {
              creating.value = true;
            }}
          >
            <Icon name="plus" /> {t("create")}
          </button>
        </header>
        <OpenTables lobby={lobby} />
      </section>
      <PlayedTables running={lobby.running.value} />
      {creating.value && (
        <Create
          onClose={() => {
            creating.value = false;
          }}
        />
      )}
    </div>
  );
}

export default function LobbyPage() {
  const lobby = useLobby();
  const tab = useSignal<Tab>("tables");
  const refusal = lobby.connection.refusal.value;
  return (
    <Page class="lobby" socket>
      <main data-tab={tab.value} data-testid="lobby">
        <header class="lobby-head">
          <h1>{t("lobby")}</h1>
          <p role="status">{lobby.online.value > 0 && t("lobby-online", { n: lobby.online.value })}</p>
          <Choice
            label={t("lobby-show")}
            name="tab"
            value={tab.value}
            options={(["tables", "talk"] as const).map((value) => ({ value, label: t(`lobby-${value}`) }))}
            onChange={(value) => {
              tab.value = value;
            }}
          />
          <Problem words={refusal && problemWords(refusal)} />
        </header>
        <Tables lobby={lobby} />
        <section class="lobby-talk" aria-labelledby="talk-title">
          <h2 id="talk-title">
            <Icon name="talk" /> {t("talk")}
          </h2>
          <TalkPanel talk={lobby.talk} place={LOBBY} isMe={lobby.isMe} />
        </section>
      </main>
      <Live />
      <Lost connection={lobby.connection} />
    </Page>
  );
}
