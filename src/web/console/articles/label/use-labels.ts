import { useEffect, useState } from "preact/hooks";
import { surface } from "../../../box/surface.ts";
import { keepValue, keptValue } from "../../../kept/values.ts";
import {
  type Choice,
  choose,
  type FormatName,
  type PrinterName,
  printersFor,
} from "../../../printing/choice.ts";
import { FORMATS_PATH, PRINTERS_PATH } from "../../../printing/printers.ts";
import { type Condition, useStatuses } from "../../../printing/use-statuses.ts";
import { type LiveAnswer, useLive } from "../../live/use-live.ts";
import { lastOrReady } from "../../printers/ready-first.ts";
import type { Labels } from "../bulk/print-work.ts";

/** Labels that are being chosen. */
export interface LabelsChosen extends Choice {
  readonly formats: LiveAnswer<readonly FormatName[]>;
  readonly printers: LiveAnswer<readonly PrinterName[]>;
  /** As the printers say themselves. */
  readonly conditions: ReadonlyMap<number, Condition>;
  readonly copies: number;
  readonly set: (changed: Partial<Labels>) => void;
  /** What is to be printed; null: nothing can be. What was chosen is kept for the next time. */
  readonly take: () => Labels | null;
}

interface Wanted {
  readonly printerId: number | null;
  readonly labelFormatId: number | null;
}
const NOTHING: Wanted = { printerId: null, labelFormatId: null };

/**
 * A label, a printer that takes it, and copies: as they were last, until somebody chooses others. A printer that was not chosen
 * here gives way to one that prints.
 */
export function useLabels(): LabelsChosen {
  const formats = useLive<readonly FormatName[]>(FORMATS_PATH, { follows: ["formats"] });
  const printers = useLive<readonly PrinterName[]>(PRINTERS_PATH, { follows: ["printers"] });
  const [last, setLast] = useState(NOTHING);
  const [wanted, setWanted] = useState(NOTHING);
  const [copies, setCopies] = useState(1);
  useEffect(() => {
    keptValue("printing")
      .then((kept) => kept !== undefined && setLast(kept))
      .catch(surface);
  }, []);
  const active = (printers.body ?? []).filter(({ isActive }) => isActive);
  const conditions = useStatuses(active.map(({ oid }) => oid));
  const found = choose(formats.body ?? [], active, {
    printerId: wanted.printerId ?? last.printerId,
    labelFormatId: wanted.labelFormatId ?? last.labelFormatId,
  });
  const { format } = found;
  const isChosen = found.printer !== null && found.printer.oid === wanted.printerId;
  const printer = isChosen
    ? found.printer
    : lastOrReady(found.printer, printersFor(active, format), conditions);
  return {
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
      keepValue("printing", { printerId, labelFormatId }).catch(surface);
      return { printerId, labelFormatId, copies };
    },
  };
}
