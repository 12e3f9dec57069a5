import { ascii, type CodePage, codePages } from "../languages/codepages.ts";
import { alignmentOf, type CommandParser, fixedLengthCommand } from "./receipt-commands.ts";

/** The pages of ESC GS t that our labels use. */
const starPages = new Map<number, CodePage>([
  [4, codePages.cp858],
  [5, codePages.cp852],
  [10, codePages.cp866],
  [34, codePages.windows1251],
]);

const recordSeparator = 0x1e;
const code128 = 0x36;
const ean13 = 0x33;

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
        if (kind === ean13) return { does: "ean13", data: textOf(parameters), height, module };
        if (kind !== code128) return null;
        // The width is "1" for modules of two dots, "2" for three.
        return { does: "code128", data: textOf(parameters), height, module };
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
function textOf(parameters: Buffer): string {
  return parameters.subarray(4, -1).toString("latin1").replaceAll("%0", "%");
}
