/** Somebody: ratings, statistics, history, and what can be done about him. */
import { useEffect, useState } from "preact/hooks";
import { befriend, block, type Friendship, type Profile, profileOf, unblock, unfriend } from "../api/people";
import { useAnswer, useDeed } from "../ask";
import { Dialog } from "../dialog";
import { Problem } from "../form";
import { dayWords, momentWords } from "../format";
import { t } from "../i18n";
import { Icon } from "../icons";
import { Page } from "../layout";
import { Face, KindMark } from "../person";
import { Reasons } from "../report";
import { session } from "../session";
import { Sure } from "../sure";
import { Matches } from "./history";
import { Ratings, Statistics } from "./stats";

/** What the button of friendship does next. */
const NEXT: Readonly<Record<Friendship, { act: typeof befriend; to: Friendship }>> = {
  no: { act: befriend, to: "asked" },
  asks: { act: befriend, to: "agreed" },
  asked: { act: unfriend, to: "no" },
  agreed: { act: unfriend, to: "no" },
};

interface ChangeableProps {
  profile: Profile;
  onChange: (profile: Profile) => void;
}

interface FriendProps {
  friend: Friendship;
  name: string;
  busy: boolean;
  act: () => void;
}

function Friend({ friend, name, busy, act }: FriendProps) {
  if (friend === "agreed") {
    return (
      <Sure
        label={t("friend-agreed")}
        really={t("remove-really")}
        about={name}
        busy={busy}
        act={act}
        testId="friend"
      />
    );
  }
  return (
    <button
      type="button"
      class={friend === "asked" ? "second" : "primary"}
      data-testid="friend"
      data-friend={friend}
      disabled={busy}
      onClick={act}
    >
      {t(`friend-${friend}`)}
    </button>
  );
}

function Report({ profile }: { profile: Profile }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" class="second" data-testid="report" onClick={() => setOpen(true)}>
        {t("report")}
      </button>
      {open && (
        <Dialog title={profile.name} onClose={() => setOpen(false)} testId="reporting">
          <Reasons about={profile.id} place={null} said={null} />
        </Dialog>
      )}
    </>
  );
}

/** Friendship, the block list, a report; only for who has a session. */
function Others({ profile, onChange }: ChangeableProps) {
  const deed = useDeed();
  const { id, friend, blocked } = profile;
  const { act, to } = NEXT[friend];
  // guests and programs have no friends
  const mayBefriend = session.value.kind === "account" && profile.kind === "account";
  const turn = async () => {
    await act(id);
    onChange({ ...profile, friend: to });
  };
  const hush = async () => {
    await (blocked ? unblock : block)(id);
    onChange({ ...profile, blocked: !blocked, friend: blocked ? friend : "no" });
  };
  return (
    <>
      <p class="tools">
        {mayBefriend && !blocked && (
          <Friend friend={friend} name={profile.name} busy={deed.busy} act={() => void deed.run(turn)} />
        )}
        <button
          type="button"
          class="second"
          data-testid="block"
          aria-pressed={blocked}
          disabled={deed.busy}
          onClick={() => void deed.run(hush)}
        >
          {t(blocked ? "unblock" : "block")}
        </button>
        <Report profile={profile} />
        {session.value.role === "moderator" && (
          <a class="second" href={`/moderate/${id}`}>
            {t("moderate")}
          </a>
        )}
      </p>
      <Problem words={deed.problem} />
    </>
  );
}

/** What I find on my own page. */
function Own() {
  const { kind, muted } = session.value;
  return (
    <>
      {muted !== null && muted > Date.now() && (
        <p class="note warn" data-testid="muted">
          {t("muted-note", { until: momentWords(muted) })}
        </p>
      )}
      {kind === "guest" && (
        <p class="note">
          {t("guest-note")} <a href="/account">{t("guest-keep")}</a>
        </p>
      )}
      <p class="tools">
        <a class="second" href="/account" data-testid="to-account">
          <Icon name="settings" />
          {t("account-settings")}
        </a>
      </p>
    </>
  );
}

function Head({ profile, onChange }: ChangeableProps) {
  const me = session.value;
  return (
    <header class="profile-head">
      <Face {...profile} />
      <div>
        <h1 data-testid="profile-name">{profile.name}</h1>
        <p class="about">
          <KindMark kind={profile.kind} />
          <span>{t("since", { day: dayWords(profile.made) })}</span>
        </p>
      </div>
      <div class="profile-tools">
        {me.id === profile.id ? <Own /> : me.id && <Others profile={profile} onChange={onChange} />}
      </div>
    </header>
  );
}

function Body({ profile, onChange }: ChangeableProps) {
  const { history } = profile;
  useEffect(() => {
    document.title = `${profile.name} · istaka`;
  }, [profile.name]);
  return (
    <>
      <Head profile={profile} onChange={onChange} />
      <h2>{t("ratings")}</h2>
      <Ratings ratings={profile.ratings} matches={history.matches} />
      <h2>{t("stats")}</h2>
      <Statistics stats={profile.stats} />
      <h2>{t("history")}</h2>
      <Matches
        person={profile.id}
        {...history}
        onMore={(matches, more) => onChange({ ...profile, history: { matches, more } })}
      />
    </>
  );
}

export default function ProfilePage({ id }: { id: string }) {
  const answer = useAnswer(() => profileOf(id), id);
  return (
    <Page>
      <main class="prose" aria-busy={!answer.value && !answer.problem}>
        {answer.value && <Body profile={answer.value} onChange={answer.set} />}
        {answer.problem && (
          <>
            <h1>{t("profile")}</h1>
            <Problem words={answer.problem} />
          </>
        )}
      </main>
    </Page>
  );
}
