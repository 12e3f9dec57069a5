import type { DecoderEvent, ProtocolDecoder } from "./protocol.ts";

/** A command at the beginning of `bytes`. */
export interface Command {
  /** In bytes, its data included. */
  readonly length: number;
  /** What it is to a printer that cuts receipts, or a question's name. `resets` and `other` leave nothing on the paper. */
  readonly kind:
    | "prints"
    | "cuts"
    | "resets"
    | "other"
    | { readonly question: string; readonly isInOrder: boolean };
}

/** The command that `bytes` begin with; null where more bytes are needed to tell. */
export type Reader = (bytes: Buffer) => Command | null;

/** Cuts a receipt printer's bytes into receipts: at each cut, and at the end where something stands on the paper. */
export class ReceiptDecoder implements ProtocolDecoder {
  readonly #read: Reader;
  #pending = Buffer.alloc(0);
  #receipt: Buffer[] = [];
  #isWritten = false;

  constructor(read: Reader) {
    this.#read = read;
  }

  get isPartial(): boolean {
    return this.#receipt.length > 0;
  }

  hear(bytes: Buffer, tell: (heard: DecoderEvent) => void): void {
    let rest = Buffer.concat([this.#pending, bytes]);
    for (let command = this.#next(rest); command !== null; command = this.#next(rest)) {
      const written = rest.subarray(0, command.length);
      rest = rest.subarray(command.length);
      if (typeof command.kind === "object") {
        tell({ ...command.kind, kind: "question" });
        continue;
      }
      // Resets stand at the end of one job and at the beginning of the next: they belong to neither's receipt.
      if (command.kind === "resets" && !this.isPartial) continue;
      this.#receipt.push(written);
      this.#isWritten ||= command.kind === "prints";
      if (command.kind === "cuts") this.#comeOut(tell);
    }
    this.#pending = rest;
  }

  end(tell: (heard: DecoderEvent) => void): void {
    this.#pending = Buffer.alloc(0);
    this.#comeOut(tell);
  }

  #next(bytes: Buffer): Command | null {
    const command = bytes.length === 0 ? null : this.#read(bytes);
    return command !== null && command.length <= bytes.length ? command : null;
  }

  #comeOut(tell: (heard: DecoderEvent) => void): void {
    if (this.#isWritten) tell({ kind: "label", bytes: Buffer.concat(this.#receipt), copies: 1 });
    this.#receipt = [];
    this.#isWritten = false;
  }
}

/** The length and kind of what is no command: letters print, control characters do not. */
export function letters(bytes: Buffer): Command {
  const isLetter = (byte: number) => byte >= 0x20;
  const end = bytes.findIndex((byte) => !isLetter(byte));
  if (end === 0) return { length: 1, kind: "other" };
  return { length: end < 0 ? bytes.length : end, kind: "prints" };
}
