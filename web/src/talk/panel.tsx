/** The talk of a place: what was said, emoji and phrases for one tap, and a line to write. */
import { useSignal } from "@preact/signals";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { momentWords } from "../format";
import { hasWords, t } from "../i18n";
import { Icon } from "../icons";
import type { Said } from "../wire";
import { lineWords } from "../words";
import { About } from "./about";
import { LONGEST_LINE, PHRASES, type Talk } from "./talk";

const EMOJI = ["👍", "👏", "🙂", "😂", "😮", "😅", "😢", "❤️", "🍀", "🎉"] as const;

interface LineProps {
  said: Said;
  mine: boolean;
  onSpeaker: () => void;
}

function Line({ said, mine, onSpeaker }: LineProps) {
  const { name } = said.from;
  return (
    <li class={mine ? "line mine" : "line"} data-testid="chat-line" data-from={said.from.id}>
      {mine ? (
        <b>{name}</b>
      ) : (
        <button type="button" class="speaker" title={t("about-person", { name })} onClick={onSpeaker}>
          {name}
        </button>
      )}{" "}
      <span class="words">{lineWords(said)}</span>
    </li>
  );
}

/** Keeps the last line in sight, unless the reader has gone up to older ones. */
function useLast(count: number) {
  const list = useRef<HTMLDivElement>(null);
  const atEnd = useRef(true);
  useLayoutEffect(() => {
    const element = list.current;
    if (element && atEnd.current) element.scrollTop = element.scrollHeight;
  }, [count]);
  const look = () => {
    const element = list.current;
    if (element) atEnd.current = element.scrollHeight - element.scrollTop - element.clientHeight < 40;
  };
  return { list, look };
}

interface LinesProps {
  talk: Talk;
  isMe: (person: string) => boolean;
  onSpeaker: (said: Said) => void;
}

function Lines({ talk, isMe, onSpeaker }: LinesProps) {
  const lines = talk.lines.value;
  const { list, look } = useLast(lines.length);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached from the keyboard
    <div ref={list} class="lines" role="log" aria-label={t("talk-lines")} tabIndex={0} onScroll={look}>
      {lines.length === 0 && <p class="hint">{t("talk-nothing")}</p>}
      <ol role="list">
        {lines.map((said) => (
          <Line key={said.n} said={said} mine={isMe(said.from.id)} onSpeaker={() => onSpeaker(said)} />
        ))}
      </ol>
    </div>
  );
}

/** One tap says it: faces first, then phrases that everyone reads in his own language. */
function Quick({ talk }: { talk: Talk }) {
  return (
    <fieldset class="quick">
      <legend class="sr">{t("talk-quick")}</legend>
      {PHRASES.map((phrase) => (
        <button
          key={phrase}
          type="button"
          data-testid={`phrase-${phrase}`}
          onClick={() => talk.sayPhrase(phrase)}
        >
          {t(`phrase-${phrase}`)}
        </button>
      ))}
      {EMOJI.map((face) => (
        <button key={face} type="button" class="face" onClick={() => talk.sayText(face)}>
          {face}
        </button>
      ))}
    </fieldset>
  );
}

function refusalWords({ code, params }: { code: string; params: Record<string, unknown> }): string {
  const until = typeof params.until === "number" ? momentWords(params.until) : "";
  const id = [`talk-${code}`, `refused-${code}`].find(hasWords) ?? "problem-server";
  return t(id, { until });
}

function Write({ talk }: { talk: Talk }) {
  const refusal = talk.refusal.value;
  return (
    <form
      class="write"
      onSubmit={(event) => {
        event.preventDefault();
        talk.sayDraft();
      }}
    >
      {refusal && (
        <p class="problem" role="alert">
          {refusalWords(refusal)}
        </p>
      )}
      <input
        type="text"
        data-testid="chat-text"
        aria-label={t("talk-write")}
        placeholder={t("talk-write")}
        maxLength={LONGEST_LINE}
        autocomplete="off"
        enterkeyhint="send"
        value={talk.draft.value}
        onInput={(event) => {
          talk.draft.value = event.currentTarget.value;
        }}
      />
      <button type="submit" class="round send" data-testid="chat-send" aria-label={t("talk-send")}>
        <Icon name="send" />
      </button>
    </form>
  );
}

export interface TalkPanelProps {
  talk: Talk;
  /** Where it is said, for a report. */
  place: string;
  isMe: (person: string) => boolean;
  /** Why nothing can be written here, in words; absent where it can. */
  closed?: string;
}

export function TalkPanel({ talk, place, isMe, closed }: TalkPanelProps) {
  const about = useSignal<Said | null>(null);
  useEffect(() => {
    talk.read(true);
    return () => talk.read(false);
  }, [talk]);
  return (
    <div class="talk">
      <Lines
        talk={talk}
        isMe={isMe}
        onSpeaker={(said) => {
          about.value = said;
        }}
      />
      {talk.silenced.value.size > 0 && (
        <button type="button" class="hear-all" data-testid="hear-all" onClick={() => talk.hearAll()}>
          {t("talk-hear-all", { n: talk.silenced.value.size })}
        </button>
      )}
      {closed ? <p class="hint">{closed}</p> : <Quick talk={talk} />}
      {!closed && <Write talk={talk} />}
      {about.value && (
        <About
          said={about.value}
          place={place}
          onClose={() => {
            about.value = null;
          }}
        />
      )}
    </div>
  );
}
