import { eplLabel } from "./preset-epl.ts";
import type { Layout } from "./preset-layout.ts";
import { tsplLabel } from "./preset-tspl.ts";
import { zplLabel } from "./preset-zpl.ts";

// Ready-made labels for common sizes: one layout in millimetres, written in each language and for each resolution.

/** Dots an inch of label printers. */
export const RESOLUTIONS = [203, 300] as const;
export type Resolution = (typeof RESOLUTIONS)[number];

/** A ready-made label. */
export interface Preset {
  /** Unique within its language. */
  readonly size: string;
  /** Receipts are the same at each resolution. */
  readonly template: (dpi: Resolution) => string;
}

const LAYOUTS: readonly Layout[] = [
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

const labels = (write: (layout: Layout, perMm: number) => string): readonly Preset[] =>
  LAYOUTS.map((layout) => ({
    size: `${layout.width} × ${layout.height} mm`,
    template: (dpi) => write(layout, dpi / 25.4),
  }));

/** The ready-made labels of each language, by its name in the server's catalogue. */
export const PRESETS: Readonly<Record<string, readonly Preset[]>> = {
  zpl: labels(zplLabel),
  tspl: labels(tsplLabel),
  epl: labels(eplLabel),
  escpos: RECEIPTS,
  star: RECEIPTS,
};
