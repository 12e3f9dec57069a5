import { useState } from "preact/hooks";
import { msg } from "../../../domain/message.ts";
import { call } from "../../api/call.ts";
import { requestAsUser } from "../../api/tokens.ts";
import type { BoxChecks } from "../../api/types/endpoints.d.ts";
import { t, when } from "../../i18n/translate.ts";
import { Button } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Progress } from "../../ui/progress.tsx";
import { Toolbar } from "../../ui/toolbar.tsx";
import { problemText } from "../forms/problem.ts";

interface SelfCheckProps {
  readonly checks: BoxChecks;
  readonly refetch: () => void;
}

/** The result of the last self-check, and the button that starts one. */
export function SelfCheck({ checks, refetch }: SelfCheckProps) {
  const { selfCheck, isChecking, nextCheckDT } = checks;
  const [problem, setProblem] = useState("");
  const begin = async () => {
    setProblem("");
    try {
      await requestAsUser(call("POST /api/box/checks"));
      refetch();
    } catch (error) {
      setProblem(problemText(error));
    }
  };
  return (
    <>
      {selfCheck === null ? (
        <p>{t(msg("No check yet"))}</p>
      ) : (
        <p class={selfCheck.ok ? "" : "error-text"}>
          <Icon name={selfCheck.ok ? "there" : "warning"} size={18} />{" "}
          {selfCheck.ok
            ? t(msg("{at}: no problems in database, log, photos and keys"), { at: when(selfCheck.at) })
            : t(msg("{at}: {n, plural, one {# problem} other {# problems}}"), {
                n: selfCheck.total,
                at: when(selfCheck.at),
              })}
        </p>
      )}
      {selfCheck !== null && selfCheck.problems.length > 0 && (
        <ul>
          {selfCheck.problems.map((problem) => (
            <li key={problem}>{problem}</li>
          ))}
        </ul>
      )}
      <div role="status">
        {isChecking && <Progress label={t(msg("Checking… The server stays available."))} />}
      </div>
      {problem !== "" && <p class="error-text">{problem}</p>}
      <Toolbar>
        <Button kind="secondary" disabled={isChecking} onClick={begin}>
          {t(msg("Check now"))}
        </Button>
        {!isChecking && (
          <span class="muted">{t(msg("Next automatic check: {at}"), { at: when(nextCheckDT) })}</span>
        )}
      </Toolbar>
    </>
  );
}
