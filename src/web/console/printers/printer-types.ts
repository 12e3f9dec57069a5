import { msg } from "../../../domain/message.ts";
import { call } from "../../api/call.ts";
import { t } from "../../i18n/translate.ts";
import { CONDITIONS, type Condition, isStopped } from "../../printing/use-statuses.ts";
import { eventData } from "../realtime/live.ts";
import { type LiveQuery, useLiveQuery } from "../realtime/use-live-query.ts";
import { LANGUAGE_NAMES } from "./language-names.ts";

/** A printer language. */
export interface PrinterTypeName {
  readonly oid: number;
  readonly name: string;
}

/** The printer languages of the server. */
export const usePrinterTypes = (): LiveQuery<readonly PrinterTypeName[]> =>
  useLiveQuery(call("GET /api/printingprintertypes"));

/** The name of a language, with the makers of its printers. */
export function printerTypeText(name: string): string {
  const message = LANGUAGE_NAMES[name];
  return message === undefined ? name : t(message);
}

/** The name of a language by its id; null: a drawn label is printed in each. */
export function typeNamed(types: readonly PrinterTypeName[] | null, oid: number | null): string {
  if (oid === null) return t(msg("Drawn, for every printer"));
  const found = types?.find((type) => type.oid === oid);
  return found === undefined ? "–" : printerTypeText(found.name);
}

/** 0: prints, as far as is known; 1: condition not known; 2: inactive, or its queue has an error. */
type Readiness = 0 | 1 | 2;

/** The readiness of a printer, by its queue and its condition (absent: not known yet). */
function readinessOf(oid: number, condition: Condition | undefined): Readiness {
  const summary = eventData.printers.value?.find((one) => one.oid === oid);
  if (summary !== undefined && (!summary.isActive || summary.lastError !== null)) return 2;
  return condition === undefined || isStopped(condition) ? 1 : 0;
}

/** Whether a printer prints, as far as is known. */
export const isReady = ({ oid }: { readonly oid: number }, conditions: ReadonlyMap<number, Condition>) =>
  readinessOf(oid, conditions.get(oid)) === 0;

/** Sorts ready printers first; otherwise keeps the order. */
export function readyFirst<P extends { readonly oid: number }>(
  printers: readonly P[],
  conditions: ReadonlyMap<number, Condition>,
): readonly P[] {
  const rank = ({ oid }: P) => readinessOf(oid, conditions.get(oid));
  return printers.slice().sort((a, b) => rank(a) - rank(b));
}

/** The last used printer if it prints or no other does; otherwise the first that prints. */
export function lastOrReady<P extends { readonly oid: number }>(
  last: P | null,
  printers: readonly P[],
  conditions: ReadonlyMap<number, Condition>,
): P | null {
  const [best = null] = readyFirst(printers, conditions);
  if (last === null || best === null) return best;
  const rank = ({ oid }: P) => readinessOf(oid, conditions.get(oid));
  return rank(last) <= rank(best) ? last : best;
}

/** The name of a printer in a list, with the reason if it does not print. */
export function nameWithFault(name: string, condition: Condition | undefined): string {
  return condition === undefined || !isStopped(condition) ? name : `${name} – ${t(CONDITIONS[condition])}`;
}
