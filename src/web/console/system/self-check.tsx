import { useState } from "preact/hooks";
import { msg } from "../../../domain/message.ts";
import { askAsUser } from "../../api/tokens.ts";
import { plural, t, when } from "../../i18n/translate.ts";
import { Icon } from "../../ui/icon.tsx";
import { problemText } from "../forms/problem.ts";
import type { Checks } from "./shapes.ts";

interface SelfCheckProps {
  readonly checks: Checks;
  readonly again: () => void;
}

/** The result of the last self-check, and the button that starts one. */
export function SelfCheck({ checks, again }: SelfCheckProps) {
  const { selfCheck, isChecking, nextCheckDT } = checks;
  const [problem, setProblem] = useState("");
  const begin = async () => {
    setProblem("");
    try {
      await askAsUser("/api/box/checks", { method: "POST" });
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
            : plural(selfCheck.total, TEXTS.found, { at: when(selfCheck.at) })}
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
  never: msg("No check yet", "Zatím bez kontroly"),
  well: msg(
    "{at}: no problems in database, log, photos and keys",
    "{at}: databáze, žurnál, fotky i klíče jsou v pořádku",
  ),
  found: msg(
    "{at}: {n} problem|{at}: {n} problems",
    "{at}: {n} problém|{at}: {n} problémy|{at}: {n} problémů",
  ),
  checking: msg("Checking… The server stays available.", "Probíhá kontrola… Server je dál dostupný."),
  now: msg("Check now", "Zkontrolovat nyní"),
  next: msg("Next automatic check: {at}", "Další automatická kontrola: {at}"),
};
