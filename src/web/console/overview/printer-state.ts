import type { PrinterSummary } from "../../api/types/endpoints.d.ts";
import { language, t } from "../../i18n/translate.ts";
import { CONDITIONS, type Condition, isStopped } from "../../printing/conditions.ts";
import { useStatuses } from "../../printing/use-statuses.ts";
import { eventData } from "../realtime/live.ts";

/** As printers say themselves, by their oid; absent: not known (yet). */
export type Conditions = ReadonlyMap<number, Condition>;

/** How the printers that are switched on say they are, asked while this is shown. */
export function useConditions(): Conditions {
  const active = (eventData.printers.value ?? []).filter(({ isActive }) => isActive);
  return useStatuses(active.map(({ oid }) => oid));
}

/** Why a printer does not print, in words: what holds its first label, else what it says itself; null: it does. */
export function whyNot({ oid, lastError }: PrinterSummary, conditions: Conditions): string | null {
  if (lastError !== null) return lastError[language.value] ?? lastError["en"] ?? "";
  const condition = conditions.get(oid);
  return condition !== undefined && isStopped(condition) ? t(CONDITIONS[condition]) : null;
}
