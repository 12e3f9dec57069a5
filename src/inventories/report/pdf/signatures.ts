import { FAINT, heading, INDENT, INK, line, MARGIN, makeRoom, type Paper, setStyle, WIDTH } from "./paper.ts";

const SIGNATURE = 46;

/** Writes a heading and lines for signatures, together on one page. `above` follows the heading; `below` is under each line. */
export function writeSignatureLines(
  paper: Paper,
  title: string,
  signers: readonly string[],
  below: string,
  above?: () => string,
): void {
  makeRoom(paper, 60 + signers.length * SIGNATURE);
  heading(paper, title);
  if (above !== undefined) line(paper, above());
  for (const signer of signers) {
    paper.y += SIGNATURE - 16;
    const { doc, y } = paper;
    setStyle(paper);
    doc.text(signer, MARGIN, y - 8, { lineBreak: false });
    doc
      .moveTo(MARGIN + INDENT, y + 2)
      .lineTo(MARGIN + WIDTH, y + 2)
      .lineWidth(0.5)
      .strokeColor(INK)
      .stroke();
    setStyle(paper, { size: 6, color: FAINT });
    doc.text(below, MARGIN + INDENT, y + 5, { lineBreak: false });
    paper.y += 16;
  }
}
