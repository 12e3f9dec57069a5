import type { DecoderEvent, PrinterProtocol, PrinterStatus, ProtocolDecoder } from "./protocol.ts";

const flag = (is: boolean): string => (is ? "1" : "0");

/** ZPL II: labels from ^XA to ^XZ with their ^PQ; the query ~HS is answered at once, whatever the printer does. ~JX
 * removes an unfinished label. */
export function zplProtocol(): PrinterProtocol {
  return {
    createDecoder: () => new ZplDecoder(),
    reply: (_, status) => Buffer.from(hostStatus(status), "latin1"),
  };
}

/** The three lines of ~HS (ZPL II Programming Guide, "Host Status Return"). */
function hostStatus({
  paperOut,
  paused,
  headOpen,
  formatsWaiting,
  isPartial,
  labelsLeft,
}: PrinterStatus): string {
  const formats = String(Math.min(formatsWaiting, 999)).padStart(3, "0");
  const left = String(labelsLeft).padStart(8, "0");
  const lines = [
    `030,${flag(paperOut)},${flag(paused)},0200,${formats},0,0,${flag(isPartial)},000,0,0,0`,
    `000,0,${flag(headOpen)},0,0,2,4,0,${left},1,000`,
    "1234,0",
  ];
  return lines.map((line) => `\x02${line}\x03\r\n`).join("");
}

class ZplDecoder implements ProtocolDecoder {
  readonly #splitter = new TokenSplitter(/\^XA|\^XZ|~HS|~JX/gi, 3);
  /** The parts since the last ^XA. */
  #format: string[] | undefined;

  get isPartial(): boolean {
    return this.#format !== undefined;
  }

  push(bytes: Buffer, emit: (event: DecoderEvent) => void): void {
    this.#splitter.split(
      bytes,
      (text) => this.#format?.push(text),
      (token) => this.#token(token, emit),
    );
  }

  end(): void {
    this.#splitter.end();
    this.#format = undefined;
  }

  #token(token: string, emit: (event: DecoderEvent) => void): void {
    switch (token.toUpperCase()) {
      case "~HS":
        emit({ kind: "query", query: "~HS", isInOrder: false });
        break;
      case "~JX":
        this.#format = undefined;
        break;
      case "^XA":
        this.#format ??= [];
        this.#format.push(token);
        break;
      default:
        this.#endFormat(token, emit);
    }
  }

  #endFormat(token: string, emit: (event: DecoderEvent) => void): void {
    const format = this.#format === undefined ? "" : this.#format.join("") + token;
    this.#format = undefined;
    // A format without a field prints nothing, nor does one that is only stored.
    if (!/\^(?:FD|FV|SN|G[A-Z]|XG|XF|IM|IL)/i.test(format) || /\^DF/i.test(format)) return;
    const copies = Number([...format.matchAll(/\^PQ\s*(\d+)/gi)].at(-1)?.[1] ?? 1);
    emit({ kind: "label", bytes: Buffer.from(format, "latin1"), copies: Math.max(1, copies) });
  }
}

/**
 * Splits a stream of bytes, in pieces of any size, at tokens. Calls `onText` with the text between tokens, also in
 * pieces, and `onToken` with each token. `tokens` is a global regular expression over Latin-1 text.
 */
class TokenSplitter {
  readonly #tokens: RegExp;
  readonly #maxLength: number;
  #rest = "";

  /** `maxLength`: length of the longest token, in characters. */
  constructor(tokens: RegExp, maxLength: number) {
    this.#tokens = tokens;
    this.#maxLength = maxLength;
  }

  split(bytes: Buffer, onText: (text: string) => void, onToken: (token: string) => void): void {
    const text = this.#rest + bytes.toString("latin1");
    let start = 0;
    for (const found of text.matchAll(this.#tokens)) {
      if (found.index > start) onText(text.slice(start, found.index));
      start = found.index + found[0].length;
      onToken(found[0]);
    }
    // The last characters may begin a token.
    const end = Math.max(start, text.length - this.#maxLength + 1);
    if (end > start) onText(text.slice(start, end));
    this.#rest = text.slice(end);
  }

  /** Ends the stream. Returns the rest, which is not a token. */
  end(): string {
    const rest = this.#rest;
    this.#rest = "";
    return rest;
  }
}
