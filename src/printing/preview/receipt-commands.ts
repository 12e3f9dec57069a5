import type { CodePage } from "../languages/codepages.ts";

export type Align = "left" | "center" | "right";

/** What a receipt printer is told to do, as far as it shows on the paper. Heights and modules are in dots. */
export type ReceiptCommand =
  | { readonly does: "letters"; readonly bytes: Buffer }
  | { readonly does: "page"; readonly page: CodePage }
  | { readonly does: "bold"; readonly isOn: boolean }
  | { readonly does: "size"; readonly times: number }
  | { readonly does: "align"; readonly align: Align }
  | { readonly does: "feed"; readonly lines: number }
  | { readonly does: "code128"; readonly data: string; readonly height: number; readonly module: number }
  | { readonly does: "qr"; readonly data: Buffer; readonly cell: number }
  | { readonly does: "cut" }
  | { readonly does: "reset" };

/** One command of a printer's language. */
export interface CommandParser {
  /** The bytes that it begins with, as Latin-1. */
  readonly prefix: string;
  /** How many bytes follow the head; `rest` is everything behind it. */
  readonly length: (rest: Buffer) => number;
  /** What it orders; null where nothing shows, or only a later command's doing. */
  readonly parse: (parameters: Buffer) => ReceiptCommand | null;
}

const lf = 0x0a;
const esc = 0x1b;
const gs = 0x1d;
const space = 0x20;

/** The orders in a receipt's bytes, as they come. A command that is not of `commands` is passed over. */
export function* parseCommands(bytes: Buffer, commands: readonly CommandParser[]): Generator<ReceiptCommand> {
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
      const command = commands.find(({ prefix: head }) => startsAt(bytes, at, head));
      const start = at + (command?.prefix.length ?? (byte === esc || byte === gs ? 2 : 1));
      const end = start + (command?.length(bytes.subarray(start)) ?? 0);
      const order = command?.parse(bytes.subarray(start, end)) ?? null;
      if (order !== null) yield order;
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

/** A command whose parameters are always `bytes` long. */
export function fixed(
  head: string,
  bytes: number,
  order: CommandParser["parse"] = () => null,
): CommandParser {
  return { prefix: head, length: () => bytes, parse: order };
}

/** The alignment that a command's number names (0 or "0", and so on). */
export function alignmentOf(byte: number | undefined): Align {
  return (["left", "center", "right"] as const)[(byte ?? 0) & 3] ?? "left";
}
