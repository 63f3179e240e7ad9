/** What a page asks the server for when it opens, and what a form does. */
import { signal } from "@preact/signals";
import { useLayoutEffect, useState } from "preact/hooks";
import { problemWords } from "./api";

export interface Answer<T> {
  /** null until it is there. */
  value: T | null;
  /** Why there is none, in words. */
  problem: string | null;
  again(): void;
  set(value: T): void;
}

/** How many first answers pages wait for: until they are there, what stands below them has no place yet. */
export const awaited = signal(0);

/** Asks once, and anew whenever `about` changes; an answer to an older question is dropped. */
export function useAnswer<T>(ask: () => Promise<T>, about: string): Answer<T> {
  const [answer, setAnswer] = useState<{ about: string; value: T | null; problem: string | null }>();
  const [turn, setTurn] = useState(0);
  // before the page is painted: the foot must not be seen for a moment
  useLayoutEffect(() => {
    let wanted = true;
    let waits = true;
    awaited.value++;
    const settle = () => {
      if (waits) awaited.value--;
      waits = false;
    };
    const keep = (value: T | null, problem: string | null) => {
      if (wanted) setAnswer({ about, value, problem });
      settle();
    };
    ask().then(
      (value) => keep(value, null),
      (error) => keep(null, problemWords(error)),
    );
    return () => {
      wanted = false;
      settle();
    };
  }, [about, turn]);
  const here = answer?.about === about ? answer : null;
  return {
    value: here?.value ?? null,
    problem: here?.problem ?? null,
    again: () => setTurn(turn + 1),
    set: (value) => setAnswer({ about, value, problem: null }),
  };
}

export interface Deed {
  busy: boolean;
  problem: string | null;
  /** Does it; what is refused becomes `problem`, unless `instead` takes the error. */
  run(act: () => Promise<unknown>, instead?: (error: unknown) => boolean): Promise<void>;
  /** Says what is wrong with what was written, without asking the server. */
  refuse(words: string): void;
}

/** One thing at a time that may be refused. */
export function useDeed(): Deed {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const run: Deed["run"] = async (act, instead) => {
    if (busy) return;
    setBusy(true);
    setProblem(null);
    try {
      await act();
    } catch (error) {
      if (!instead?.(error)) setProblem(problemWords(error));
    }
    setBusy(false);
  };
  return { busy, problem, run, refuse: setProblem };
}
