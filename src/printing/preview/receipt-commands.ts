import { ascii, type CodePage, codePages } from "../languages/codepages.ts";

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
interface CommandParser {
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
function fixedLengthCommand(
  head: string,
  bytes: number,
  parse: CommandParser["parse"] = () => null,
): CommandParser {
  return { prefix: head, length: () => bytes, parse };
}

/** The alignment of a parameter (0 or "0", and so on). */
function alignmentOf(byte: number | undefined): Align {
  return (["left", "center", "right"] as const)[(byte ?? 0) & 3] ?? "left";
}

/** The pages of ESC t that our labels use. */
const escposPages = new Map<number, CodePage>([
  [17, codePages.cp866],
  [18, codePages.cp852],
  [19, codePages.cp858],
  [46, codePages.windows1251],
]);

const escposCode128 = 73;
const escposEan13 = 67;
/** GS ( k is for a Data Matrix with this type, else for a QR code. */
const dataMatrix = 0x36;
/** The functions of GS ( k: module size, data, print. */
const escposQr = { module: 0x43, data: 0x50, print: 0x51 } as const;

/** The ESC/POS commands of our labels. Created anew for each label, for they keep state. */
export function escposCommands(): CommandParser[] {
  const bar = { height: 162, module: 3 };
  const qrState: { cell: number; data: Buffer } = { cell: 3, data: Buffer.alloc(0) };
  return [
    fixedLengthCommand("\x1b@", 0, () => ({ does: "reset" })),
    fixedLengthCommand("\x1ba", 1, ([align]) => ({ does: "align", align: alignmentOf(align) })),
    fixedLengthCommand("\x1bE", 1, ([on = 0]) => ({ does: "bold", isOn: (on & 1) === 1 })),
    fixedLengthCommand("\x1bt", 1, ([page = 0]) => ({ does: "page", page: escposPages.get(page) ?? ascii })),
    fixedLengthCommand("\x1bd", 1, ([lines = 0]) => ({ does: "feed", lines })),
    fixedLengthCommand("\x1d!", 1, ([size = 0]) => ({ does: "size", times: (size & 7) + 1 })),
    fixedLengthCommand("\x1dV", 1, () => ({ does: "cut" })),
    fixedLengthCommand("\x1dH", 1),
    fixedLengthCommand("\x1df", 1),
    fixedLengthCommand("\x1dw", 1, ([module = 3]) => {
      bar.module = module;
      return null;
    }),
    fixedLengthCommand("\x1dh", 1, ([height = 162]) => {
      bar.height = height;
      return null;
    }),
    {
      prefix: "\x1dk",
      length: ([, count = 0]) => 2 + count,
      parse(parameters) {
        const [type] = parameters;
        const data = parameters.subarray(2);
        if (type === escposEan13) return { does: "ean13", data: data.toString("latin1"), ...bar };
        return type === escposCode128 ? { does: "code128", data: escposText(data), ...bar } : null;
      },
    },
    {
      prefix: "\x1d(k",
      length: ([low = 0, high = 0]) => 2 + low + high * 256,
      parse(parameters) {
        const [, , type, command, value = 3] = parameters;
        if (command === escposQr.module) qrState.cell = value;
        if (command === escposQr.data) qrState.data = parameters.subarray(5);
        return command === escposQr.print
          ? { does: type === dataMatrix ? "datamatrix" : "qr", ...qrState }
          : null;
      },
    },
  ];
}

/** The data of a Code 128: after the code set B, with doubled braces. */
function escposText(data: Buffer): string {
  return data.toString("latin1").replace(/^\{B/, "").replaceAll("{{", "{");
}

/** The pages of ESC GS t that our labels use. */
const starPages = new Map<number, CodePage>([
  [4, codePages.cp858],
  [5, codePages.cp852],
  [10, codePages.cp866],
  [34, codePages.windows1251],
]);

const recordSeparator = 0x1e;
const starCode128 = 0x36;
const starEan13 = 0x33;

/** The Star line mode commands of our labels. Created anew for each label, for they keep state. */
export function starCommands(): CommandParser[] {
  const qrState: { cell: number; data: Buffer } = { cell: 3, data: Buffer.alloc(0) };
  return [
    fixedLengthCommand("\x1b@", 0, () => ({ does: "reset" })),
    fixedLengthCommand("\x1b\x1da", 1, ([align]) => ({ does: "align", align: alignmentOf(align) })),
    fixedLengthCommand("\x1bE", 0, () => ({ does: "bold", isOn: true })),
    fixedLengthCommand("\x1bF", 0, () => ({ does: "bold", isOn: false })),
    fixedLengthCommand("\x1bi", 2, ([size = 0]) => ({ does: "size", times: (size & 7) + 1 })),
    fixedLengthCommand("\x1b\x1dt", 1, ([page = 0]) => ({
      does: "page",
      page: starPages.get(page) ?? ascii,
    })),
    fixedLengthCommand("\x1bd", 1, () => ({ does: "cut" })),
    {
      prefix: "\x1bb",
      length: (rest) => rest.indexOf(recordSeparator) + 1,
      parse: (parameters) => {
        const [kind, , width = 1, height = 0] = parameters;
        const module = (width & 3) + 1;
        if (kind === starEan13) return { does: "ean13", data: starText(parameters), height, module };
        if (kind !== starCode128) return null;
        // The width is "1" for modules of two dots, "2" for three.
        return { does: "code128", data: starText(parameters), height, module };
      },
    },
    fixedLengthCommand("\x1b\x1dyS", 2, ([kind, value = 3]) => {
      if (kind === 0x32) qrState.cell = value;
      return null;
    }),
    {
      prefix: "\x1b\x1dyD",
      length: ([, , low = 0, high = 0]) => 4 + low + high * 256,
      parse(parameters) {
        qrState.data = parameters.subarray(4);
        return null;
      },
    },
    fixedLengthCommand("\x1b\x1dyP", 0, () => ({ does: "qr", ...qrState })),
  ];
}

/** The data of a Code 128, between the four settings and the end, with "%" as "%0". */
function starText(parameters: Buffer): string {
  return parameters.subarray(4, -1).toString("latin1").replaceAll("%0", "%");
}
