import type { DecoderEvent, PrinterProtocol, PrinterStatus, ProtocolDecoder } from "./protocol.ts";
import { TokenSplitter } from "./token-splitter.ts";

const TOKENS = new RegExp(`\n|${String.fromCharCode(0x1b)}!\\?`, "g");

/** TSPL: labels end with a PRINT line; the query `<ESC>!?` is answered at once. */
export function tsplProtocol(): PrinterProtocol {
  return {
    createDecoder: () => new LineDecoder(/^\s*PRINT\s+(\d+)\s*(?:,\s*(\d+)\s*)?$/i),
    reply: (_, status) => Buffer.of(tsplStatus(status)),
  };
}

/** EPL: labels end with a P line. It has no status query. */
export function eplProtocol(): PrinterProtocol {
  return { createDecoder: () => new LineDecoder(/^P(\d+)(?:,(\d+))?$/), reply: () => Buffer.alloc(0) };
}

/** One byte (TSPL Programming Manual, "Status Polling"): "printing" excludes other states. */
function tsplStatus({ headOpen, paperOut, paused, isPrinting }: PrinterStatus): number {
  const fault = (headOpen ? 0x01 : 0) | (paperOut ? 0x04 : 0) | (paused ? 0x10 : 0);
  return fault || (isPrinting ? 0x20 : 0);
}

class LineDecoder implements ProtocolDecoder {
  readonly #splitter = new TokenSplitter(TOKENS, 3);
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

  push(bytes: Buffer, emit: (event: DecoderEvent) => void): void {
    this.#splitter.split(
      bytes,
      (text) => {
        this.#line += text;
      },
      (token) => {
        if (token === "\n") this.#endLine(emit);
        else emit({ kind: "query", query: token, isInOrder: false });
      },
    );
  }

  end(): void {
    this.#splitter.end();
    this.#label = "";
    this.#line = "";
  }

  #endLine(emit: (event: DecoderEvent) => void): void {
    const line = this.#line.replace(/\r$/, "");
    this.#label += `${this.#line}\n`;
    this.#line = "";
    const [, sets, copies = "1"] = this.#last.exec(line) ?? [];
    if (sets === undefined) return;
    emit({ kind: "label", bytes: Buffer.from(this.#label, "latin1"), copies: Number(sets) * Number(copies) });
    this.#label = "";
  }
}
