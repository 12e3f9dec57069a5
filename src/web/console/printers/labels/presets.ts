import type { LabelSubject, Placeholder } from "../../../../domain/placeholder-names.ts";

// Presets for common sizes: one layout in millimetres, written in each language and for each resolution.

/** Dots per inch of label printers. */
export const RESOLUTIONS = [203, 300] as const;
export type Resolution = (typeof RESOLUTIONS)[number];

/** A preset. */
export interface Preset {
  /** Unique within its language. */
  readonly size: string;
  /** Receipts are the same at each resolution. */
  readonly template: (dpi: Resolution) => string;
}

const ARTICLE_LAYOUTS: readonly Layout[] = [
  {
    width: 100,
    height: 50,
    parts: [
      { is: "text", value: "name", x: 4, y: 3, height: 5 },
      { is: "text", value: "code", x: 4, y: 10, height: 4 },
      { is: "code128", value: "code", x: 4, y: 17, height: 17, module: 0.375 },
      { is: "qr", value: "code", x: 78, y: 16, module: 0.75 },
      { is: "text", value: "location", x: 4, y: 37, height: 3 },
      { is: "text", value: "serialNumber", x: 4, y: 43, height: 3 },
    ],
  },
  {
    width: 60,
    height: 40,
    parts: [
      { is: "text", value: "name", x: 3, y: 2, height: 4 },
      { is: "text", value: "code", x: 3, y: 8, height: 3 },
      { is: "code128", value: "code", x: 3, y: 13, height: 13, module: 0.25 },
      { is: "qr", value: "code", x: 42, y: 12, module: 0.6 },
      { is: "text", value: "location", x: 3, y: 31, height: 3 },
    ],
  },
  {
    width: 50,
    height: 25,
    parts: [
      { is: "text", value: "name", x: 2, y: 2, height: 3 },
      { is: "text", value: "code", x: 2, y: 6, height: 2.5 },
      { is: "code128", value: "code", x: 2, y: 10, height: 9, module: 0.25 },
      { is: "qr", value: "code", x: 36, y: 8, module: 0.5 },
      { is: "text", value: "location", x: 2, y: 21, height: 2.5 },
    ],
  },
  {
    width: 40,
    height: 20,
    parts: [
      { is: "text", value: "name", x: 2, y: 1.5, height: 2.5 },
      { is: "code128", value: "code", x: 2, y: 5, height: 9, module: 0.25 },
      { is: "text", value: "code", x: 2, y: 16, height: 2.5 },
    ],
  },
];

const LOCATION_LAYOUTS: readonly Layout[] = [
  {
    width: 100,
    height: 50,
    parts: [
      { is: "text", value: "code", x: 4, y: 3, height: 9 },
      { is: "text", value: "name", x: 4, y: 14, height: 5 },
      { is: "code128", value: "code", x: 4, y: 22, height: 17, module: 0.375 },
      { is: "qr", value: "code", x: 78, y: 20, module: 0.75 },
      { is: "text", value: "path", x: 4, y: 43, height: 3 },
    ],
  },
  {
    width: 60,
    height: 40,
    parts: [
      { is: "text", value: "code", x: 3, y: 2, height: 6 },
      { is: "text", value: "name", x: 3, y: 9, height: 4 },
      { is: "code128", value: "code", x: 3, y: 15, height: 13, module: 0.25 },
      { is: "qr", value: "code", x: 42, y: 14, module: 0.6 },
      { is: "text", value: "path", x: 3, y: 34, height: 2.5 },
    ],
  },
  {
    width: 50,
    height: 25,
    parts: [
      { is: "text", value: "name", x: 2, y: 2, height: 3 },
      { is: "text", value: "code", x: 2, y: 6, height: 3 },
      { is: "code128", value: "code", x: 2, y: 10, height: 12, module: 0.25 },
      { is: "qr", value: "code", x: 36, y: 8, module: 0.5 },
    ],
  },
];

const LOCATION_RECEIPTS: readonly Preset[] = (
  [
    { size: "80 mm", letters: 4, height: 120, module: 8 },
    { size: "58 mm", letters: 2, height: 80, module: 6 },
  ] as const
).map(({ size, letters, height, module }) => ({
  size,
  template: () =>
    [
      `[center][bold][size ${letters}] {{code}}`,
      "[center][bold] {{name}}",
      "[center] {{path}}",
      `[center][code128 ${height}] {{code}}`,
      `[center][qr ${module}] {{code}}`,
      "[feed 2]",
      "[cut]",
      "",
    ].join("\n"),
}));

const RECEIPTS: readonly Preset[] = [
  {
    size: "80 mm",
    template: () =>
      [
        "[center][bold][size 2] {{code}}",
        "[center] {{name}}",
        "[center] {{location}}",
        "[center][code128 80] {{code}}",
        "[center][qr 6] {{code}}",
        "[center] {{date}} {{time}}",
        "[feed 2]",
        "[cut]",
        "",
      ].join("\n"),
  },
  {
    size: "58 mm",
    template: () =>
      [
        "[center][bold] {{code}}",
        "[center] {{name}}",
        "[center][code128 60] {{code}}",
        "[center][qr 4] {{code}}",
        "[feed 2]",
        "[cut]",
        "",
      ].join("\n"),
  },
];

const written = (
  layouts: readonly Layout[],
  write: (layout: Layout, perMm: number) => string,
): readonly Preset[] =>
  layouts.map((layout) => ({
    size: `${layout.width} × ${layout.height} mm`,
    template: (dpi) => write(layout, dpi / 25.4),
  }));

const presets = (layouts: readonly Layout[], receipts: readonly Preset[]) => ({
  zpl: written(layouts, zplLabel),
  tspl: written(layouts, tsplLabel),
  epl: written(layouts, eplLabel),
  escpos: receipts,
  star: receipts,
});

/** The presets of each subject and language, by its name on the server. */
export const PRESETS: Readonly<Record<LabelSubject, Readonly<Record<string, readonly Preset[]>>>> = {
  article: presets(ARTICLE_LAYOUTS, RECEIPTS),
  location: presets(LOCATION_LAYOUTS, LOCATION_RECEIPTS),
};

// A preset as a template of each language.

/** The parts of a label; lengths are in millimetres, positions from the top left. */
type Part = { readonly value: Placeholder; readonly x: number; readonly y: number } & (
  | { readonly is: "text"; readonly height: number }
  | { readonly is: "code128"; readonly height: number; readonly module: number }
  | { readonly is: "qr"; readonly module: number }
);

/** The size of a preset, and its parts. */
interface Layout {
  readonly width: number;
  readonly height: number;
  readonly parts: readonly Part[];
}

/** The label in ZPL. `perMm`: dots per millimetre. */
function zplLabel({ width, height, parts }: Layout, perMm: number): string {
  const dots = (mm: number) => Math.round(mm * perMm);
  const field = (part: Part) => {
    const at = `^FO${dots(part.x)},${dots(part.y)}`;
    const value = `{{${part.value}}}`;
    switch (part.is) {
      case "text":
        return `${at}^A0N,${dots(part.height)}^FD${value}^FS`;
      case "code128":
        return `${at}^BY${dots(part.module)}^BCN,${dots(part.height)},N^FD${value}^FS`;
      case "qr":
        return `${at}^BQN,2,${dots(part.module)}^FDQA,${value}^FS`;
    }
  };
  return ["^XA", `^PW${dots(width)}`, `^LL${dots(height)}`, ...parts.map(field), "^XZ", ""].join("\n");
}

/**
 * The printer's own fonts with lower-case letters, doubled where `times` is 2: similar in height at each resolution.
 */
const FONTS = [
  { font: 3, times: 2, height: 5 },
  { font: 2, times: 2, height: 4 },
  { font: 4, times: 1, height: 3 },
  { font: 3, times: 1, height: 2.5 },
] as const;
const SMALLEST = { font: 2, times: 1 } as const;
const GAP_MM = 3;

/** The label in EPL. `perMm`: dots per millimetre. Older printers of this language have no QR code. */
function eplLabel({ width, height, parts }: Layout, perMm: number): string {
  const dots = (mm: number) => Math.round(mm * perMm);
  const lines = (part: Part) => {
    const at = `${dots(part.x)},${dots(part.y)}`;
    const value = `"{{${part.value}}}"`;
    switch (part.is) {
      case "text": {
        const { font, times } = FONTS.find((one) => one.height <= part.height) ?? SMALLEST;
        return [`A${at},0,${font},${times},${times},N,${value}`];
      }
      case "code128": {
        const module = dots(part.module);
        return [`B${at},0,1,${module},${module * 2},${dots(part.height)},N,${value}`];
      }
      case "qr":
        return [];
    }
  };
  const paper = [`q${dots(width)}`, `Q${dots(height)},${dots(GAP_MM)}`];
  const body: string[] = [];
  for (const part of parts) body.push(...lines(part));
  return ["N", ...paper, ...body, "P1", ""].join("\n");
}

const MM_A_POINT = 25.4 / 72;

/** The label in TSPL. `perMm`: dots per millimetre. */
function tsplLabel({ width, height, parts }: Layout, perMm: number): string {
  const dots = (mm: number) => Math.round(mm * perMm);
  const line = (part: Part) => {
    const at = `${dots(part.x)},${dots(part.y)}`;
    const value = `"{{${part.value}}}"`;
    switch (part.is) {
      case "text": {
        const points = Math.round(part.height / MM_A_POINT);
        return `TEXT ${at},"0",0,${points},${points},${value}`;
      }
      case "code128": {
        const module = dots(part.module);
        return `BARCODE ${at},"128",${dots(part.height)},0,0,${module},${module},${value}`;
      }
      case "qr":
        return `QRCODE ${at},M,${dots(part.module)},A,0,${value}`;
    }
  };
  return [`SIZE ${width} mm,${height} mm`, "GAP 2 mm,0 mm", "CLS", ...parts.map(line), "PRINT 1", ""].join(
    "\n",
  );
}
