import { useState } from "preact/hooks";
import { msg } from "../../../domain/message.ts";
import { runSelfCheck } from "../../api/console/system.ts";
import { requestAsUser } from "../../api/tokens.ts";
import type { BoxChecks } from "../../api/types/endpoints.d.ts";
import { t, when } from "../../i18n/translate.ts";
import { Icon } from "../../ui/icon.tsx";
import { problemText } from "../forms/problem.ts";

interface SelfCheckProps {
  readonly checks: BoxChecks;
  readonly again: () => void;
}

/** The result of the last self-check, and the button that starts one. */
export function SelfCheck({ checks, again }: SelfCheckProps) {
  const { selfCheck, isChecking, nextCheckDT } = checks;
  const [problem, setProblem] = useState("");
  const begin = async () => {
    setProblem("");
    try {
      await requestAsUser(runSelfCheck());
      again();
    } catch (error) {
      setProblem(problemText(error));
    }
  };
  return (
    <>
      {selfCheck === null ? (
        <p>{t(TEXTS.never)}</p>
      ) : (
        <p class={selfCheck.ok ? "" : "fault"}>
          <Icon name={selfCheck.ok ? "there" : "warning"} size={18} />{" "}
          {selfCheck.ok
            ? t(TEXTS.well, { at: when(selfCheck.at) })
            : t(TEXTS.found, { n: selfCheck.total, at: when(selfCheck.at) })}
        </p>
      )}
      {selfCheck !== null && selfCheck.problems.length > 0 && (
        <ul>
          {selfCheck.problems.map((words) => (
            <li key={words}>{words}</li>
          ))}
        </ul>
      )}
      <div role="status">
        {isChecking && (
          <label>
            {t(TEXTS.checking)}
            <progress />
          </label>
        )}
      </div>
      {problem !== "" && <p class="fault">{problem}</p>}
      <div class="row">
        <button type="button" class="second" disabled={isChecking} onClick={begin}>
          {t(TEXTS.now)}
        </button>
        {!isChecking && <span class="quiet">{t(TEXTS.next, { at: when(nextCheckDT) })}</span>}
      </div>
    </>
  );
}

const TEXTS = {
  never: msg("No check yet"),
  well: msg("{at}: no problems in database, log, photos and keys"),
  found: msg("{at}: {n, plural, one {# problem} other {# problems}}"),
  checking: msg("Checking… The server stays available."),
  now: msg("Check now"),
  next: msg("Next automatic check: {at}"),
};
