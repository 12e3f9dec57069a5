import { msg } from "../../../../domain/message.ts";
import { previewLabel } from "../../../api/console/printing.ts";
import { t } from "../../../i18n/translate.ts";
import { formatsFor, printersFor } from "../../../printing/printer-selection.ts";
import { QueryBoundary } from "../../../query/query-boundary.tsx";
import { Fields, TextField } from "../../../ui/field.tsx";
import { RecordSelect } from "../../../ui/select.tsx";
import { LabelPicture } from "../../label-preview/label-picture.tsx";
import { usePicture } from "../../label-preview/use-picture.ts";
import { nameWithFault } from "../../printers/printer-types.ts";
import type { LabelSelection } from "./use-labels.ts";

/** The server's limit of copies. */
const MAX_COPIES = 1000;

interface LabelChoiceProps {
  readonly labels: LabelSelection;
  /** The article or location of the preview; null: none. */
  readonly record: PreviewRecord | null;
  /** Increases when a value on the label may have changed. */
  readonly version: string;
}

/** Chooses a label, a printer and copies, and shows the label as it will be printed. */
export function LabelChoice({ labels, record, version }: LabelChoiceProps) {
  const { subject, formats, printers, format, printer, conditions, copies, set } = labels;
  return (
    <QueryBoundary query={formats} empty={TEXTS.noFormat}>
      {(all) => (
        <QueryBoundary query={printers} empty={TEXTS.noPrinter}>
          {(everyPrinter) => (
            <>
              <Fields>
                <RecordSelect
                  label={t(TEXTS.format)}
                  items={formatsFor(all, subject).filter((one) => printersFor(everyPrinter, one).length > 0)}
                  none={t(TEXTS.none)}
                  value={format?.oid ?? null}
                  onValue={(oid) => oid !== null && set({ labelFormatId: oid })}
                />
                <RecordSelect
                  label={t(TEXTS.printer)}
                  items={printersFor(everyPrinter, format).map(({ oid, name }) => ({
                    oid,
                    name: nameWithFault(name, conditions.get(oid)),
                  }))}
                  none={t(TEXTS.none)}
                  value={printer?.oid ?? null}
                  onValue={(oid) => oid !== null && set({ printerId: oid })}
                />
                <TextField
                  label={t(TEXTS.copies)}
                  inputMode="numeric"
                  value={String(copies)}
                  onValue={(text) => set({ copies: copiesOf(text) })}
                />
              </Fields>
              {format === null && subject === "location" && <p class="muted">{t(TEXTS.noLocationFormat)}</p>}
              {format !== null && record !== null && (
                <Preview formatId={format.oid} record={record} version={version} />
              )}
            </>
          )}
        </QueryBoundary>
      )}
    </QueryBoundary>
  );
}

/** The record whose values a label shows. */
type PreviewRecord = { readonly articleId: number } | { readonly locationId: number };

interface PreviewProps {
  readonly formatId: number;
  readonly record: PreviewRecord;
  /** Another value causes a new preview. */
  readonly version: string;
}

function Preview({ formatId, record, version }: PreviewProps) {
  const body = { labelFormatId: formatId, ...record };
  return <LabelPicture drawn={usePicture(previewLabel({ body }), { version })} label={t(TEXTS.picture)} />;
}

const copiesOf = (text: string) => Math.min(MAX_COPIES, Math.max(1, Number.parseInt(text, 10) || 1));

const TEXTS = {
  picture: msg("Label preview"),
  format: msg("Label format"),
  printer: msg("Printer"),
  copies: msg("Copies"),
  none: msg("None"),
  noFormat: msg("No label formats yet. An administrator can add one."),
  noLocationFormat: msg("No label for locations and an active printer. An administrator can add one."),
  noPrinter: msg("No printers yet. An administrator can add one."),
};
