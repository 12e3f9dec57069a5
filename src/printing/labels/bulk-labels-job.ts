import { idsOf } from "../../articles/selection/selection.ts";
import { Invalid, WrongState } from "../../domain/errors.ts";
import { type Message, msg } from "../../domain/message.ts";
import type { Tx } from "../../storage/database/statement.ts";
import type { JobProgram } from "../../storage/jobs/job-program.ts";
import { fitProblem } from "../layouts/printer-fit.ts";
import { findPrinter, type PrinterRecord } from "../printers/printer.ts";
import { addRequest, type LabelData } from "../queue/request.ts";
import { otherType, printerDeleted } from "../transport/reasons.ts";
import type {
  BatchLabel,
  BatchValues,
  BulkLabelsInput,
  BulkLabelsResult,
  LabelBatch,
  RefusedLabel,
} from "./bulk-labels.ts";
import { type LabelledRecord, recordName, subjectColumns, valuesOf } from "./label-values.ts";
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

/** Labels that are drawn between two slices, at most. */
const MAX_BATCH = 32;

/**
 * Adds the labels record by record, in the order of the ids. One without a label is counted, and named. Labels are drawn between
 * slices: writes go on meanwhile.
 */
export const run: JobProgram<BulkLabelsInput, Position, BulkLabelsResult> = function* ({
  tx,
  input,
  position,
  outcome,
}) {
  const { subject = "article", request, label: source } = input;
  const oids = idsOf(input);
  let { next, bytes, added, refused } = position ?? BEGINNING;
  const refusals: RefusedLabel[] = [...(position?.refusals ?? [])];
  let drawn: readonly BatchLabel[] = [];
  while (next < oids.length) {
    if ("layout" in source && drawn.length === 0) {
      const records = oids
        .slice(next, next + MAX_BATCH)
        .map((oid) => recordValues(tx, { subject, oid }, input));
      const between: LabelBatch = { label: source, records };
      yield { position: { next, bytes, added, refused, refusals }, done: next, between };
      drawn = outcome() as readonly BatchLabel[];
    }
    const oid = oids[next++] ?? 0;
    const printer = printerFor(tx, input);
    const record = { subject, oid };
    const label = labelOf(tx, record, input, drawn[0]);
    drawn = drawn.slice(1);
    if ("data" in label) {
      assertFit(label, printer);
      bytes += label.data.length;
      if (bytes > input.maxBytes)
        throw new WrongState(msg("The labels have more bytes than you may print within an hour."));
      addRequest(tx, { ...request, ...subjectColumns(record) }, label);
      added++;
    } else {
      refused++;
      const name = recordName(tx, request.tenantId, record);
      const named = subject === "article" ? { article: name } : { article: null, location: name };
      if (refusals.length < MAX_NAMED) refusals.push({ oid, ...named, reason: label.reason });
    }
    yield { position: { next, bytes, added, refused, refusals }, done: next };
  }
  return { added, refused, refusals };
};

/** Other users may change the printer while the job runs. Labels of an inactive one wait. Throws WrongState. */
function printerFor(tx: Tx, { label, request: { tenantId, printerId } }: BulkLabelsInput): PrinterRecord {
  const printer = findPrinter(tx, tenantId, printerId);
  if (printer === null) throw new WrongState(printerDeleted);
  if (printer.printerTypeId !== label.printerTypeId) throw new WrongState(otherType);
  return printer;
}

/** Throws WrongState for a drawn label that no longer fits the printer. */
function assertFit({ data, isRaster }: LabelData, printer: PrinterRecord): void {
  const problem = isRaster ? fitProblem(data, printer) : null;
  if (problem !== null) throw new WrongState(problem);
}

/** The values of a record that can have a label, else the reason why it has none. */
function recordValues(
  tx: Tx,
  record: LabelledRecord,
  { time, request }: Pick<BulkLabelsInput, "time" | "request">,
): BatchValues {
  const values = valuesOf(tx, request.tenantId, record, time);
  if (values === null)
    return { reason: record.subject === "article" ? msg("Article not found.") : msg("Location not found.") };
  if (record.subject === "location" && values.code === "")
    return { reason: msg("The location has no code.") };
  return { values };
}

/** The label of a record: `drawn`, unless the record is gone meanwhile, or that of a template. */
function labelOf(
  tx: Tx,
  record: LabelledRecord,
  input: BulkLabelsInput,
  drawn: BatchLabel | undefined,
): LabelData | { readonly reason: Message } {
  const found = recordValues(tx, record, input);
  if ("reason" in found) return found;
  const { label, request } = input;
  if ("layout" in label) {
    if (drawn === undefined) throw new Error("the label was not drawn");
    return "reason" in drawn ? drawn : { data: Buffer.from(drawn.data), isRaster: true };
  }
  try {
    return { data: renderLabel(label, found.values, request.copies), isRaster: false };
  } catch (error) {
    if (!(error instanceof Invalid)) throw error;
    return { reason: error.reason };
  }
}
