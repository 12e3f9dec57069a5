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
    <Card id="printers-now" title={t(TEXTS.title)}>
      <StreamBoundary of={eventData.printers}>
        {(all) =>
          all.length === 0 ? (
            <p class="muted">
              {t(TEXTS.none)} {may("administer") && <a href="#/printers/new">{t(TEXTS.add)}</a>}
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
  const queue = count === 0 ? t(TEXTS.idle) : t(TEXTS.waiting, { n: count });
  if (!isActive) return <span class="muted">{t(TEXTS.off)}</span>;
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

const TEXTS = {
  title: msg("Printers"),
  none: msg("No printers yet"),
  add: msg("Add printer"),
  off: msg("Disabled"),
  idle: msg("Queue empty"),
  waiting: msg("{n, plural, one {# label} other {# labels}} in the queue"),
};
