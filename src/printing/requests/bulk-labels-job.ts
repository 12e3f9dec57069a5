import { idsOf } from "../../articles/selection/selection.ts";
import { Invalid, WrongState } from "../../domain/errors.ts";
import { type Message, msg } from "../../domain/message.ts";
import type { Tx } from "../../storage/database/statement.ts";
import type { JobProgram } from "../../storage/jobs/job-program.ts";
import type { LabelValues } from "../languages/template-text.ts";
import { drawLayout } from "../layouts/render.ts";
import { restoreLayout } from "../layouts/stored-layout.ts";
import { findPrinter } from "../printers/printer.ts";
import { addRequest, type LabelData } from "../queue/request.ts";
import { packRaster } from "../raster/packed.ts";
import type { BulkLabelsInput, BulkLabelsResult, RefusedLabel } from "./bulk-labels.ts";
import { type LabelledRecord, recordName, subjectColumns, valuesOf } from "./label-subject.ts";
import { assertPrintable } from "./print-problems.ts";
import { renderLabel } from "./render-label.ts";

/** Refused records that the result names. */
const MAX_NAMED = 100;

interface Position extends BulkLabelsResult {
  /** Records so far. */
  readonly next: number;
  /** Bytes of their labels. */
  readonly bytes: number;
}

const BEGINNING: Position = { next: 0, bytes: 0, added: 0, refused: 0, refusals: [] };

/** Adds the labels record by record, in the order of the ids. One without a label is counted, and named. */
export const run: JobProgram<BulkLabelsInput, Position, BulkLabelsResult> = function* ({
  tx,
  input,
  position,
}) {
  const { subject = "article", request } = input;
  const render = rendererOf(input);
  let { next, bytes, added, refused } = position ?? BEGINNING;
  const refusals: RefusedLabel[] = [...(position?.refusals ?? [])];
  for (const oid of idsOf(input).slice(next)) {
    next++;
    assertPrinter(tx, input);
    const record = { subject, oid };
    const label = labelOf(tx, record, input, render);
    if ("data" in label) {
      bytes += label.data.length;
      if (bytes > input.maxBytes) throw new WrongState(TEXTS.tooManyBytes);
      addRequest(tx, { ...request, ...subjectColumns(record) }, label);
      added++;
    } else {
      refused++;
      const name = recordName(tx, request.tenantId, record);
      const named = subject === "article" ? { article: name } : { article: null, location: name };
      if (refusals.length < MAX_NAMED) refusals.push({ oid, ...named, reason: label });
    }
    yield { position: { next, bytes, added, refused, refusals }, done: next };
  }
  return { added, refused, refusals };
};

/** Other users may change the printer while the job runs. Labels of an inactive one wait. Throws WrongState. */
function assertPrinter(tx: Tx, { label, request: { tenantId, printerId } }: BulkLabelsInput): void {
  const printer = findPrinter(tx, tenantId, printerId);
  if (printer === null) throw new WrongState(TEXTS.deleted);
  if (printer.printerTypeId !== label.printerTypeId) throw new WrongState(TEXTS.otherType);
}

/** Makes a label of the values of a record. Throws Invalid. */
type Renderer = (values: LabelValues) => LabelData;

function rendererOf({ label, request: { copies } }: BulkLabelsInput): Renderer {
  if ("template" in label) return (values) => ({ data: renderLabel(label, values, copies), isRaster: false });
  const prepared = restoreLayout(label);
  return (values) => {
    const { bitmap, problems } = drawLayout(prepared, values);
    assertPrintable(problems);
    return { data: packRaster(bitmap), isRaster: true };
  };
}

/** The label of a record, or the reason why it has none. */
function labelOf(
  tx: Tx,
  record: LabelledRecord,
  { time, request }: BulkLabelsInput,
  render: Renderer,
): LabelData | Message {
  const values = valuesOf(tx, request.tenantId, record, time);
  if (values === null) return record.subject === "article" ? TEXTS.noArticle : TEXTS.noLocation;
  if (record.subject === "location" && values.code === "") return TEXTS.noCode;
  try {
    return render(values);
  } catch (error) {
    if (!(error instanceof Invalid)) throw error;
    return error.fieldErrors[0]?.text ?? error.text;
  }
}

const TEXTS = {
  noArticle: msg("Article not found."),
  noLocation: msg("Location not found."),
  noCode: msg("The location has no code."),
  deleted: msg("The printer has been deleted."),
  otherType: msg("The printer has another type now."),
  tooManyBytes: msg("The labels have more bytes than you may print within an hour."),
};
