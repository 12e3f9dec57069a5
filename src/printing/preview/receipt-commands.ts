import type { CodePage } from "../languages/codepages.ts";

/** Horizontal alignment of text on a receipt. */
export type Align = "left" | "center" | "right";

/** A command of a receipt that is visible on paper. Heights and modules are in dots. */
export type ReceiptCommand =
  | { readonly does: "letters"; readonly bytes: Buffer }
  | { readonly does: "page"; readonly page: CodePage }
  | { readonly does: "bold"; readonly isOn: boolean }
  | { readonly does: "size"; readonly times: number }
  | { readonly does: "align"; readonly align: Align }
  | { readonly does: "feed"; readonly lines: number }
  | { readonly does: "code128"; readonly data: string; readonly height: number; readonly module: number }
  | { readonly does: "ean13"; readonly data: string; readonly height: number; readonly module: number }
  | { readonly does: "qr" | "datamatrix"; readonly data: Buffer; readonly cell: number }
  | { readonly does: "cut" }
  | { readonly does: "reset" };

/** Parses one command of a printer language. */
export interface CommandParser {
  /** The first bytes of the command, as Latin-1. */
  readonly prefix: string;
  /** The number of bytes after the prefix. `rest` is all input after the prefix. */
  readonly length: (rest: Buffer) => number;
  /** Parses the parameters; null where nothing is visible, or only by a later command. */
  readonly parse: (parameters: Buffer) => ReceiptCommand | null;
}

const lf = 0x0a;
const esc = 0x1b;
const gs = 0x1d;
const space = 0x20;

/** Parses the commands in a receipt's bytes, in their order. A command without a parser is skipped. */
export function* parseCommands(bytes: Buffer, parsers: readonly CommandParser[]): Generator<ReceiptCommand> {
  for (let at = 0; at < bytes.length; ) {
    const byte = bytes[at] ?? 0;
    if (byte >= space) {
      const end = endOfLetters(bytes, at);
      yield { does: "letters", bytes: bytes.subarray(at, end) };
      at = end;
    } else if (byte === lf) {
      yield { does: "feed", lines: 1 };
      at += 1;
    } else {
      const parser = parsers.find(({ prefix: head }) => startsAt(bytes, at, head));
      const start = at + (parser?.prefix.length ?? (byte === esc || byte === gs ? 2 : 1));
      const end = start + (parser?.length(bytes.subarray(start)) ?? 0);
      const command = parser?.parse(bytes.subarray(start, end)) ?? null;
      if (command !== null) yield command;
      at = end;
    }
  }
}

function endOfLetters(bytes: Buffer, start: number): number {
  let end = start;
  while ((bytes[end] ?? 0) >= space) end += 1;
  return end;
}

function startsAt(bytes: Buffer, at: number, head: string): boolean {
  return bytes.toString("latin1", at, at + head.length) === head;
}

/** Creates a parser of a command with parameters of `bytes` bytes. */
export function fixedLengthCommand(
  head: string,
  bytes: number,
  parse: CommandParser["parse"] = () => null,
): CommandParser {
  return { prefix: head, length: () => bytes, parse };
}

/** The alignment of a parameter (0 or "0", and so on). */
export function alignmentOf(byte: number | undefined): Align {
  return (["left", "center", "right"] as const)[(byte ?? 0) & 3] ?? "left";
}
