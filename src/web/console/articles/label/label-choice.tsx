import { useEffect, useState } from "preact/hooks";
import type { LabelLayout } from "../../../../domain/label-layout.ts";
import { type Message, msg } from "../../../../domain/message.ts";
import { call } from "../../../api/call.ts";
import type { Printer, PrintFormat } from "../../../api/types/endpoints.d.ts";
import { useRemembered } from "../../../db/use-remembered.ts";
import { writeValue } from "../../../db/values.ts";
import { reportError } from "../../../errors/report-error.ts";
import { t } from "../../../i18n/translate.ts";
import { may } from "../../../login/permissions.ts";
import {
  CHOICES,
  type Choice,
  choose,
  formatsFor,
  NOTHING,
  printersFor,
} from "../../../printing/printer-selection.ts";
import { type Condition, useStatuses } from "../../../printing/use-statuses.ts";
import { QueryBoundary } from "../../../query/query-boundary.tsx";
import { Fields, TextField } from "../../../ui/field.tsx";
import { RecordSelect } from "../../../ui/select.tsx";
import { LabelPicture, useBitmap, usePicture } from "../../label-preview/label-picture.tsx";
import { ProblemList } from "../../label-preview/problem-list.tsx";
import { lastOrReady, nameWithFault } from "../../printers/printer-types.ts";
import { type LiveQuery, useLiveQuery } from "../../realtime/use-live-query.ts";

/** The server's limit of copies. */
const MAX_COPIES = 1000;

interface LabelChoiceProps {
  readonly labels: LabelSelection;
  /** The article or location of the preview; null: none. */
  readonly record: RecordId | null;
  /** Increases when a value on the label may have changed. */
  readonly version: string;
}

/** Chooses a label, a printer and copies, and shows the label as it will be printed. */
export function LabelChoice({ labels, record, version }: LabelChoiceProps) {
  const { subject, formats, printers, format, printer, conditions, copies, set } = labels;
  /** The copies as they are being typed; null: they are not. */
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <QueryBoundary query={formats} empty={<Lacking {...NO_LABELS} />}>
      {(all) => (
        <QueryBoundary query={printers} empty={<Lacking {...NO_PRINTERS} />}>
          {(everyPrinter) => {
            const target = everyPrinter.find(({ oid }) => oid === printer?.oid);
            return (
              <>
                <Fields>
                  <RecordSelect
                    label={t(msg("Label format"))}
                    items={formatsFor(all, subject).filter(
                      (one) => printersFor(everyPrinter, one).length > 0,
                    )}
                    none={t(msg("None"))}
                    value={format?.oid ?? null}
                    onValue={(oid) => oid !== null && set({ labelFormatId: oid })}
                  />
                  <RecordSelect
                    label={t(msg("Printer"))}
                    items={printersFor(everyPrinter, format).map(({ oid, name }) => ({
                      oid,
                      name: nameWithFault(name, conditions.get(oid)),
                    }))}
                    none={t(msg("None"))}
                    value={printer?.oid ?? null}
                    onValue={(oid) => oid !== null && set({ printerId: oid })}
                  />
                  <TextField
                    label={t(msg("Copies"))}
                    inputMode="numeric"
                    value={typed ?? String(copies)}
                    onValue={(text) => {
                      setTyped(text);
                      set({ copies: copiesOf(text) });
                    }}
                    onBlur={() => setTyped(null)}
                  />
                </Fields>
                {format === null && subject === "location" && <Lacking {...NO_LABEL_HERE} />}
                {format !== null && target !== undefined && record !== null && (
                  <Preview format={format} printer={target} record={record} version={version} />
                )}
              </>
            );
          }}
        </QueryBoundary>
      )}
    </QueryBoundary>
  );
}

interface LackingProps {
  readonly text: Message;
  readonly add: Message;
  readonly href: string;
}

const NO_LABELS: LackingProps = {
  text: msg("No labels yet"),
  add: msg("New label"),
  href: "#/printers/labels/new",
};
const NO_PRINTERS: LackingProps = {
  text: msg("No printers yet"),
  add: msg("Add printer"),
  href: "#/printers/new",
};
const NO_LABEL_HERE: LackingProps = {
  text: msg("No label for locations and an active printer."),
  add: msg("Labels"),
  href: "#/printers/labels",
};

/** What a label needs and the server lacks, with the screen where an Admin adds it. */
function Lacking({ text, add, href }: LackingProps) {
  return (
    <p class="muted">
      {t(text)} {may("administer") ? <a href={href}>{t(add)}</a> : t(msg("Ask an administrator to add one."))}
    </p>
  );
}

type RecordId = { readonly articleId: number } | { readonly locationId: number };

interface PreviewProps {
  readonly format: NonNullable<LabelSelection["format"]>;
  readonly printer: Printer;
  readonly record: RecordId;
  /** Another value causes a new preview. */
  readonly version: string;
}

/** The label as the printer prints it. A change of the printer or the format causes a new preview too. */
function Preview({ version, ...props }: PreviewProps) {
  const { format, printer } = props;
  const all = { ...props, version: version + JSON.stringify([printer, format]) };
  return format.printerTypeId === null ? (
    <DrawnPreview key={format.oid} {...all} />
  ) : (
    <TemplatePreview {...all} />
  );
}

function TemplatePreview({ format, printer, record, version }: PreviewProps) {
  const body = { labelFormatId: format.oid, printerId: printer.oid, ...record };
  return (
    <LabelPicture
      drawn={usePicture(call("POST /api/printingformats/preview", { body }), { version })}
      label={t(msg("Label preview"))}
    />
  );
}

/** A drawn label, with the elements that are not printed as drawn. */
function DrawnPreview({ format, ...props }: PreviewProps) {
  const detail = useLiveQuery(call("GET /api/printingformats/{id}", { id: format.oid }), {
    follows: ["formats"],
  });
  return (
    <QueryBoundary query={detail}>
      {({ layout, subject }) =>
        layout !== undefined && <LayoutPreview layout={layout} subject={subject} {...props} />
      }
    </QueryBoundary>
  );
}

interface LayoutProps extends Omit<PreviewProps, "format"> {
  readonly layout: LabelLayout;
  readonly subject: LabelSelection["subject"];
}

function LayoutPreview({ layout, subject, printer, record, version }: LayoutProps) {
  const drawn = useBitmap({ layout, printerId: printer.oid, record: { subject, ...record } }, version);
  return (
    <>
      <LabelPicture drawn={drawn} label={t(msg("Label preview"))} dpi={printer.dpi} />
      <ProblemList layout={layout} problems={drawn.problems} />
    </>
  );
}

const copiesOf = (text: string) => Math.min(MAX_COPIES, Math.max(1, Number.parseInt(text, 10) || 1));

/** The choice of labels. */
interface LabelSelection extends Choice {
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

const NONE: readonly number[] = [];

/**
 * The choice of a label, a printer that supports it, and copies; by default the last one. Once all conditions are
 * known, a printer that prints replaces one that does not, unless the user chose or used it here.
 */
export function useLabels(subject: PrintFormat["subject"] = "article"): LabelSelection {
  const formats = useLiveQuery(call("GET /api/printingformats"), { follows: ["formats"] });
  const printers = useLiveQuery(call("GET /api/printingprinters"), { follows: ["printers"] });
  const [last] = useRemembered(CHOICES[subject], NOTHING);
  const [wanted, setWanted] = useState(NOTHING);
  const [copies, setCopies] = useState(1);
  const active = (printers.body ?? []).filter(({ isActive }) => isActive);
  // Requested until all conditions are known. Later changes do not affect the choice.
  const [settled, setSettled] = useState<number | null>(null);
  const conditions = useStatuses(settled === null ? active.map(({ oid }) => oid) : NONE);
  const found = choose(formatsFor(formats.body ?? [], subject), active, {
    printerId: wanted.printerId ?? settled ?? last?.printerId ?? null,
    labelFormatId: wanted.labelFormatId ?? last?.labelFormatId ?? null,
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
      // Printing again after a lost response has to send the same request, so the printer stays.
      setWanted({ printerId, labelFormatId });
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
