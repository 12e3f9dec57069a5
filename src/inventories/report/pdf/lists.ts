import { DECISION_NAMES } from "../../../domain/item-decisions.ts";
import { DIFFERENCES, type Listed, RESULT_NAMES } from "../../../domain/results.ts";
import { deviceOf, loginOf } from "../../../domain/stocktakes/addendum.ts";
import {
  HANDOVER_NAMES,
  HANDOVER_SIDES,
  METHOD_NAMES,
  signerRoleNames,
} from "../../../domain/stocktakes/frame.ts";
import { SETTLEMENT_NAMES } from "../../../domain/stocktakes/settlement.ts";
import { textIn } from "../../../i18n/text.ts";
import type { Addendum } from "../../addenda/addendum.ts";
import { type Signer, signersOf } from "../../addenda/signers.ts";
import { valuesOf } from "../money.ts";
import type { ReportItem } from "../report.ts";
import { authorText, countedBeforeText, takenText } from "../report-facts.ts";
import { unitOfCount } from "../report-messages.ts";
import { type OperationRow, photoFiles } from "../store.ts";
import { drawGrid, type GridCell, type GridRow } from "./grid.ts";
import { FIGURE_SHARES, gridColumns, type LineShares, lineRow } from "./lines.ts";
import { FAINT, heading, line } from "./paper.ts";
import type { PdfContent, PdfWriter } from "./pdf-writer.ts";
import { type SignatureLine, writeSignatureLines } from "./signatures.ts";

/** Hexadecimal digits of a hash on paper. */
const HASH_DIGITS = 16;

const SHARES = {
  number: 36,
  code: 68,
  name: 150,
  place: 130,
  ...FIGURE_SHARES,
  differenceValue: 72,
} as const satisfies LineShares;

/** Writes a table for each kind of difference; yields as `drawGrid`. */
export function* writeDifferences(writer: PdfWriter): Generator<void> {
  const { paper, report, messages, number } = writer;
  const filled = DIFFERENCES.filter((one) => report.itemsOf(one) > 0);
  // What the count has no difference of.
  const remainders = report.remainders(DIFFERENCES);
  if (filled.length + remainders.length === 0) {
    heading(paper, messages.differences);
    line(paper, messages.none);
  }
  for (const listed of filled) {
    yield* drawGrid(paper, {
      title: `${nameOf(writer, listed)} (${number(report.itemsOf(listed))})`,
      columns: gridColumns(writer, SHARES),
      rows: itemRows(writer, listed),
    });
  }
  yield* drawGrid(paper, {
    title: `${messages.remainder} (${number(remainders.length)})`,
    columns: gridColumns(writer, SHARES),
    rows: remainderRows(writer, SHARES, remainders),
  });
}

function nameOf({ messages, language }: PdfWriter, listed: Listed): string {
  if (listed === "unexpected" || listed === "differsOfDay") return messages[listed];
  return textIn(RESULT_NAMES[listed], language);
}

type NumberedRemainder = ReturnType<PdfWriter["report"]["remainders"]>[number];

/** The rows of articles without an item. */
export function* remainderRows(
  writer: PdfWriter,
  shares: LineShares,
  remainders: readonly NumberedRemainder[],
): Generator<GridRow> {
  const rowOf = lineRow(writer, shares);
  for (const remainder of remainders)
    yield rowOf(remainderLine(writer, remainder, "place" in shares), remainder.asOf);
}

/** The line of an article without an item: nothing is expected, and nothing was counted. `hasPlace`: there is a column of the location. */
function remainderLine(writer: PdfWriter, remainder: NumberedRemainder, hasPlace: boolean) {
  const { messages } = writer;
  const { code, name, serialNumber, unit, location, currency, price } = remainder;
  const none = { quantity: 0, found: null, difference: null };
  return {
    code,
    unit,
    currency,
    price,
    ...none,
    ...valuesOf(price, none),
    number: String(remainder.lineNumber),
    details: [
      name,
      ...(serialNumber === null ? [] : [`${messages.serialNumber}: ${serialNumber}`]),
      ...(hasPlace ? [] : [`${messages.location}: ${location}`]),
      ...responsibleLines(writer, remainder.responsibleUserId),
    ],
    place: location,
    count: "–",
  };
}

export const responsibleLines = ({ report, messages }: PdfWriter, userId: number | null): string[] =>
  userId === null ? [] : [`${messages.responsible}: ${report.names.user(userId)}`];

function* itemRows(writer: PdfWriter, listed: Listed): Generator<GridRow> {
  const rowOf = lineRow(writer, SHARES);
  for (const item of writer.report.items([listed])) {
    const line = Object.assign(item, {
      number: String(item.lineNumber),
      details: [item.name, ...detailsOf(writer, item)],
      place: locationsOf(writer, item),
      count: "",
    });
    yield rowOf(line, item.asOf);
  }
}

/** What else identifies the article, and what there is to say of its count. `place`: where it was found, if no column says it. */
export function detailsOf(writer: PdfWriter, item: ReportItem, place: readonly string[] = []): string[] {
  const { language, messages } = writer;
  const { serialNumber, method, note } = item;
  return [
    ...(serialNumber === null ? [] : [`${messages.serialNumber}: ${serialNumber}`]),
    ...movedOf(writer, item),
    ...recountsOf(writer, item),
    ...place,
    ...(item.isDisposal === 1 ? [messages.forDisposal] : []),
    ...(method === null ? [] : [`${messages.method}: ${textIn(METHOD_NAMES[method], language)}`]),
    ...settlementOf(writer, item),
    ...approvalOf(writer, item),
    ...(note === null ? [] : [`${messages.note}: ${note}`]),
    ...photosOf(writer, item),
  ];
}

/**
 * What came before the count, or was recorded where an unexpected article was found: why the difference is another than found less
 * expected. And from where the close has taken pieces.
 */
function movedOf({ report, messages, number }: PdfWriter, item: ReportItem): string[] {
  const { locationId, movedBeforeCount: moved } = item;
  const text = takenText(report, item, number);
  const taken = text === null ? [] : [`${messages.takenFrom} ${text}`];
  if (moved === 0) return taken;
  if (locationId === null) return [`${messages.recordedWhereFound}: ${number(moved)}`, ...taken];
  return [`${messages.movedBeforeCount}: ${moved > 0 ? "+" : ""}${number(moved)}`];
}

/** How the difference of an item is settled, why there is one, and who settled it when. */
function settlementOf(
  { report, language, messages, time }: PdfWriter,
  { settlement, cause, explainedBy, explainedDT }: ReportItem,
): string[] {
  if (settlement === null) return [];
  const name = textIn(SETTLEMENT_NAMES[settlement], language);
  const by = explainedBy === null ? [] : [report.names.user(explainedBy)];
  const at = explainedDT === null ? [] : [time(explainedDT)];
  return [
    cause === null ? name : `${name}: ${cause}`,
    ...(by.length === 0 ? [] : [`${messages.settledBy} ${[...by, ...at].join(", ")}`]),
  ];
}

/** What another person had counted before, what was decided on the movements by whom, and whether it should have been counted again. */
function recountsOf(writer: PdfWriter, item: ReportItem): string[] {
  const { report, language, messages, time } = writer;
  const before = countedBeforeText(report, item, writer);
  const { decidedBy, decidedDT } = item;
  const by = decidedBy === null ? "" : ` (${report.names.user(decidedBy)}, ${time(decidedDT ?? "")})`;
  return [
    ...(before === null ? [] : [`${messages.countedBefore}: ${before}`]),
    ...(item.decision === null
      ? []
      : [`${messages.decision}: ${textIn(DECISION_NAMES[item.decision], language)}${by}`]),
    ...(item.isToRecount === 1
      ? [report.closed === null ? messages.toRecount : messages.notCountedAgain]
      : []),
  ];
}

/** Who approved an item when, where it is not the person who approved the whole stocktake. */
function approvalOf({ report, messages, time }: PdfWriter, { approvedBy, approvedDT }: ReportItem): string[] {
  if (approvedBy === null || approvedBy === report.inventory.approvedBy) return [];
  const at = approvedDT === null ? [] : [time(approvedDT)];
  return [`${messages.itemApprovedBy} ${[report.names.user(approvedBy), ...at].join(", ")}`];
}

function locationsOf({ report, messages }: PdfWriter, { locationId, foundLocationId }: ReportItem): GridCell {
  const { location } = report.names;
  const expected = locationId === null ? [] : [location(locationId)];
  if (foundLocationId === null || foundLocationId === locationId) return expected;
  if (locationId === null) return location(foundLocationId);
  return [...expected, `${messages.foundAt} ${location(foundLocationId)}`];
}

/** Writes a table of unknown codes or late counts; yields as `drawGrid`. */
export function* writeOperations(
  writer: PdfWriter,
  title: string,
  operations: Iterable<OperationRow>,
): Generator<void> {
  const { paper, messages } = writer;
  yield* drawGrid(paper, {
    title,
    columns: [
      { title: messages.code, share: 84 },
      { title: messages.location, share: 140 },
      { title: messages.entered, share: 42, isNumber: true },
      { title: messages.unit, share: 44 },
      { title: messages.note, share: 105 },
      { title: messages.time, share: 85 },
      { title: messages.user, share: 80 },
    ],
    rows: operationRows(writer, operations),
  });
}

function* operationRows(writer: PdfWriter, operations: Iterable<OperationRow>): Generator<GridCell[]> {
  const { report, messages, number, time } = writer;
  const { location } = report.names;
  for (const row of operations) {
    const { code, locationId, quantity, note, at } = row;
    const path = locationId === null ? "" : location(locationId);
    const pieces = quantity === null ? "–" : number(quantity);
    yield [
      code ?? "",
      path,
      pieces,
      unitOfCount(row, messages) ?? "",
      [...(note === null ? [] : [note]), ...photosOf(writer, row)],
      time(at),
      authorText(report, row, messages),
    ];
  }
}

/** The beginnings of the SHA-256 of its photos. The record as JSON has them in full. */
function photosOf({ messages }: PdfWriter, row: Pick<OperationRow, "photos">): readonly string[] {
  const photos = photoFiles(row).map((file) => `${file.slice(0, HASH_DIGITS)}…`);
  return photos.length === 0 ? [] : [`${messages.photos}: ${photos.join(", ")}`];
}

/** Writes the corrections among the addenda of a record, in full. */
export function writeCorrections({ paper, messages, time }: PdfWriter, addenda: readonly Addendum[]): void {
  const corrections = addenda.flatMap(({ text, ...addendum }) =>
    text === null ? [] : [{ text, ...addendum }],
  );
  if (corrections.length > 0) heading(paper, messages.corrections);
  for (const { number, addedDT, addedBy, text, ...added } of corrections) {
    const device = deviceOf(added);
    const facts = [`${messages.addendum} ${number}`, time(addedDT), addedBy.fullName];
    line(paper, [...facts, ...(device === null ? [] : [device])].join(" · "), { color: FAINT });
    // A text of 2,000 line breaks would not fit on a page.
    line(paper, text.replace(/\s+/gu, " "), {}, 6);
  }
}

/**
 * Writes the lines for signatures: of a handover, of the committee, without both of nobody in particular, of who is responsible for the assets,
 * and of who has counted; in minutes with what they say, and without those who have only counted.
 */
export function writeSignatures(writer: PdfWriter, content: PdfContent, addenda: readonly Addendum[]): void {
  const { paper, report, messages } = writer;
  const { committee, handover } = report.frame;
  const responsible = report
    .responsible()
    .map(({ userId, items }) => ({ userId, name: report.names.user(userId), items }));
  const counters = report.counters.map(({ userId }) => ({ userId, name: report.names.user(userId) }));
  const signers = signersOf(report.frame, { responsible, counters }, addenda);
  const sides = HANDOVER_SIDES.flatMap((side) => signers.filter((signer) => sideOf(signer) === side));
  const isMinutes = content === "minutes";
  const others = signers.filter(
    (signer) =>
      sideOf(signer) === undefined &&
      !(isMinutes && isOnlyCounter(writer, signer) && signer.addendum === null),
  );
  const linesOf = (some: readonly Signer[]) => some.map((signer) => signatureLine(writer, signer));
  // Who has counted is named, but in minutes.
  const finders = isMinutes || counters.length === 0 ? [messages.countedBy] : [];
  const unnamed = [...finders, messages.checkedBy, messages.signedBy].map((who) => ({ who }));
  const isNamed = committee.length > 0 || handover !== null;
  const all = [...linesOf(sides), ...(isNamed ? [] : unnamed), ...linesOf(others)];
  const above = isMinutes ? messages.declaration : null;
  writeSignatureLines(paper, { title: messages.signatures, above }, all, messages.nameAndDate);
}

/** True for a person who has counted, and is in no other role, nor in the committee. */
const isOnlyCounter = ({ report }: PdfWriter, { role, otherRoles, position }: Signer) =>
  role === "counter" && otherRoles.length === 0 && position >= report.frame.committee.length;

/** The side of a handover that a person is; undefined: none. */
const sideOf = ({ role, otherRoles }: Signer) =>
  HANDOVER_SIDES.find((side) => role === side || otherRoles.includes(side));

function signatureLine({ language, messages, number, time }: PdfWriter, signer: Signer): SignatureLine {
  const { name, items, addendum, otherAddenda } = signer;
  const said = (one: Addendum) => [
    `${messages.addendum} ${one.number}`,
    ...loginOf(one).map((text) => textIn(text, language)),
    ...[deviceOf(one)].filter((device) => device !== null),
  ];
  const signed = addendum && {
    strokes: addendum.strokes ?? "",
    text: [
      `${messages.signedOnScreen} ${time(addendum.addedDT)}`,
      ...said(addendum),
      ...otherAddenda.map((one) => `${messages.alsoSigned} ${time(one.addedDT)} · ${said(one).join(" · ")}`),
    ].join(" · "),
  };
  const side = sideOf(signer);
  const sideName = side && HANDOVER_NAMES[side];
  const roles = signerRoleNames(signer).filter((role) => role !== sideName);
  const lines = items === null ? [] : [`${messages.lines}: ${number(items)}`];
  const who = [name, ...roles.map((role) => textIn(role, language)), ...lines].join(", ");
  return { who: sideName === undefined ? who : `${textIn(sideName, language)}: ${who}`, signed };
}
