import { useEffect, useState } from "preact/hooks";
import { call, withKey } from "../../../api/call.ts";
import { requestAsUser } from "../../../api/tokens.ts";
import type { Printer, PrintFormat } from "../../../api/types/endpoints.d.ts";
import { readValue, writeValue } from "../../../db/values.ts";
import { reportError } from "../../../errors/report-error.ts";
import { type Choice, choose, formatsFor, printersFor } from "../../../printing/printer-selection.ts";
import { type Condition, useStatuses } from "../../../printing/use-statuses.ts";
import { lastOrReady } from "../../printers/printer-types.ts";
import { type LiveQuery, useLiveQuery } from "../../realtime/use-live-query.ts";

/** The choice of labels. */
export interface LabelSelection extends Choice {
  readonly subject: PrintFormat["subject"];
  readonly formats: LiveQuery<readonly PrintFormat[]>;
  readonly printers: LiveQuery<readonly Printer[]>;
  /** The conditions that the printers report. */
  readonly conditions: ReadonlyMap<number, Condition>;
  readonly copies: number;
  readonly set: (changed: Partial<Labels>) => void;
  /** The choice; null: nothing can be printed. It is remembered. */
  readonly take: () => Labels | null;
}

interface Wanted {
  readonly printerId: number | null;
  readonly labelFormatId: number | null;
}
/** The value with the last choice of each subject. */
const CHOICES = { article: "printing", location: "locationPrinting" } as const;
const NONE: readonly number[] = [];
const NOTHING: Wanted = { printerId: null, labelFormatId: null };

/**
 * The choice of a label, a printer that supports it, and copies; by default the last one. Once all conditions are
 * known, a printer that prints replaces one that does not, unless the user chose it here.
 */
export function useLabels(subject: PrintFormat["subject"] = "article"): LabelSelection {
  const formats = useLiveQuery(call("GET /api/printingformats"), { follows: ["formats"] });
  const printers = useLiveQuery(call("GET /api/printingprinters"), { follows: ["printers"] });
  const [last, setLast] = useState(NOTHING);
  const [wanted, setWanted] = useState(NOTHING);
  const [copies, setCopies] = useState(1);
  useEffect(() => {
    readValue(CHOICES[subject])
      .then((stored) => stored !== undefined && setLast(stored))
      .catch(reportError);
  }, []);
  const active = (printers.body ?? []).filter(({ isActive }) => isActive);
  // Requested until all conditions are known. Later changes do not affect the choice.
  const [settled, setSettled] = useState<number | null>(null);
  const conditions = useStatuses(settled === null ? active.map(({ oid }) => oid) : NONE);
  const found = choose(formatsFor(formats.body ?? [], subject), active, {
    printerId: wanted.printerId ?? settled ?? last.printerId,
    labelFormatId: wanted.labelFormatId ?? last.labelFormatId,
  });
  const { format } = found;
  const chosenId = wanted.printerId ?? settled;
  const isChosen = found.printer !== null && found.printer.oid === chosenId;
  const printer = isChosen
    ? found.printer
    : lastOrReady(found.printer, printersFor(active, format), conditions);
  const isKnown = active.length > 0 && active.every(({ oid }) => conditions.has(oid));
  const preferred = isKnown ? (printer?.oid ?? null) : null;
  useEffect(() => setSettled((before) => before ?? preferred), [preferred]);
  return {
    subject,
    formats,
    printers,
    format,
    printer,
    conditions,
    copies,
    set({ copies: next, ...changed }) {
      if (next !== undefined) setCopies(next);
      setWanted((now) => ({ ...now, ...changed }));
    },
    take() {
      if (format === null || printer === null) return null;
      const [printerId, labelFormatId] = [printer.oid, format.oid];
      writeValue(CHOICES[subject], { printerId, labelFormatId }).catch(reportError);
      return { printerId, labelFormatId, copies };
    },
  };
}

/** The label, the printer and the copies. */
export interface Labels {
  readonly printerId: number;
  readonly labelFormatId: number;
  readonly copies: number;
}

/**
 * Requests labels of an article once; returns the oid of the request. Throws ServerUnreachable, ApiError or
 * NotLoggedIn.
 */
export async function requestLabels(articleId: number, labels: Labels, key: string): Promise<number> {
  const { oid } = await requestAsUser(
    withKey(call("POST /api/pda/printing/print", { body: { articleId, ...labels } }), key),
  );
  return oid;
}
