import type { ComponentChildren } from "preact";
import { msg } from "../../../domain/message.ts";
import { STANDBY_PROBLEM_TEXTS } from "../../../domain/standby-problems.ts";
import type { ServerStatus } from "../../api/types/endpoints.d.ts";
import { sizeText } from "../../i18n/size-text.ts";
import { day, t, when } from "../../i18n/translate.ts";
import { QueryBoundary } from "../../query/query-boundary.tsx";
import type { QueryResult } from "../../query/query-state.ts";
import { Card } from "../../ui/card.tsx";
import { Progress } from "../../ui/progress.tsx";

/** The server sends no events about its own state, so it is polled. */
export const REPORT_EVERY_S = 15;
/** A larger difference between the two clocks is reported. */
const CLOCK_OFF_MS = 2 * 60_000;

/** The state of the server. Its problems are in the list "Needs attention" of the same screen, so not here again. */
export function ServerHealth({ query }: { readonly query: QueryResult<ServerStatus> }) {
  return (
    <Card id="box-now" title={<a href="#/system">{t(msg("Server"))}</a>}>
      <QueryBoundary query={query}>{(report) => <ServerFacts report={report} />}</QueryBoundary>
    </Card>
  );
}

interface FactsProps {
  readonly report: ServerStatus;
  /** Further facts. */
  readonly children?: ComponentChildren;
}

/** Disk, last backup, certificate and version. */
export function ServerFacts({ report: { disk, lastBackup, certificate, version }, children }: FactsProps) {
  const used = disk.totalBytes - disk.freeBytes;
  return (
    <>
      <Progress
        label={t(msg("{free} free of {total}"), {
          free: sizeText(disk.freeBytes),
          total: sizeText(disk.totalBytes),
        })}
        value={used}
        max={disk.totalBytes}
      />
      <dl class="facts">
        <dt>{t(msg("Last backup"))}</dt>
        <dd>{lastBackup === null ? t(msg("None yet")) : when(lastBackup.at)}</dd>
        <dt>{t(msg("Certificate"))}</dt>
        <dd>
          {certificate === null
            ? t(msg("HTTPS is off"))
            : t(msg("Valid until {day}"), { day: day(certificate.expiresAt) })}
        </dd>
        <dt>{t(msg("Version"))}</dt>
        <dd>{version}</dd>
        {children}
      </dl>
    </>
  );
}

/** Something that needs attention on the server. */
interface ServerProblem {
  readonly text: string;
  readonly href: string;
  /** An error rather than something to do. */
  readonly isFault: boolean;
}

const SYSTEM = "#/system";
const BACKUP = "#/system/backup";

/** What needs attention on the server: its own problems, a due or missing backup, the certificate, the standby, the clock. `askedAt`: this computer's time. */
export function problemsOfServer(
  {
    problems,
    isBackupDue,
    isBackupMissing,
    dataCheck,
    isCertificateEnding,
    standbyProblem,
    unsealedRecords,
    now,
  }: ServerStatus,
  askedAt: number,
): readonly ServerProblem[] {
  const off = Date.parse(now) - askedAt;
  const fault = (text: string, href = SYSTEM) => ({ text, href, isFault: true });
  return [
    ...problems.map((text) => fault(text)),
    ...(isBackupDue ? [fault(t(msg("No backup in the last 7 days")), BACKUP)] : []),
    ...(dataCheck === "ok" ? [] : [fault(t(TEXTS[dataCheck]), BACKUP)]),
    ...(isCertificateEnding
      ? [fault(t(msg("Your site's certificate expires within 30 days. Replace its files.")))]
      : []),
    ...(unsealedRecords === 0
      ? []
      : [
          fault(
            t(
              msg(
                "{n, plural, one {# closed stocktake has} other {# closed stocktakes have}} no sealed record. The server's log says why.",
              ),
              { n: unsealedRecords },
            ),
          ),
        ]),
    ...(standbyProblem === null ? [] : [fault(t(STANDBY_PROBLEM_TEXTS[standbyProblem]))]),
    ...(Math.abs(off) > CLOCK_OFF_MS
      ? [
          fault(
            t(msg("The server's clock shows {at} and differs from this computer's clock."), {
              at: when(now),
            }),
          ),
        ]
      : []),
    ...(isBackupMissing && !isBackupDue
      ? [{ text: t(msg("No automatic backup is active")), href: BACKUP, isFault: false }]
      : []),
  ];
}

const TEXTS = {
  damaged: msg("The last self-check has found damaged data"),
  overdue: msg("No self-check was completed in the last 14 days"),
};
