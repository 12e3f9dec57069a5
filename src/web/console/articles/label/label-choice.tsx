import type { LabelLayout } from "../../../../domain/label-layout.ts";
import { msg } from "../../../../domain/message.ts";
import { call } from "../../../api/call.ts";
import type { Printer } from "../../../api/types/endpoints.d.ts";
import { t } from "../../../i18n/translate.ts";
import { formatsFor, printersFor } from "../../../printing/printer-selection.ts";
import { QueryBoundary } from "../../../query/query-boundary.tsx";
import { Fields, TextField } from "../../../ui/field.tsx";
import { RecordSelect } from "../../../ui/select.tsx";
import { LabelPicture } from "../../label-preview/label-picture.tsx";
import { ProblemList } from "../../label-preview/problem-list.tsx";
import { useBitmap, usePicture } from "../../label-preview/use-picture.ts";
import { nameWithFault } from "../../printers/printer-types.ts";
import { useLiveQuery } from "../../realtime/use-live-query.ts";
import type { LabelSelection } from "./use-labels.ts";

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
  return (
    <QueryBoundary query={formats} empty={msg("No label formats yet. An administrator can add one.")}>
      {(all) => (
        <QueryBoundary query={printers} empty={msg("No printers yet. An administrator can add one.")}>
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
                    value={String(copies)}
                    onValue={(text) => set({ copies: copiesOf(text) })}
                  />
                </Fields>
                {format === null && subject === "location" && (
                  <p class="muted">
                    {t(msg("No label for locations and an active printer. An administrator can add one."))}
                  </p>
                )}
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

type RecordId = { readonly articleId: number } | { readonly locationId: number };

interface PreviewProps {
  readonly format: NonNullable<LabelSelection["format"]>;
  readonly printer: Printer;
  readonly record: RecordId;
  /** Another value causes a new preview. */
  readonly version: string;
}

/** The label as the printer prints it. A change of the printer causes a new preview too. */
function Preview({ version, ...props }: PreviewProps) {
  const { format, printer } = props;
  const all = { ...props, version: version + JSON.stringify(printer) };
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
