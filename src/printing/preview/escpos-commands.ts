import { ascii, type CodePage, codePages } from "../languages/codepages.ts";
import { alignmentOf, type CommandParser, fixedLengthCommand } from "./receipt-commands.ts";

/** The pages of ESC t that our labels use. */
const escposPages = new Map<number, CodePage>([
  [17, codePages.cp866],
  [18, codePages.cp852],
  [19, codePages.cp858],
  [46, codePages.windows1251],
]);

const code128 = 73;
const ean13 = 67;
/** GS ( k is for a Data Matrix with this type, else for a QR code. */
const dataMatrix = 0x36;
/** The functions of GS ( k: module size, data, print. */
const qr = { module: 0x43, data: 0x50, print: 0x51 } as const;

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
        if (type === ean13) return { does: "ean13", data: data.toString("latin1"), ...bar };
        return type === code128 ? { does: "code128", data: textOf(data), ...bar } : null;
      },
    },
    {
      prefix: "\x1d(k",
      length: ([low = 0, high = 0]) => 2 + low + high * 256,
      parse(parameters) {
        const [, , type, command, value = 3] = parameters;
        if (command === qr.module) qrState.cell = value;
        if (command === qr.data) qrState.data = parameters.subarray(5);
        return command === qr.print ? { does: type === dataMatrix ? "datamatrix" : "qr", ...qrState } : null;
      },
    },
  ];
}

/** The data of a Code 128: after the code set B, with doubled braces. */
function textOf(data: Buffer): string {
  return data.toString("latin1").replace(/^\{B/, "").replaceAll("{{", "{");
}
