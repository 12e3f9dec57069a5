import type { DecoderEvent, PrinterProtocol, PrinterStatus, ProtocolDecoder } from "./protocol.ts";

const TOKEN = new RegExp(`\n|${String.fromCharCode(0x1b)}!\\?`);

/** TSPL: labels end with a PRINT line; the query `<ESC>!?` is answered at once. */
export function tsplProtocol(): PrinterProtocol {
  return {
    createDecoder: () => new LineDecoder(TSPL),
    reply: (_, status) => Buffer.of(tsplStatus(status)),
  };
}

/** EPL: labels end with a P line. It has no status query. */
export function eplProtocol(): PrinterProtocol {
  return { createDecoder: () => new LineDecoder(EPL), reply: () => Buffer.alloc(0) };
}

/** One byte (TSPL Programming Manual, "Status Polling"): "printing" excludes other states. */
function tsplStatus({ headOpen, paperOut, paused, isPrinting }: PrinterStatus): number {
  const fault = (headOpen ? 0x01 : 0) | (paperOut ? 0x04 : 0) | (paused ? 0x10 : 0);
  return fault || (isPrinting ? 0x20 : 0);
}

/** The lines of a label, and what is special in them. */
interface LabelLines {
  /** The line that prints, with its sets and copies. */
  readonly last: RegExp;
  /** The beginning of a bitmap, with the bytes of a row and the rows. Its bytes may look like commands. */
  readonly bitmap: RegExp;
  /** The line that removes the bitmaps so far. */
  readonly clears: RegExp;
}

class LineDecoder implements ProtocolDecoder {
  readonly #lines: LabelLines;
  /** Lines and bitmaps. */
  #label: { readonly text: string; readonly isBitmap: boolean }[] = [];
  /** From the beginning of a line. */
  #rest = "";

  constructor(lines: LabelLines) {
    this.#lines = lines;
  }

  get isPartial(): boolean {
    return this.#label.length > 0 || this.#rest.trim() !== "";
  }

  push(bytes: Buffer, emit: (event: DecoderEvent) => void): void {
    this.#rest += bytes.toString("latin1");
    while (this.#takeBitmap() || this.#takeToken(emit));
  }

  end(): void {
    this.#label = [];
    this.#rest = "";
  }

  /** Moves a whole bitmap to the label. */
  #takeBitmap(): boolean {
    const length = this.#bitmapLength();
    if (length === 0 || this.#rest.length < length) return false;
    this.#label.push({ text: this.#rest.slice(0, length), isBitmap: true });
    this.#rest = this.#rest.slice(length);
    return true;
  }

  /** Characters of the bitmap at the beginning of the line; 0: there is none. */
  #bitmapLength(): number {
    const [header = "", stride, height] = this.#lines.bitmap.exec(this.#rest) ?? [];
    return header.length + Number(stride ?? 0) * Number(height ?? 0);
  }

  /** Takes a line or a query. */
  #takeToken(emit: (event: DecoderEvent) => void): boolean {
    if (this.#bitmapLength() > 0) return false;
    const found = TOKEN.exec(this.#rest);
    if (found === null) return false;
    const before = this.#rest.slice(0, found.index);
    const after = this.#rest.slice(found.index + found[0].length);
    // A query may be in the middle of a line.
    this.#rest = found[0] === "\n" ? after : before + after;
    if (found[0] === "\n") this.#endLine(before, emit);
    else emit({ kind: "query", query: found[0], isInOrder: false });
    return true;
  }

  #endLine(line: string, emit: (event: DecoderEvent) => void): void {
    // Empty lines between labels belong to none.
    if (line.trim() === "" && this.#label.length === 0) return;
    if (this.#lines.clears.test(line)) this.#label = this.#label.filter(({ isBitmap }) => !isBitmap);
    this.#label.push({ text: `${line}\n`, isBitmap: false });
    const [, sets, copies = "1"] = this.#lines.last.exec(line.replace(/\r$/, "")) ?? [];
    if (sets === undefined) return;
    emit({
      kind: "label",
      bytes: Buffer.from(this.#text(), "latin1"),
      copies: Number(sets) * Number(copies),
    });
    this.#label = [];
  }

  #text(): string {
    return this.#label.map(({ text }) => text).join("");
  }
}

const TSPL: LabelLines = {
  last: /^\s*PRINT\s+(\d+)\s*(?:,\s*(\d+)\s*)?$/i,
  bitmap: /^BITMAP \d+,\d+,(\d+),(\d+),\d,/,
  clears: /^\s*CLS\s*$/i,
};
const EPL: LabelLines = {
  last: /^P(\d+)(?:,(\d+))?$/,
  bitmap: /^GW\d+,\d+,(\d+),(\d+),/,
  clears: /^N\s*$/,
};
