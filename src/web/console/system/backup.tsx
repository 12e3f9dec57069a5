import { useState } from "preact/hooks";
import { msg } from "../../../domain/message.ts";
import { getServerChecks, runSelfCheck } from "../../api/console/system.ts";
import { requestAsUser } from "../../api/tokens.ts";
import type { BoxChecks } from "../../api/types/endpoints.d.ts";
import { t, when } from "../../i18n/translate.ts";
import { QueryBoundary } from "../../query/query-boundary.tsx";
import { Button } from "../../ui/button.tsx";
import { Card, Cards } from "../../ui/card.tsx";
import { Progress } from "../../ui/figures.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Toolbar } from "../../ui/toolbar.tsx";
import { problemText } from "../forms/problem.ts";
import { sizeText } from "../overview/server-health.tsx";
import { useLiveQuery } from "../realtime/use-live-query.ts";
import { HowToRestore } from "./how-to-restore.tsx";
import { SaveBackup } from "./save-backup.tsx";
import { SystemScreen } from "./system-screen.tsx";

const EVERY_S = 5;

/** `#/system/backup`: download a backup, the self-check, and how to restore. */
export function BackupScreen() {
  const query = useLiveQuery(getServerChecks(), { everySeconds: EVERY_S });
  return (
    <SystemScreen title={t(TEXTS.title)}>
      <Cards isWide>
        <Card class="backup-save" aria-labelledby="backup-save">
          <h2 id="backup-save" class="no-print">
            {t(TEXTS.save)}
          </h2>
          <QueryBoundary query={query}>
            {({ backup }) => <p class="no-print">{lastBackupText(backup)}</p>}
          </QueryBoundary>
          <SaveBackup onWhole={query.refetch} />
          <p class="muted backup-tool no-print">{t(TEXTS.tool)}</p>
        </Card>
        <Card class="no-print" id="backup-check" title={t(TEXTS.check)}>
          <QueryBoundary query={query}>
            {(checks) => <SelfCheck checks={checks} refetch={query.refetch} />}
          </QueryBoundary>
        </Card>
      </Cards>
      <HowToRestore />
    </SystemScreen>
  );
}

function lastBackupText(backup: BoxChecks["backup"]): string {
  if (backup === null) return t(TEXTS.never);
  const at = when(backup.at);
  return backup.bytes === null
    ? t(TEXTS.reported, { at })
    : t(TEXTS.last, { at, size: sizeText(backup.bytes) });
}

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
      await requestAsUser(runSelfCheck());
      refetch();
    } catch (error) {
      setProblem(problemText(error));
    }
  };
  return (
    <>
      {selfCheck === null ? (
        <p>{t(TEXTS.selfCheckNever)}</p>
      ) : (
        <p class={selfCheck.ok ? "" : "error-text"}>
          <Icon name={selfCheck.ok ? "there" : "warning"} size={18} />{" "}
          {selfCheck.ok
            ? t(TEXTS.well, { at: when(selfCheck.at) })
            : t(TEXTS.found, { n: selfCheck.total, at: when(selfCheck.at) })}
        </p>
      )}
      {selfCheck !== null && selfCheck.problems.length > 0 && (
        <ul>
          {selfCheck.problems.map((problem) => (
            <li key={problem}>{problem}</li>
          ))}
        </ul>
      )}
      <div role="status">{isChecking && <Progress label={t(TEXTS.checking)} />}</div>
      {problem !== "" && <p class="error-text">{problem}</p>}
      <Toolbar>
        <Button kind="secondary" disabled={isChecking} onClick={begin}>
          {t(TEXTS.now)}
        </Button>
        {!isChecking && <span class="muted">{t(TEXTS.next, { at: when(nextCheckDT) })}</span>}
      </Toolbar>
    </>
  );
}

const TEXTS = {
  title: msg("Backup"),
  save: msg("Download backup", "event"),
  never: msg("No backup yet"),
  last: msg("Last backup: {at}, downloaded, {size}"),
  reported: msg("Last backup: {at}, copy of the data folder"),
  tool: msg("A backup tool that copies the data folder reports each copy with scripts/backup-done."),
  check: msg("Self-check"),
  selfCheckNever: msg("No check yet"),
  well: msg("{at}: no problems in database, log, photos and keys"),
  found: msg("{at}: {n, plural, one {# problem} other {# problems}}"),
  checking: msg("Checking… The server stays available."),
  now: msg("Check now"),
  next: msg("Next automatic check: {at}"),
};
