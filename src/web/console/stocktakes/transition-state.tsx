import { useEffect, useState } from "preact/hooks";
import { msg } from "../../../domain/message.ts";
import { number, t } from "../../i18n/translate.ts";
import { eventData } from "../realtime/live.ts";
import type { Action } from "./use-transition.ts";

/** A long work has begun, and goes on; or why something was not done. */
export function TransitionState({ action: { doing, since, jobId, problem } }: { readonly action: Action }) {
  // The frame shows the progress of a job.
  const isShown = jobId !== null && (eventData.jobs.value?.jobs.some(({ id }) => id === jobId) ?? false);
  return (
    <div role="status">
      {doing !== null && !isShown && (
        <div class="long-work">
          <label>
            {t(doing)} <Seconds since={since} />
            <progress />
          </label>
        </div>
      )}
      {problem !== null && problem !== "" && <p class="note is-bad">{problem}</p>}
    </div>
  );
}

/** How long it takes already: a sign of life. Not read out each time. */
function Seconds({ since }: { readonly since: number }) {
  const [now, setNow] = useState(Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  const seconds = Math.max(0, Math.floor((now - since) / 1000));
  return <span aria-hidden="true">{seconds > 0 && t(TEXTS.seconds, { n: number(seconds) })}</span>;
}

const TEXTS = { seconds: msg("({n} s)") };
