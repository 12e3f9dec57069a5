import { SIGNATURE_HEIGHT } from "../../../domain/signature.ts";
import { FAINT, heading, INK, line, MARGIN, makeRoom, type Paper, setStyle } from "./paper.ts";

const HEIGHT = 46;
/** Points of a signature above its line. */
const STROKES_HEIGHT = HEIGHT - 20;
const LINES_TO_FILL = 3;
/** Points of a line to write on. */
const LINE_TO_FILL = 22;
/** Points for who signs, before the line. */
const INDENT = 200;
/** Of what is written below a line. */
const SMALL = { size: 6, color: FAINT };

/** A person with a line to sign on. */
export interface SignatureLine {
  readonly who: string;
  /** A signature from a screen, with what is written below it. Absent: the line is empty. */
  readonly signed?: { readonly strokes: string; readonly text: string } | null;
}

/**
 * Writes a heading and lines for signatures, together on one page as far as they fit. `above` is what the persons sign, `below` is under
 * each empty line.
 */
export function writeSignatureLines(
  paper: Paper,
  { title, above: signedText }: { readonly title: string; readonly above: string | null },
  signers: readonly SignatureLine[],
  below: string,
): void {
  // More than a page of them begins where it is.
  makeRoom(paper, Math.min(60 + signers.length * HEIGHT, 400));
  heading(paper, title);
  if (signedText !== null) line(paper, signedText);
  for (const { who, signed = null } of signers) {
    setStyle(paper);
    const room = { width: INDENT - 8 };
    const above = Math.max(HEIGHT - 16, paper.doc.heightOfString(who, room) + 8);
    setStyle(paper, SMALL);
    const written = { width: paper.width - INDENT };
    const extra =
      paper.doc.heightOfString(signed?.text ?? below, written) - paper.doc.heightOfString("", written);
    setStyle(paper);
    makeRoom(paper, above + 16 + extra);
    paper.y += above;
    const { doc, width, y } = paper;
    setStyle(paper);
    doc.text(who, MARGIN, y + 2 - doc.heightOfString(who, room), room);
    if (signed !== null)
      drawStrokes(paper, signed.strokes, MARGIN + INDENT + 8, y - STROKES_HEIGHT, STROKES_HEIGHT);
    doc
      .moveTo(MARGIN + INDENT, y + 2)
      .lineTo(MARGIN + width, y + 2)
      .lineWidth(0.5)
      .strokeColor(INK)
      .stroke();
    setStyle(paper, SMALL);
    const text = signed?.text ?? below;
    doc.text(text, MARGIN + INDENT, y + 5, written);
    paper.y += 16 + extra;
  }
}

/** Lines for what is written by hand, with a heading. */
export function writeLinesToFill(paper: Paper, title: string): void {
  makeRoom(paper, 40 + LINES_TO_FILL * LINE_TO_FILL);
  heading(paper, title);
  for (let n = 0; n < LINES_TO_FILL; n++) {
    paper.y += LINE_TO_FILL;
    const { doc, width, y } = paper;
    doc
      .moveTo(MARGIN, y)
      .lineTo(MARGIN + width, y)
      .lineWidth(0.5)
      .strokeColor(INK)
      .stroke();
  }
  paper.y += 8;
}

/** Draws a signature from a screen; `x`, `y` and `height` in points. */
export function drawStrokes({ doc }: Paper, strokes: string, x: number, y: number, height: number): void {
  doc
    .save()
    .translate(x, y)
    .scale(height / SIGNATURE_HEIGHT)
    .path(strokes)
    .lineWidth(4)
    .lineCap("round")
    .lineJoin("round")
    .strokeColor(INK)
    .stroke()
    .restore();
}
