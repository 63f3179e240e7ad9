/** Play now: a few choices, each with a good default, and one tap. */
import { useSignal } from "@preact/signals";
import { keepOptions, lastOptions, start } from "../again";
import { type PlayOptions, problemWords } from "../api";
import { offerTable, privateTable } from "../api/offers";
import { useDeed } from "../ask";
import { Choice } from "../choice";
import { Problem } from "../form";
import { t } from "../i18n";
import { Page } from "../layout";
import { useName } from "../name-ask";
import { go } from "../route";
import { refresh, session } from "../session";
import { TileFace } from "../tile";

const FAN = ["K11", "K12", "J", "Y8", "R8", "B8"];

function Resume({ table }: { table: string }) {
  return (
    <a class="resume" href={`/t/${table}`} data-testid="resume">
      <span>{t("resume-text")}</span>
      <b>{t("resume")}</b>
    </a>
  );
}

function Hero() {
  return (
    <div class="hero">
      <div class="hero-tiles" aria-hidden="true">
        {FAN.map((tile) => (
          <TileFace key={tile} tile={tile} wild="K13" />
        ))}
      </div>
      <h1>{t("tagline")}</h1>
      <p>{t("pitch")}</p>
    </div>
  );
}

/** The same match, with friends who get a link; or with whoever is in the lobby. */
function WithFriends({ options }: { options: PlayOptions }) {
  const { problem, busy, run } = useDeed();
  const invite = async (name: string | null) => {
    keepOptions(options);
    const { id } = await offerTable(privateTable(options), name);
    await refresh();
    go(`/t/${id}`);
  };
  const { withName, dialog } = useName(t("with-friends"), (name) => void run(() => invite(name)));
  return (
    <>
      <div class="with-others">
        <button type="button" class="second" data-testid="with-friends" disabled={busy} onClick={withName}>
          {t("with-friends")}
        </button>
        <a class="second" href="/lobby" data-testid="to-lobby">
          {t("with-anybody")}
        </a>
      </div>
      <Problem words={problem} />
      {dialog}
    </>
  );
}

export function Home() {
  const running = session.value.table;
  const options = useSignal<PlayOptions>(lastOptions());
  const problem = useSignal<string | null>(null);
  const busy = useSignal(false);
  const set = <K extends keyof PlayOptions>(name: K) => {
    return (value: PlayOptions[K]) => {
      options.value = { ...options.value, [name]: value };
    };
  };
  const begin = async () => {
    busy.value = true;
    problem.value = null;
    try {
      await start(options.value);
    } catch (error) {
      problem.value = problemWords(error);
    }
    busy.value = false;
  };
  const { players, limit, level, clock } = options.value;
  return (
    <Page class="home">
      <main>
        <Hero />
        <form
          class="card"
          onSubmit={(event) => {
            event.preventDefault();
            void begin();
          }}
        >
          {running && <Resume table={running} />}
          <Choice
            label={t("players")}
            name="players"
            value={players}
            options={([2, 3, 4] as const).map((value) => ({ value, label: String(value) }))}
            onChange={set("players")}
          />
          <Choice
            label={t("bots")}
            name="level"
            value={level}
            options={(["random", "greedy", "careful"] as const).map((value) => ({
              value,
              label: t(`level-${value}`),
            }))}
            onChange={set("level")}
          />
          <Choice
            label={t("limit")}
            name="limit"
            value={limit}
            options={([40, 80] as const).map((value) => ({ value, label: t(`limit-${value}`) }))}
            onChange={set("limit")}
          />
          <Choice
            label={t("clock")}
            name="clock"
            value={clock}
            options={([0, 60, 30, 20, 10] as const).map((value) => ({
              value,
              label: value === 0 ? t("clock-none") : t("clock-seconds", { n: value }),
            }))}
            onChange={set("clock")}
          />
          <button type="submit" class="primary big" data-testid="play-now" disabled={busy.value}>
            {t("play-now")}
          </button>
          <WithFriends options={options.value} />
          <Problem words={problem.value} />
        </form>
      </main>
    </Page>
  );
}
