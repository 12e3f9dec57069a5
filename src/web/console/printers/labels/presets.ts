import type { LabelSubject } from "../../../../domain/placeholder-names.ts";
import { eplLabel, type Layout, tsplLabel, zplLabel } from "./preset-templates.ts";

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
