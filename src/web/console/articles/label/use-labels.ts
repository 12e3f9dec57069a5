import { useEffect, useState } from "preact/hooks";
import { surface } from "../../../box/surface.ts";
import { keepValue, keptValue } from "../../../kept/values.ts";
import { type Choice, choose, type FormatName, type PrinterName } from "../../../printing/choice.ts";
import { FORMATS_PATH, PRINTERS_PATH } from "../../../printing/printers.ts";
import { type LiveAnswer, useLive } from "../../live/use-live.ts";
import { readyFirst } from "../../printers/ready-first.ts";
import type { Labels } from "../bulk/print-work.ts";

/** Labels that are being chosen. */
export interface LabelsChosen extends Choice {
  readonly formats: LiveAnswer<readonly FormatName[]>;
  readonly printers: LiveAnswer<readonly PrinterName[]>;
  readonly copies: number;
  readonly set: (changed: Partial<Labels>) => void;
  /** What is to be printed; null: nothing can be. What was chosen is kept for the next time. */
  readonly take: () => Labels | null;
}

/** A label, a printer that takes it, and copies: as they were last, until somebody chooses others. */
export function useLabels(): LabelsChosen {
  const formats = useLive<readonly FormatName[]>(FORMATS_PATH, { follows: ["formats"] });
  const printers = useLive<readonly PrinterName[]>(PRINTERS_PATH, { follows: ["printers"] });
  const [wanted, setWanted] = useState<{ printerId: number | null; labelFormatId: number | null }>({
    printerId: null,
    labelFormatId: null,
  });
  const [copies, setCopies] = useState(1);
  useEffect(() => {
    keptValue("printing")
      .then((last) => last !== undefined && setWanted(last))
      .catch(surface);
  }, []);
  const { format, printer } = choose(formats.body ?? [], readyFirst(printers.body ?? []), wanted);
  return {
    formats,
    printers,
    format,
    printer,
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
