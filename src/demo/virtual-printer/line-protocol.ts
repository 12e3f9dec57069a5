import { Cutter } from "./cutter.ts";
import type { Condition, DecoderEvent, PrinterProtocol, ProtocolDecoder } from "./protocol.ts";

const TOKENS = new RegExp(`\n|${String.fromCharCode(0x1b)}!\\?`, "g");

/** TSPL: labels end with a PRINT line; the question `<ESC>!?` is answered at once. */
export function tsplProtocol(): PrinterProtocol {
  return {
    ear: () => new LineEar(/^\s*PRINT\s+(\d+)\s*(?:,\s*(\d+)\s*)?$/i),
    answer: (_, condition) => Buffer.of(tsplStatus(condition)),
  };
}

/** EPL: labels end with a P line. It has no question that this printer knows. */
export function eplProtocol(): PrinterProtocol {
  return { ear: () => new LineEar(/^P(\d+)(?:,(\d+))?$/), answer: () => Buffer.alloc(0) };
}

/** One byte (TSPL Programming Manual, "Status Polling"): "printing" does not go with another state. */
function tsplStatus({ headOpen, paperOut, paused, isPrinting }: Condition): number {
  const hindrance = (headOpen ? 0x01 : 0) | (paperOut ? 0x04 : 0) | (paused ? 0x10 : 0);
  return hindrance || (isPrinting ? 0x20 : 0);
}

class LineEar implements ProtocolDecoder {
  readonly #cutter = new Cutter(TOKENS, 3);
  readonly #last: RegExp;
  #label = "";
  #line = "";

  /** `last`: the line that prints, with its sets and copies. */
  constructor(last: RegExp) {
    this.#last = last;
  }

  get isPartial(): boolean {
    return (this.#label + this.#line).trim() !== "";
  }

  hear(bytes: Buffer, tell: (heard: DecoderEvent) => void): void {
    this.#cutter.cut(
      bytes,
      (text) => {
        this.#line += text;
      },
      (token) => {
        if (token === "\n") this.#lineEnds(tell);
        else tell({ kind: "question", question: token, isInOrder: false });
      },
    );
  }

  end(): void {
    this.#cutter.end();
    this.#label = "";
    this.#line = "";
  }

  #lineEnds(tell: (heard: DecoderEvent) => void): void {
    const line = this.#line.replace(/\r$/, "");
    this.#label += `${this.#line}\n`;
    this.#line = "";
    const [, sets, copies = "1"] = this.#last.exec(line) ?? [];
    if (sets === undefined) return;
    tell({ kind: "label", bytes: Buffer.from(this.#label, "latin1"), copies: Number(sets) * Number(copies) });
    this.#label = "";
  }
}
