import { useState } from "preact/hooks";
import { say } from "../../../words.ts";
import { Shown } from "../../answers/shown.tsx";
import { go } from "../../app/router.ts";
import { plural, t } from "../../app/words.ts";
import { BoxAway } from "../../box/ask.ts";
import { askAsUser } from "../../box/tokens.ts";
import { confirm } from "../ask/confirm.tsx";
import { noteDone, noteProblem } from "../ask/notes.tsx";
import { Screen } from "../frame/screen.tsx";
import { ProgressBar } from "../long/progress-bar.tsx";
import { problemText } from "../save/problem.ts";
import { ColumnsChoice } from "./columns-choice.tsx";
import { Fate } from "./fate.tsx";
import { useImport } from "./follow-import.ts";
import { ImportGrid } from "./grid.tsx";
import { isUnderWay, STATE_NAMES } from "./import-states.ts";
import { KIND_NAMES } from "./kinds.ts";
import { endImport } from "./send-file.ts";
import type { ImportDetail } from "./shapes.ts";
import { Summary } from "./summary.tsx";
import "./exchange.css";

/** A large list with secrets takes as long as hashing them. */
const PATIENCE_MS = 6 * 3600_000;

/** One import: what it would do and what is wrong, then how it goes, then what it has done. */
export function ImportScreen({ id = "" }: Readonly<Record<string, string>>) {
  const [isApplying, setApplying] = useState(false);
  const [problem, setProblem] = useState("");
  const { answer, now } = useImport(id, isApplying);

  async function apply(one: ImportDetail): Promise<void> {
    const { fileName: name, toCreate, toUpdate } = one;
    const text = `${plural(toCreate, TEXTS.adds)} ${plural(toUpdate, TEXTS.changes)} ${t(TEXTS.allOrNothing)}`;
    if (!(await confirm({ title: t(TEXTS.ask, { name }), text, deed: t(TEXTS.apply) }))) return;
    setProblem("");
    setApplying(true);
    try {
      await askAsUser(`/api/imports/${id}/apply`, { method: "PUT", timeoutMs: PATIENCE_MS });
    } catch (error) {
      // What became of it is told when the box is back.
      if (!(error instanceof BoxAway)) setProblem(problemText(error));
    } finally {
      setApplying(false);
      answer.again();
    }
  }

  async function cancel(): Promise<void> {
    try {
      await endImport(Number(id));
      noteDone(t(TEXTS.cancelled));
      go("/exchange", { replace: true });
    } catch (error) {
      noteProblem(problemText(error));
      answer.again();
    }
  }

  const isRunning = now !== null && (isApplying || isUnderWay(now.state));
  const title = answer.body?.fileName ?? t(TEXTS.title);
  const above = <a href="#/exchange">{t(TEXTS.above)}</a>;
  if (answer.state === "absent") {
    return (
      <Screen title={title} above={above}>
        <Fate id={id} />
      </Screen>
    );
  }
  return (
    <Screen title={title} above={above}>
      {problem !== "" && (
        <p role="alert" class="note is-bad">
          {problem}
        </p>
      )}
      {answer.state === "away" && <p class="note is-warning">{t(TEXTS.away)}</p>}
      <Shown answer={answer}>
        {(one) => (
          <>
            <p class="quiet">
              {t(KIND_NAMES[one.kind])} · {t(STATE_NAMES[now?.state ?? one.state])}
            </p>
            {isRunning ? (
              <ProgressBar
                words={t(now.state === "checking" ? TEXTS.checking : TEXTS.applying)}
                progress={{ done: now.progress.done, total: now.progress.total ?? now.progress.done }}
                onCancel={cancel}
              />
            ) : (
              <>
                <Summary
                  one={one}
                  isSure={answer.state === "fresh"}
                  onApply={() => apply(one)}
                  onCancel={cancel}
                />
                {one.errorCount > 0 && <ImportGrid one={one} />}
                {one.state !== "applied" && <ColumnsChoice key={one.id} one={one} />}
              </>
            )}
            {(isRunning || one.errorCount === 0) && <ImportGrid one={one} />}
          </>
        )}
      </Shown>
    </Screen>
  );
}

const TEXTS = {
  title: say("Import", "Import"),
  above: say("Import and export", "Import a export"),
  ask: say("Apply {name}?", "Provést {name}?"),
  adds: say(
    "{n} record is added,|{n} records are added,",
    "Přidá se {n} záznam|Přidají se {n} záznamy|Přidá se {n} záznamů",
  ),
  changes: say("{n} is changed.|{n} are changed.", "a {n} se změní.|a {n} se změní.|a {n} se změní."),
  allOrNothing: say(
    "All of it or nothing: while it runs it can be stopped, and then nothing is changed.",
    "Buď vše, nebo nic: dokud běží, lze jej zastavit, a pak se nic nezmění.",
  ),
  apply: say("Apply", "Provést"),
  applying: say("Being applied: rows", "Provádí se: řádky"),
  checking: say("Being checked: rows", "Kontroluje se: řádky"),
  cancelled: say(
    "The import is ended. What was not applied has changed nothing.",
    "Import je ukončen. Co nebylo provedeno, nic nezměnilo.",
  ),
  away: say(
    "The box does not answer. What has become of the import is told here as soon as it does.",
    "Zařízení neodpovídá. Co se s importem stalo, se zde ukáže, jakmile se ozve.",
  ),
};
