import { msg } from "../../../domain/message.ts";
import type { PrinterSummary } from "../../api/types/endpoints.d.ts";
import { language, t } from "../../i18n/translate.ts";
import { may } from "../../login/permissions.ts";
import { CONDITIONS, type Condition, isStopped, useStatuses } from "../../printing/use-statuses.ts";
import { Card } from "../../ui/card.tsx";
import { Icon } from "../../ui/icon.tsx";
import { eventData } from "../realtime/live.ts";
import { StreamBoundary } from "../realtime/stream-boundary.tsx";

/** Each printer, and the reason why it does not print. */
export function Printers({ conditions }: { readonly conditions: Conditions }) {
  return (
    <Card id="printers-now" title={t(msg("Printers"))}>
      <StreamBoundary of={eventData.printers}>
        {(all) =>
          all.length === 0 ? (
            <p class="muted">
              {t(msg("No printers yet"))}{" "}
              {may("administer") && <a href="#/printers/new">{t(msg("Add printer"))}</a>}
            </p>
          ) : (
            <ul class="list">
              {all.map((printer) => (
                <li key={printer.oid}>
                  <a href={`#/printers/queue?printerId=${printer.oid}`}>
                    <span class="main">
                      <b>{printer.name}</b>
                      <State printer={printer} why={printerProblem(printer, conditions)} />
                    </span>
                  </a>
                </li>
              ))}
            </ul>
          )
        }
      </StreamBoundary>
    </Card>
  );
}

interface StateProps {
  readonly printer: PrinterSummary;
  /** The reason why a printer does not print. */
  readonly why: string | null;
}

function State({ printer: { isActive, waiting, printing }, why }: StateProps) {
  const count = waiting + printing;
  const queue =
    count === 0
      ? t(msg("Queue empty"))
      : t(msg("{n, plural, one {# label} other {# labels}} in the queue"), { n: count });
  if (!isActive) return <span class="muted">{t(msg("Disabled"))}</span>;
  if (why === null) return <span>{queue}</span>;
  return (
    <span class="error-text">
      <Icon name="warning" size={18} /> {why}
      {count > 0 && ` · ${queue}`}
    </span>
  );
}

/** The conditions that printers report, by oid; absent: not known yet. */
export type Conditions = ReadonlyMap<number, Condition>;

/** Polls the conditions of the active printers while the screen is open. */
export function useConditions(): Conditions {
  const active = (eventData.printers.value ?? []).filter(({ isActive }) => isActive);
  return useStatuses(active.map(({ oid }) => oid));
}

/** The reason that a printer does not print: the error of its first request, else its condition; null: it prints. */
export function printerProblem({ oid, lastError }: PrinterSummary, conditions: Conditions): string | null {
  if (lastError !== null) return lastError[language.value] ?? lastError["en"] ?? "";
  const condition = conditions.get(oid);
  return condition !== undefined && isStopped(condition) ? t(CONDITIONS[condition]) : null;
}
