import type { Readable } from "node:stream";
import { SIGNATURE_HEIGHT, SIGNATURE_WIDTH } from "../domain/signature.ts";
import { LOCALES } from "../i18n/locales.ts";
import { drawGrid } from "../inventories/report/pdf/grid.ts";
import {
  endPaper,
  FAINT,
  heading,
  INDENT,
  INK,
  line,
  MARGIN,
  makePaper,
  makeRoom,
  type Paper,
  setStyle,
  writeFact,
} from "../inventories/report/pdf/paper.ts";
import { drawStrokes } from "../inventories/report/pdf/signatures.ts";
import { companyFacts } from "../inventories/report/report-facts.ts";
import type { ConditionPhoto, ProtocolInput, ShownCustody } from "./protocol.ts";
import { protocolTexts } from "./protocol-texts.ts";
import type { CustodyDetail } from "./shapes.ts";

type Texts = ReturnType<typeof protocolTexts>;

/** A handover protocol as a PDF, to print and sign, with the signatures that were given on a screen. */
export async function protocolPdf(input: ProtocolInput): Promise<Readable> {
  const { company, siteName, personName, custodies, total, language, timeZone, madeDT } = input;
  const texts = protocolTexts(language);
  const region = LOCALES[language].region;
  const moment = new Intl.DateTimeFormat(region, { timeZone, dateStyle: "medium", timeStyle: "short" });
  const day = new Intl.DateTimeFormat(region, { timeZone: "UTC", dateStyle: "medium" });
  const timeOf = (iso: string) => moment.format(new Date(iso));
  const paper = makePaper(`${texts.title}: ${personName}`, madeDT, (page) => [
    `${texts.title}: ${personName}`,
    `${texts.page} ${page}`,
  ]);
  line(paper, company.legalName ?? siteName, { color: FAINT }, 6);
  line(paper, texts.title, { size: 18, isBold: true }, 8);
  const known = companyFacts({ company: { ...company, balanceSheetDay: null } }, language);
  for (const [name, value] of known) writeFact(paper, name, value);
  writeFact(paper, texts.person, personName);
  writeFact(paper, texts.made, timeOf(madeDT));
  if (custodies.length === 0) line(paper, texts.nothing);
  const rows = custodies.map((custody) => rowOf(custody, texts, timeOf, day));
  const title = total > rows.length ? `${texts.articles} (${rows.length} / ${total})` : texts.articles;
  // Each step draws a page.
  Array.from(drawGrid(paper, { title, columns: columnsOf(texts), rows }));
  for (const custody of custodies) drawGiven(paper, custody, texts, timeOf);
  if (custodies.some(({ endedDT }) => endedDT === null)) drawLines(paper, texts);
  await endPaper(paper);
  return paper.doc;
}

const columnsOf = (texts: Texts) => [
  { title: texts.code, share: 15 },
  { title: texts.article, share: 33 },
  { title: texts.started, share: 36 },
  { title: texts.due, share: 16 },
];

type TimeOf = (iso: string) => string;

function rowOf(
  { article, startedDT, startedBy, dueDate, endedDT, endedBy }: CustodyDetail,
  texts: Texts,
  timeOf: TimeOf,
  day: Intl.DateTimeFormat,
) {
  const ended =
    endedDT === null ? [] : [texts.takenBack({ at: timeOf(endedDT), by: endedBy?.fullName ?? "–" })];
  return [
    article.code ?? "",
    article.name,
    [texts.handedOut({ at: timeOf(startedDT), by: startedBy.fullName }), ...ended],
    dueDate === null ? "" : day.format(new Date(dueDate)),
  ];
}

/** Points of the longer side of a photo. */
const PHOTO_POINTS = 220;
/** Points of a signature. */
const SIGNATURE_POINTS = 180;

/** Draws what was noted of a custody: the condition in full, the photos, and the signatures, each with what was signed. */
function drawGiven(paper: Paper, custody: ShownCustody, texts: Texts, timeOf: TimeOf): void {
  const { article, startedDT, endedDT, startNote, endNote, startSignature, endSignature, photos } = custody;
  const given = [startNote, endNote, startSignature, endSignature, photos.start, photos.end];
  if (given.every((one) => one === null)) return;
  paper.y += 10;
  makeRoom(paper, 40);
  line(paper, [article.code, article.name].filter(Boolean).join(" "), { size: 9, isBold: true }, 3);
  if (startNote !== null) writeFact(paper, texts.condition, inOneLine(startNote));
  if (photos.start !== null) drawPhoto(paper, photos.start, texts.photo, texts.unreadable);
  if (startSignature !== null) drawSignature(paper, startSignature, `${texts.atStart}, ${timeOf(startedDT)}`);
  if (endNote !== null) writeFact(paper, texts.conditionAtEnd, inOneLine(endNote));
  if (photos.end !== null) drawPhoto(paper, photos.end, texts.photoAtEnd, texts.unreadable);
  if (endSignature !== null && endedDT !== null)
    drawSignature(paper, endSignature, `${texts.atEnd}, ${timeOf(endedDT)}`);
}

/** A text of 4 000 line breaks would not fit on a page. */
const inOneLine = (text: string) => text.replace(/\s+/gu, " ").trim();

function drawPhoto(paper: Paper, { path, ratio }: ConditionPhoto, title: string, unreadable: string): void {
  const width = PHOTO_POINTS / Math.max(1, ratio);
  const height = width * ratio;
  makeRoom(paper, height + 12);
  const { y } = paper;
  try {
    paper.doc.image(path, MARGIN + INDENT, y, { width, height });
  } catch {
    // The protocol is of use without it, and the check of the data folder reports the file.
    writeFact(paper, title, unreadable);
    return;
  }
  writeFact(paper, title, " ");
  paper.y = y + height + 6;
}

function drawSignature(paper: Paper, path: string, text: string): void {
  const height = (SIGNATURE_POINTS / SIGNATURE_WIDTH) * SIGNATURE_HEIGHT;
  makeRoom(paper, height + 24);
  drawStrokes(paper, path, MARGIN, paper.y, height);
  paper.y += height;
  drawLine(paper, MARGIN, SIGNATURE_POINTS);
  paper.y += 4;
  line(paper, text, { color: FAINT }, 6);
}

/** Draws the line below a signature. */
function drawLine({ doc, y }: Paper, x: number, width: number): void {
  doc
    .moveTo(x, y)
    .lineTo(x + width, y)
    .lineWidth(0.5)
    .strokeColor(INK)
    .stroke();
}

/** Draws the lines for signatures by hand. */
function drawLines(paper: Paper, texts: Texts): void {
  heading(paper, texts.signatures);
  line(paper, texts.confirm, {}, 30);
  makeRoom(paper, 40);
  const { doc } = paper;
  const width = paper.width / 2 - 20;
  for (const [index, text] of [texts.receiver, texts.giver].entries()) {
    const x = MARGIN + index * (paper.width / 2 + 20);
    drawLine(paper, x, width);
    setStyle(paper, { color: FAINT });
    doc.text(text, x, paper.y + 4, { width });
  }
  paper.y += 20;
}
