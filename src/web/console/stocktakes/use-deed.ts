import { useEffect, useRef, useState } from "preact/hooks";
import { type Message, msg } from "../../../domain/message.ts";
import { t } from "../../app/words.ts";
import { type Asked, BoxAway } from "../../box/ask.ts";
import { askAsUser } from "../../box/tokens.ts";
import { returns } from "../live/live.ts";
import { problemText } from "../save/problem.ts";

/** Something that the box is asked to do, one at a time, and how it goes. */
export interface Deed {
  /** What is being done now; null: nothing. */
  readonly doing: Message | null;
  /** Since when, ms since 1970. */
  readonly since: number;
  /** Why the last one was not done, in the box's words. */
  readonly problem: string | null;
  /** Does it; null: it was not done, `problem` says why. `after` is done in either case: what is so now is looked at. */
  run<T>(words: Message, path: string, asked: Asked): Promise<T | null>;
}

/** A long write of the box takes as long as it takes: it is not called off half way. */
const LONG_MS = 15 * 60_000;

/** What a screen asks the box to do; `after` each, done or refused, what is so now is asked for. */
export function useDeed(after: () => void): Deed {
  const [doing, setDoing] = useState<{ readonly words: Message; readonly since: number } | null>(null);
  const [problem, setProblem] = useState<{ readonly text: string; readonly isAway: boolean } | null>(null);
  const isBusy = useRef(false);
  const isHere = useRef(true);
  useEffect(
    () => () => {
      isHere.current = false;
    },
    [],
  );
  useEffect(() => setProblem((now) => (now?.isAway ? null : now)), [returns.value]);
  return {
    doing: doing?.words ?? null,
    since: doing?.since ?? 0,
    problem: problem?.text ?? null,
    async run<T>(words: Message, path: string, asked: Asked) {
      if (isBusy.current) return null;
      isBusy.current = true;
      setDoing({ words, since: Date.now() });
      setProblem(null);
      try {
        return await askAsUser<T>(path, { timeoutMs: LONG_MS, ...asked });
      } catch (error) {
        const isAway = error instanceof BoxAway;
        setProblem({ text: isAway ? t(TEXTS.away) : problemText(error), isAway });
        return null;
      } finally {
        isBusy.current = false;
        if (isHere.current) {
          setDoing(null);
          after();
        }
      }
    },
  };
}

const TEXTS = {
  away: msg(
    "The server is not responding. The result is shown here when it responds again.",
    "Server neodpovídá. Výsledek se tu zobrazí, až začne odpovídat.",
  ),
};
