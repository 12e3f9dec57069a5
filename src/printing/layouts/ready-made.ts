import type {
  CodeElement,
  LabelLayout,
  LayoutElement,
  Symbology,
  TextElement,
} from "../../domain/label-layout.ts";
import { type Message, msg } from "../../domain/message.ts";
import type { LabelSubject } from "../../domain/placeholder-names.ts";

// Layouts to start from, in usual sizes of labels and receipts.

/** A layout to start from. */
interface ReadyMade {
  readonly id: string;
  readonly name: Message;
  readonly subject: LabelSubject;
  readonly layout: LabelLayout;
}

type Box = readonly [x: number, y: number, widthMm: number, heightMm: number];
const place = ([x, y, widthMm, heightMm]: Box) => ({ x, y, widthMm, heightMm, rotation: 0 as const });

function text(
  id: string,
  content: string,
  box: Box,
  fontMm: number,
  more: Partial<TextElement> = {},
): TextElement {
  const plain = { align: "left", isBold: false, wraps: false } as const;
  return { id, kind: "text", text: content, ...place(box), fontMm, ...plain, ...more };
}

function code(
  id: string,
  symbology: Symbology,
  box: Box,
  { showText = false, text: content = "{{code}}" }: Partial<CodeElement> = {},
): CodeElement {
  return { id, kind: "code", symbology, text: content, ...place(box), showText };
}

const rule = (id: string, box: Box): LayoutElement => ({
  id,
  kind: "box",
  ...place(box),
  strokeMm: box[3],
  isFilled: true,
});

const CAPTION = { showText: true } as const;
const BOLD = { isBold: true } as const;
const CENTER = { align: "center" } as const;
const WRAPPED = { wraps: true } as const;

/** All ready-made layouts, small labels first. */
export const READY_MADE: readonly ReadyMade[] = [
  {
    id: "article-30x20",
    name: msg("Small label with QR code, {size} mm", { size: "30 × 20" }),
    subject: "article",
    layout: {
      widthMm: 30,
      heightMm: 20,
      elements: [
        code("code", "qr", [0.5, 3.5, 13, 13]),
        text("number", "{{code}}", [14, 3, 15, 4.5], 2.2, BOLD),
        text("name", "{{name}}", [14, 8, 15, 9], 1.7, WRAPPED),
      ],
    },
  },
  {
    id: "article-50x25",
    name: msg("Label with bar code, {size} mm", { size: "50 × 25" }),
    subject: "article",
    layout: {
      widthMm: 50,
      heightMm: 25,
      elements: [
        text("name", "{{name}}", [2, 1.5, 46, 6], 3, BOLD),
        code("code", "code128", [1, 8, 48, 15.5], CAPTION),
      ],
    },
  },
  {
    id: "article-50x25-ean",
    name: msg("Label with EAN-13, {size} mm", { size: "50 × 25" }),
    subject: "article",
    layout: {
      widthMm: 50,
      heightMm: 25,
      elements: [
        text("name", "{{name}}", [2, 1.5, 46, 6], 3, BOLD),
        code("code", "ean13", [1, 8, 48, 15.5], { ...CAPTION, text: "{{ean}}" }),
      ],
    },
  },
  {
    id: "article-57x32",
    name: msg("Label with QR code, {size} mm", { size: "57 × 32" }),
    subject: "article",
    layout: {
      widthMm: 57,
      heightMm: 32,
      elements: [
        code("code", "qr", [1, 4, 24, 24]),
        text("number", "{{code}}", [26, 3, 29, 6], 3.2, BOLD),
        text("name", "{{name}}", [26, 10, 29, 10], 2.4, WRAPPED),
        text("serial", "{{serialNumber}}", [26, 21, 29, 4], 1.8),
        text("tenant", "{{tenant}}", [26, 26, 29, 4], 1.8),
      ],
    },
  },
  {
    id: "article-57x32-gs1",
    name: msg("Label with GS1 DataMatrix, {size} mm", { size: "57 × 32" }),
    subject: "article",
    layout: {
      widthMm: 57,
      heightMm: 32,
      elements: [
        code("code", "gs1-datamatrix", [1, 4, 24, 24], { text: "{{gs1}}" }),
        text("number", "{{code}}", [26, 3, 29, 6], 3.2, BOLD),
        text("name", "{{name}}", [26, 10, 29, 10], 2.4, WRAPPED),
        text("gtin", "GTIN {{gtin}}", [26, 21, 29, 4], 1.8),
        text("serial", "{{serialNumber}}", [26, 26, 29, 4], 1.8),
      ],
    },
  },
  {
    id: "article-100x50",
    name: msg("Label with bar code and QR code, {size} mm", { size: "100 × 50" }),
    subject: "article",
    layout: {
      widthMm: 100,
      heightMm: 50,
      elements: [
        text("name", "{{name}}", [3, 2, 94, 9], 5, BOLD),
        rule("line", [3, 12, 94, 0.4]),
        code("bars", "code128", [2, 27, 66, 21], CAPTION),
        code("qr", "qr", [70, 20, 28, 28]),
        text("serial", "{{serialNumber}}", [3, 14, 64, 5.5], 2.6),
        text("location", "{{location}}", [3, 20, 64, 5.5], 2.6),
      ],
    },
  },
  {
    id: "article-100x50-gs1",
    name: msg("Label with GS1-128, {size} mm", { size: "100 × 50" }),
    subject: "article",
    layout: {
      widthMm: 100,
      heightMm: 50,
      elements: [
        text("name", "{{name}}", [3, 2, 94, 9], 5, BOLD),
        rule("line", [3, 12, 94, 0.4]),
        text("number", "{{code}}", [3, 14, 94, 5.5], 2.6),
        code("bars", "gs1-128", [2, 21, 96, 27], { ...CAPTION, text: "{{gs1}}" }),
      ],
    },
  },
  {
    id: "article-72x60",
    name: msg("Receipt with QR code, {size} mm", { size: "72 × 60" }),
    subject: "article",
    layout: {
      widthMm: 72,
      heightMm: 60,
      elements: [
        text("number", "{{code}}", [2, 2, 68, 9], 5, { ...BOLD, ...CENTER }),
        text("name", "{{name}}", [2, 12, 68, 10], 3, { ...CENTER, ...WRAPPED }),
        code("code", "qr", [20, 24, 32, 32]),
      ],
    },
  },
  {
    id: "location-50x25",
    name: msg("Location with bar code, {size} mm", { size: "50 × 25" }),
    subject: "location",
    layout: {
      widthMm: 50,
      heightMm: 25,
      elements: [
        text("name", "{{name}}", [2, 1.5, 46, 6], 3, BOLD),
        code("code", "code128", [1, 8, 48, 15.5], CAPTION),
      ],
    },
  },
  {
    id: "location-100x50",
    name: msg("Shelf label with QR code, {size} mm", { size: "100 × 50" }),
    subject: "location",
    layout: {
      widthMm: 100,
      heightMm: 50,
      elements: [
        code("code", "qr", [2, 4, 42, 42]),
        text("number", "{{code}}", [46, 5, 51, 15], 8, BOLD),
        text("name", "{{name}}", [46, 21, 51, 10], 4.5, WRAPPED),
        text("path", "{{path}}", [46, 33, 51, 12], 2.6, WRAPPED),
      ],
    },
  },
];
