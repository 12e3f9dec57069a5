import { useState } from "preact/hooks";
import { DEFAULT_RESOLUTION, RESOLUTIONS, type Resolution } from "../../../../../domain/label-layout.ts";
import { msg } from "../../../../../domain/message.ts";
import { call } from "../../../../api/call.ts";
import type { Printer } from "../../../../api/types/endpoints.d.ts";
import { t } from "../../../../i18n/translate.ts";
import { useStatuses } from "../../../../printing/use-statuses.ts";
import { useLiveQuery } from "../../../realtime/use-live-query.ts";
import { useFirstPrinter } from "../../first-printer.ts";
import { nameWithFault } from "../../printer-types.ts";

/** The printer of the preview, or only a resolution. */
export interface PreviewPrinter {
  /** Null: none is chosen or there is none. */
  readonly printer: Printer | null;
  readonly dpi: Resolution;
  readonly items: readonly { readonly value: string; readonly label: string }[];
  readonly value: string;
  choose(value: string): void;
}

const DPI = "dpi ";

/** Chooses the printer of the preview: a ready one at first. */
export function usePreviewPrinter(): PreviewPrinter {
  const printers = useLiveQuery(call("GET /api/printingprinters"), { follows: ["printRequests"] });
  const [wanted, setWanted] = useState<string | null>(null);
  const active = (printers.body ?? []).filter(({ isActive }) => isActive);
  const conditions = useStatuses(active.map(({ oid }) => oid));
  const first = useFirstPrinter(active, conditions);
  const dpi = RESOLUTIONS.find((one) => `${DPI}${one}` === wanted);
  const printer = dpi === undefined ? (active.find(({ oid }) => String(oid) === wanted) ?? first) : null;
  const resolution = printer?.dpi ?? dpi ?? DEFAULT_RESOLUTION;
  return {
    printer,
    dpi: resolution,
    items: [
      ...active.map(({ oid, name, dpi: own }) => ({
        value: String(oid),
        label: `${nameWithFault(name, conditions.get(oid))}, ${own} dpi`,
      })),
      ...RESOLUTIONS.map((one) => ({
        value: `${DPI}${one}`,
        label: t(msg("Any printer of {dpi} dpi"), { dpi: one }),
      })),
    ],
    value: printer === null ? `${DPI}${resolution}` : String(printer.oid),
    choose: setWanted,
  };
}
