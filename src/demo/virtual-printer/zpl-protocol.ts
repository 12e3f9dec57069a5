import { Cutter } from "./cutter.ts";
import type { Condition, DecoderEvent, PrinterProtocol, ProtocolDecoder } from "./protocol.ts";

const flag = (is: boolean): string => (is ? "1" : "0");

/** ZPL II: labels from ^XA to ^XZ with their ^PQ; the question ~HS is answered at once, whatever the printer does. */
export function zplProtocol(): PrinterProtocol {
  return { ear: () => new ZplEar(), answer: (_, condition) => Buffer.from(hostStatus(condition), "latin1") };
}

/** The three lines of ~HS (ZPL II Programming Guide, "Host Status Return"). */
function hostStatus({
  paperOut,
  paused,
  headOpen,
  formatsWaiting,
  isPartial,
  labelsLeft,
}: Condition): string {
  const formats = String(Math.min(formatsWaiting, 999)).padStart(3, "0");
  const left = String(labelsLeft).padStart(8, "0");
  const lines = [
    `030,${flag(paperOut)},${flag(paused)},0200,${formats},0,0,${flag(isPartial)},000,0,0,0`,
    `000,0,${flag(headOpen)},0,0,2,4,0,${left},1,000`,
    "1234,0",
  ];
  return lines.map((line) => `\x02${line}\x03\r\n`).join("");
}

class ZplEar implements ProtocolDecoder {
  readonly #cutter = new Cutter(/\^XA|\^XZ|~HS/gi, 3);
  /** Since the last ^XA. */
  #format: string[] | undefined;

  get isPartial(): boolean {
    return this.#format !== undefined;
  }

  hear(bytes: Buffer, tell: (heard: DecoderEvent) => void): void {
    this.#cutter.cut(
      bytes,
      (text) => this.#format?.push(text),
      (token) => this.#token(token, tell),
    );
  }

  end(): void {
    this.#cutter.end();
    this.#format = undefined;
  }

  #token(token: string, tell: (heard: DecoderEvent) => void): void {
    switch (token.toUpperCase()) {
      case "~HS":
        tell({ kind: "question", question: "~HS", isInOrder: false });
        break;
      case "^XA":
        this.#format ??= [];
        this.#format.push(token);
        break;
      default:
        this.#formatEnds(token, tell);
    }
  }

  #formatEnds(token: string, tell: (heard: DecoderEvent) => void): void {
    const format = this.#format === undefined ? "" : this.#format.join("") + token;
    this.#format = undefined;
    // Of a format without a field nothing comes out, nor of one that is only stored.
    if (!/\^(?:FD|FV|SN|G[A-Z]|XG|XF|IM|IL)/i.test(format) || /\^DF/i.test(format)) return;
    const copies = Number([...format.matchAll(/\^PQ\s*(\d+)/gi)].at(-1)?.[1] ?? 1);
    tell({ kind: "label", bytes: Buffer.from(format, "latin1"), copies: Math.max(1, copies) });
  }
}
