import type { Readable } from "node:stream";
import { SIGNATURE_HEIGHT, SIGNATURE_WIDTH } from "../domain/custody.ts";
import { LOCALES } from "../i18n/locales.ts";
import { drawGrid } from "../inventories/report/pdf/grid.ts";
import {
  FAINT,
  heading,
  INK,
  line,
  MARGIN,
  makePaper,
  makeRoom,
  type Paper,
  setStyle,
  WIDTH,
  writeFact,
} from "../inventories/report/pdf/paper.ts";
import type { ProtocolInput } from "./protocol.ts";
import { protocolTexts } from "./protocol-texts.ts";
import type { CustodyDetail } from "./shapes.ts";

type Texts = ReturnType<typeof protocolTexts>;

/** A handover protocol as a PDF, to print and sign, with the signatures that were given on a screen. */
export function protocolPdf(input: ProtocolInput): Readable {
  const { siteName, personName, custodies, total, language, timeZone, madeDT } = input;
  const texts = protocolTexts(language);
  const region = LOCALES[language].region;
  const moment = new Intl.DateTimeFormat(region, { timeZone, dateStyle: "medium", timeStyle: "short" });
  const day = new Intl.DateTimeFormat(region, { timeZone: "UTC", dateStyle: "medium" });
  const timeOf = (iso: string) => moment.format(new Date(iso));
  const paper = makePaper(`${texts.title}: ${personName}`, madeDT, (page) => [
    `${texts.title}: ${personName}`,
    `${texts.page} ${page}`,
  ]);
  line(paper, siteName, { color: FAINT }, 6);
  line(paper, texts.title, { size: 18, isBold: true }, 8);
  writeFact(paper, texts.person, personName);
  writeFact(paper, texts.made, timeOf(madeDT));
  if (custodies.length === 0) line(paper, texts.nothing);
  const rows = custodies.map((custody) => rowOf(custody, texts, timeOf, day));
  const title = total > rows.length ? `${texts.articles} (${rows.length} / ${total})` : texts.articles;
  // Each step draws a row.
  Array.from(drawGrid(paper, { title, columns: columnsOf(texts), rows }));
  for (const custody of custodies) drawGiven(paper, custody, texts, timeOf);
  if (custodies.some(({ endedDT }) => endedDT === null)) drawLines(paper, texts);
  paper.doc.end();
  return paper.doc;
}

const columnsOf = (texts: Texts) => [
  { title: texts.code, share: 14 },
  { title: texts.article, share: 26 },
  { title: texts.started, share: 22 },
  { title: texts.due, share: 13 },
  { title: texts.condition, share: 25 },
];

function rowOf(
  { article, startedDT, startedBy, startNote, dueDate, endedDT, endedBy, endNote }: CustodyDetail,
  texts: Texts,
  timeOf: (iso: string) => string,
  day: Intl.DateTimeFormat,
) {
  const ended =
    endedDT === null ? [] : [`${texts.ended}: ${timeOf(endedDT)} ${texts.by} ${endedBy?.fullName ?? ""}`];
  return [
    article.code ?? "",
    article.name,
    [`${timeOf(startedDT)} ${texts.by} ${startedBy.fullName}`, ...ended],
    dueDate === null ? "" : day.format(new Date(dueDate)),
    [startNote ?? "", ...(endNote === null ? [] : [endNote])],
  ];
}

/** Points of a signature. */
const SIGNATURE_POINTS = 180;

/** Draws the signatures of a custody, each with what was signed. */
function drawGiven(
  paper: Paper,
  custody: CustodyDetail,
  texts: Texts,
  timeOf: (iso: string) => string,
): void {
  const { article, startedDT, endedDT, startSignature, endSignature } = custody;
  const name = [article.code, article.name].filter(Boolean).join(" ");
  if (startSignature !== null)
    drawSignature(paper, startSignature, `${texts.atStart}: ${name}, ${timeOf(startedDT)}`);
  if (endSignature !== null && endedDT !== null)
    drawSignature(paper, endSignature, `${texts.atEnd}: ${name}, ${timeOf(endedDT)}`);
}

function drawSignature(paper: Paper, path: string, text: string): void {
  const { doc } = paper;
  const scale = SIGNATURE_POINTS / SIGNATURE_WIDTH;
  const height = SIGNATURE_HEIGHT * scale;
  makeRoom(paper, height + 24);
  paper.y += 8;
  doc
    .save()
    .translate(MARGIN, paper.y)
    .scale(scale)
    .path(path)
    .lineWidth(4)
    .lineCap("round")
    .lineJoin("round")
    .strokeColor(INK)
    .stroke()
    .restore();
  paper.y += height + 2;
  line(paper, text, { color: FAINT });
}

/** Draws the lines for signatures by hand. */
function drawLines(paper: Paper, texts: Texts): void {
  heading(paper, texts.signatures);
  line(paper, texts.confirm, {}, 30);
  makeRoom(paper, 40);
  const { doc } = paper;
  const width = WIDTH / 2 - 20;
  for (const [index, text] of [texts.receiver, texts.giver].entries()) {
    const x = MARGIN + index * (WIDTH / 2 + 20);
    doc
      .moveTo(x, paper.y)
      .lineTo(x + width, paper.y)
      .lineWidth(0.5)
      .strokeColor(INK)
      .stroke();
    setStyle(paper, { color: FAINT });
    doc.text(text, x, paper.y + 4, { width });
  }
  paper.y += 20;
}
