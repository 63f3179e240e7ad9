/** Friends, who asks to be one, and whom I do not want to hear. */
import { useEffect, useState } from "preact/hooks";
import {
  befriend,
  block,
  type Friends,
  findPeople,
  friends,
  type PersonInfo,
  unblock,
  unfriend,
} from "../api/people";
import { type Deed, useAnswer, useDeed } from "../ask";
import { Field, Problem } from "../form";
import { t } from "../i18n";
import { Page } from "../layout";
import { PersonRow } from "../person";
import { known, refresh, session } from "../session";
import { Sure } from "../sure";

const SHORTEST = 2;
const PAUSE_MS = 250;

/** What is written, once the writing pauses. */
function usePaused(text: string): string {
  const [paused, setPaused] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return paused;
}

interface ActProps {
  deed: Deed;
  /** The message on the button, and whose it is for those who hear it only. */
  words: string;
  name: string;
  act: () => Promise<unknown>;
  wanted?: boolean;
}

function Act({ deed, words, name, act, wanted = false }: ActProps) {
  return (
    <button
      type="button"
      class={wanted ? "primary small" : "second small"}
      data-testid={words}
      disabled={deed.busy}
      onClick={() => void deed.run(act)}
    >
      {t(words)}
      <span class="sr">: {name}</span>
    </button>
  );
}

/** What I am to somebody found by name. */
function standing(lists: Friends, id: string): "me" | "friends" | "asks" | "asked" | "blocks" | null {
  if (id === session.value.id) return "me";
  const names = ["friends", "asks", "asked", "blocks"] as const;
  return names.find((name) => lists[name].some((person) => person.id === id)) ?? null;
}

interface ListProps {
  lists: Friends;
  deed: Deed;
  /** Does it and asks for the lists anew. */
  after: (act: (id: string) => Promise<unknown>, id: string) => () => Promise<unknown>;
}

function Found({ lists, deed, after }: ListProps) {
  const [text, setText] = useState("");
  const name = usePaused(text.trim());
  const long = name.length >= SHORTEST;
  const found = useAnswer(async () => (long ? (await findPeople(name)).people : []), name);
  return (
    <search>
      <Field
        label={t("find")}
        name="name"
        type="search"
        autocomplete="off"
        required={false}
        maxLength={40}
        testId="find"
        onInput={setText}
      />
      <Problem words={found.problem} />
      <div role="status">
        {long && found.value?.length === 0 && <p class="hint">{t("find-none")}</p>}
        {found.value && found.value.length > 0 && (
          <span class="sr">{t("find-some", { n: found.value.length })}</span>
        )}
      </div>
      {found.value && found.value.length > 0 && (
        <ul class="people" role="list" data-testid="found">
          {found.value.map((person) => (
            <PersonRow key={person.id} person={person}>
              <Standing person={person} lists={lists} deed={deed} after={after} />
            </PersonRow>
          ))}
        </ul>
      )}
    </search>
  );
}

function Standing({ person, lists, deed, after }: ListProps & { person: PersonInfo }) {
  const { id, name } = person;
  const now = standing(lists, id);
  if (now === "asks")
    return <Act deed={deed} words="friend-asks" name={name} act={after(befriend, id)} wanted />;
  if (now === null && person.kind !== "account") return null;
  if (now === null) return <Act deed={deed} words="friend-no" name={name} act={after(befriend, id)} wanted />;
  return <small class="hint">{t(`standing-${now}`)}</small>;
}

interface GroupProps extends ListProps {
  title: string;
  people: readonly PersonInfo[];
  acts: readonly {
    words: string;
    act: (id: string) => Promise<unknown>;
    wanted?: boolean;
    /** What the key says when it asks first. */
    really?: string;
  }[];
  none?: string;
}

function Group({ title, people, acts, none, deed, after }: GroupProps) {
  if (people.length === 0 && !none) return null;
  return (
    <section>
      <h2>{t(title)}</h2>
      {people.length === 0 && none && <p class="hint">{t(none)}</p>}
      <ul class="people" role="list" data-testid={title}>
        {people.map((person) => (
          <PersonRow key={person.id} person={person}>
            {acts.map(({ words, act, wanted = false, really }) =>
              really ? (
                <Sure
                  key={words}
                  label={t(words)}
                  really={t(really)}
                  about={person.name}
                  busy={deed.busy}
                  act={() => void deed.run(after(act, person.id))}
                  testId={words}
                />
              ) : (
                <Act
                  key={words}
                  deed={deed}
                  words={words}
                  name={person.name}
                  act={after(act, person.id)}
                  wanted={wanted}
                />
              ),
            )}
          </PersonRow>
        ))}
      </ul>
    </section>
  );
}

/** A guest has only people whom he does not want to hear. */
function Lists({ guest }: { guest: boolean }) {
  const answer = useAnswer(friends, "friends");
  const deed = useDeed();
  const after: ListProps["after"] = (act, id) => async () => {
    await act(id);
    answer.set(await friends());
    await refresh();
  };
  const lists = answer.value;
  if (!lists) return <Problem words={answer.problem} />;
  const common = { lists, deed, after };
  if (guest) {
    return (
      <>
        <Problem words={deed.problem} />
        <Group {...common} title="blocks" people={lists.blocks} acts={[{ words: "unblock", act: unblock }]} />
      </>
    );
  }
  return (
    <>
      <Found {...common} />
      <Problem words={deed.problem} />
      <Group
        {...common}
        title="asks"
        people={lists.asks}
        acts={[
          { words: "friend-asks", act: befriend, wanted: true },
          { words: "refuse", act: unfriend },
          { words: "block", act: block },
        ]}
      />
      <Group
        {...common}
        title="friends"
        people={lists.friends}
        acts={[{ words: "remove", act: unfriend, really: "remove-really" }]}
        none="friends-none"
      />
      <Group
        {...common}
        title="asked"
        people={lists.asked}
        acts={[{ words: "friend-asked", act: unfriend }]}
      />
      <Group {...common} title="blocks" people={lists.blocks} acts={[{ words: "unblock", act: unblock }]} />
    </>
  );
}

function NeedsAccount() {
  return (
    <>
      <p class="lead">{t("friends-account")}</p>
      <p class="tools">
        <a class="primary" href="/account">
          {t("make-account")}
        </a>
        <a class="second" href="/login">
          {t("log-in")}
        </a>
      </p>
    </>
  );
}

export default function FriendsPage() {
  const { kind } = session.value;
  return (
    <Page>
      <main class="prose" aria-busy={!known.value}>
        <h1>{t("friends")}</h1>
        {known.value && kind !== "account" && <NeedsAccount />}
        {known.value && kind !== null && <Lists guest={kind !== "account"} />}
      </main>
    </Page>
  );
}
