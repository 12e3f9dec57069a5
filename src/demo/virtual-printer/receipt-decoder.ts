import type { DecoderEvent, ProtocolDecoder } from "./protocol.ts";

/** A command at the beginning of `bytes`. */
export interface ReceiptToken {
  /** In bytes, its data included. */
  readonly length: number;
  /** The effect of the command, or the name of a query. `reset` and `other` print nothing. */
  readonly kind:
    | "print"
    | "cut"
    | "reset"
    | "other"
    | { readonly query: string; readonly isInOrder: boolean };
}

/** Reads the command at the beginning of `bytes`; null where more bytes are needed. */
export type TokenReader = (bytes: Buffer) => ReceiptToken | null;

/** Splits the bytes of a receipt printer into receipts: at each cut, and at the end of a printed rest. */
export class ReceiptDecoder implements ProtocolDecoder {
  readonly #read: TokenReader;
  #pending = Buffer.alloc(0);
  #receipt: Buffer[] = [];
  #isWritten = false;

  constructor(read: TokenReader) {
    this.#read = read;
  }

  get isPartial(): boolean {
    return this.#receipt.length > 0;
  }

  push(bytes: Buffer, emit: (event: DecoderEvent) => void): void {
    let rest = Buffer.concat([this.#pending, bytes]);
    for (let command = this.#next(rest); command !== null; command = this.#next(rest)) {
      const written = rest.subarray(0, command.length);
      rest = rest.subarray(command.length);
      if (typeof command.kind === "object") {
        emit({ ...command.kind, kind: "query" });
        continue;
      }
      // Resets end one job and begin the next: they belong to neither receipt.
      if (command.kind === "reset" && !this.isPartial) continue;
      this.#receipt.push(written);
      this.#isWritten ||= command.kind === "print";
      if (command.kind === "cut") this.#endReceipt(emit);
    }
    this.#pending = rest;
  }

  end(emit: (event: DecoderEvent) => void): void {
    this.#pending = Buffer.alloc(0);
    this.#endReceipt(emit);
  }

  #next(bytes: Buffer): ReceiptToken | null {
    const command = bytes.length === 0 ? null : this.#read(bytes);
    return command !== null && command.length <= bytes.length ? command : null;
  }

  #endReceipt(emit: (event: DecoderEvent) => void): void {
    if (this.#isWritten) emit({ kind: "label", bytes: Buffer.concat(this.#receipt), copies: 1 });
    this.#receipt = [];
    this.#isWritten = false;
  }
}

/** Reads bytes that are no command: letters print, control characters do not. NULs are ignored, also between receipts. */
export function readText(bytes: Buffer): ReceiptToken {
  if (bytes[0] === 0) {
    const end = bytes.findIndex((byte) => byte !== 0);
    return { length: end < 0 ? bytes.length : end, kind: "reset" };
  }
  const isLetter = (byte: number) => byte >= 0x20;
  const end = bytes.findIndex((byte) => !isLetter(byte));
  if (end === 0) return { length: 1, kind: "other" };
  return { length: end < 0 ? bytes.length : end, kind: "print" };
}
