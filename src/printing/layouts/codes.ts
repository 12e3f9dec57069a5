import { gtinIn } from "../../domain/codes/gtin.ts";
import { assertNoErrors, type FieldError, Invalid } from "../../domain/errors.ts";
import type { CodeElement, LabelLayout, Symbology } from "../../domain/label-layout.ts";
import { type Message, msg } from "../../domain/message.ts";
import { barcodeEncoder, type RawCode } from "../../platform/barcode-encoder.ts";
import { fillPlaceholders, hasPlaceholder } from "../languages/template-text.ts";
import { qrModules } from "../matrix-sizes.ts";
import { type Bitmap, fillRectangle } from "../raster/bitmap.ts";

// The modules of bar codes and two-dimensional codes, and their dots.

/** GS1-128 too has all identifiers that one of them needs, as GS1 DataMatrix does by itself. */
const COMPLETE = { lintreqs: true } as const;

/** The modules of a code without its quiet zone. `height`: null for bars. */
export interface Modules {
  readonly width: number;
  readonly height: number | null;
  isDark(x: number, y: number): boolean;
}

/** How a symbology is encoded. */
interface Rules {
  readonly encoder: string;
  /** Light modules that readers need around the code. */
  readonly quiet: number;
  readonly is2d: boolean;
  /** The text as it is encoded; null: the symbology can't encode it. */
  content(text: string): string | null;
  /** The fewest modules in a row that the text may take. Long texts are refused before they are encoded. */
  leastModules(text: string): number;
}

const ASCII = /^[\x20-\x7e]+$/;
const CODE39 = /^[0-9A-Z $%+./-]+$/;
const asciiOnly = (text: string) => (ASCII.test(text) ? text : null);
/** The encoder takes a single letter for an empty element string. */
const elementString = (text: string) => (ASCII.test(text) && text.startsWith("(") ? text : null);
const bars = (perCharacter: number) => (text: string) => text.length * perCharacter;
/** Bytes of the largest DataMatrix. */
const MAX_DATAMATRIX = 1556;

const RULES: Readonly<Record<Symbology, Rules>> = {
  code128: rules1d("code128", 10, asciiOnly, bars(5.5)),
  code39: rules1d("code39", 10, (text) => (CODE39.test(text) ? text : null), bars(13)),
  ean13: rules1d("ean13", 11, (text) => gtinIn(text, 13), bars(7)),
  ean8: rules1d("ean8", 7, (text) => gtinIn(text, 8), bars(7)),
  qr: {
    encoder: "qrcode",
    quiet: 4,
    is2d: true,
    content: (text) => text,
    leastModules: (text) => qrModules(Buffer.from(text)) ?? Number.POSITIVE_INFINITY,
  },
  datamatrix: rulesOfDataMatrix("datamatrix", (text) => text),
  "gs1-128": rules1d("gs1-128", 10, elementString, bars(5)),
  "gs1-datamatrix": rulesOfDataMatrix("gs1datamatrix", elementString),
};

function rules1d(
  encoderName: string,
  quiet: number,
  content: Rules["content"],
  leastModules: Rules["leastModules"],
): Rules {
  return { encoder: encoderName, quiet, is2d: false, content, leastModules };
}

function rulesOfDataMatrix(encoderName: string, content: Rules["content"]): Rules {
  const leastModules = (text: string) => {
    const bytes = Buffer.byteLength(text);
    // Two digits take eight modules at best.
    return bytes > 2 * MAX_DATAMATRIX ? Number.POSITIVE_INFINITY : Math.sqrt(bytes * 4);
  };
  return { encoder: encoderName, quiet: 2, is2d: true, content, leastModules };
}

/** Dots of the narrowest module that printers print and cameras read. */
const MIN_MODULE_MM = 0.12;
/** The lowest bars. */
const MIN_BARS_MM = 2;

/** The modules of a code, and the light ones that readers need around it. */
export function codeModules(
  symbology: Symbology,
  text: string,
): { readonly modules: Modules; readonly quiet: number } | CodeProblem {
  const rules = RULES[symbology];
  const content = rules.content(text);
  if (content === null) return "invalidContent";
  const modules = encode(rules, content);
  return typeof modules === "string" ? modules : { modules, quiet: rules.quiet };
}

/** The bytes of a two-dimensional code, whose encoding takes long; 0 for bars, and for a text that is too long to be encoded. */
export function matrixBytes(symbology: Symbology, text: string): number {
  const { is2d, leastModules } = RULES[symbology];
  return is2d && Number.isFinite(leastModules(text)) ? Buffer.byteLength(text) : 0;
}

/** An error of the encoder: `bwipp.GS1badChecksum#3251: AI 01: Bad checksum`. */
const ENCODER_ERROR = /^bwipp\.(\w+)#\d+: (.*)$/s;

/** The encoder's error of a GS1 element string in brackets; null: it is valid. The rule of both GS1 codes. */
function gs1Error(text: string): { readonly name: string; readonly text: string } | null {
  if (elementString(text) === null) return { name: "GS1aiMissingOpenParen", text: "" };
  try {
    barcodeEncoder.raw({ bcid: "gs1-128", text, ...COMPLETE });
    return null;
  } catch (error) {
    const [, name, reason] = ENCODER_ERROR.exec(error instanceof Error ? error.message : "") ?? [];
    if (name === undefined || reason === undefined) throw error;
    return { name, text: reason };
  }
}

/** Why a code is not printed. */
type CodeProblem = "codeDoesNotFit" | "invalidContent";

/** Draws a code in the middle of a box, as large as whole dots for each module permit. Lengths in dots. */
export function drawCode(
  target: Bitmap,
  { symbology }: Pick<CodeElement, "symbology">,
  text: string,
  box: { readonly width: number; readonly height: number; readonly dotsPerMm: number },
): CodeProblem | null {
  const rules = RULES[symbology];
  const content = rules.content(text);
  if (content === null) return "invalidContent";
  const narrowest = Math.max(1, Math.ceil(box.dotsPerMm * MIN_MODULE_MM - 0.1));
  const room = rules.is2d ? Math.min(box.width, box.height) : box.width;
  if (rules.leastModules(content) + 2 * rules.quiet > room / narrowest) return "codeDoesNotFit";
  const modules = encode(rules, content);
  if (typeof modules === "string") return modules;
  const dots = moduleSize(modules, rules.quiet, box);
  const height = modules.height === null ? box.height : modules.height * dots;
  if (dots < narrowest || height < MIN_BARS_MM * box.dotsPerMm) return "codeDoesNotFit";
  const left = Math.floor((box.width - modules.width * dots) / 2);
  const top = Math.floor((box.height - height) / 2);
  fillModules(target, modules, dots, { left, top, height });
  return null;
}

/** Dots of a module, with room for the quiet zone. */
function moduleSize(
  { width, height }: Modules,
  quiet: number,
  box: { readonly width: number; readonly height: number },
): number {
  const across = Math.floor(box.width / (width + 2 * quiet));
  return height === null ? across : Math.min(across, Math.floor(box.height / (height + 2 * quiet)));
}

function fillModules(
  target: Bitmap,
  modules: Modules,
  dots: number,
  { left, top, height }: { readonly left: number; readonly top: number; readonly height: number },
): void {
  const rows = modules.height ?? 1;
  const rowHeight = modules.height === null ? height : dots;
  for (let y = 0; y < rows; y++)
    for (let x = 0; x < modules.width; x++)
      if (modules.isDark(x, y)) fillRectangle(target, left + x * dots, top + y * rowHeight, dots, rowHeight);
}

function encode(rules: Rules, text: string): Modules | CodeProblem {
  try {
    const [code] = barcodeEncoder.raw({
      bcid: rules.encoder,
      text,
      ...(rules.encoder === "qrcode" && { eclevel: "M" }),
      ...(rules.encoder === "gs1-128" && COMPLETE),
    });
    if (code === undefined) throw new Error(`no ${rules.encoder} code`);
    return "sbs" in code ? barsOf(code.sbs) : matrixOf(code);
  } catch (error) {
    if (!(error instanceof Error) || !/^bwipp\./.test(error.message)) throw error;
    // Errors of GS1 elements have names of their own: a value that is too long for its identifier is not valid.
    const isOfGs1 = error.message.startsWith("bwipp.GS1");
    const isTooLong = !isOfGs1 && /NoValidSymbol|TooMuchData|TooLong/.test(error.message);
    return isTooLong ? "codeDoesNotFit" : "invalidContent";
  }
}

/** Widths of bars and spaces in turn, the first a bar. */
function barsOf(widths: ArrayLike<number>): Modules {
  const dark = Array.from(widths).flatMap((width, index) =>
    Array.from({ length: width }, () => index % 2 === 0),
  );
  return { width: dark.length, height: null, isDark: (x) => dark[x] === true };
}

function matrixOf({ pixs, pixx, pixy }: Extract<RawCode, { pixx: number }>): Modules {
  return { width: pixx, height: pixy, isDark: (x, y) => pixs[y * pixx + x] === 1 };
}

// What is certain about the codes of a layout before their values are known. It runs in the worker.

/** Throws Invalid that names codes by their position, for contents that no value makes valid. */
export function assertCodes({ elements }: LabelLayout): void {
  const errors = elements.flatMap((element, index): FieldError[] => {
    const text = element.kind === "code" ? contentError(element) : null;
    return text === null ? [] : [{ path: `layout.elements.${index}.text`, text }];
  });
  assertNoErrors(errors);
}

function contentError({ symbology, text }: CodeElement): Message | null {
  const content = text.trim();
  if (content === "") return null;
  if (symbology.startsWith("gs1-")) return gs1ContentError(content);
  return hasPlaceholder(content) || RULES[symbology].content(content) !== null ? null : NOT_CONTAINED;
}

/** Stands for a value that is not known. */
const VALUE = "\u0001";
const SAMPLE_GS1 = "(01)04006381333931(21)A";

/** The error of an element string in brackets. Values that are not known are taken as valid. */
function gs1ContentError(text: string): Message | null {
  const marked = markPlaceholders(text);
  // An unknown placeholder is reported as such.
  if (marked === null) return null;
  let isKnown = true;
  const content = marked.replace(/\((\d{2,4})\)([^(]*)/g, (element, ai: string, value: string) => {
    if (!value.includes(VALUE)) return element;
    const sample = sampleOf(ai);
    isKnown &&= sample !== null;
    return `(${ai})${sample ?? ""}`;
  });
  if (!isKnown) return null;
  const error = gs1Error(content);
  return error === null ? null : messageOf(error);
}

function markPlaceholders(text: string): string | null {
  try {
    return fillPlaceholders(text, (name) => (name === "gs1" ? SAMPLE_GS1 : VALUE));
  } catch (error) {
    if (error instanceof Invalid) return null;
    throw error;
  }
}

/** Values of every form: digits of each length, letters, a date, a date with a time, a piece of a total. */
const SAMPLES = [
  ...Array.from({ length: 20 }, (_, index) => "0".repeat(index + 1)),
  "A",
  "260101",
  "2601010000",
  "000000000000000101",
];
const samples = new Map<string, string | null>();

/** A valid value of an application identifier; null: none is known, as of rare ones. Of an unknown identifier any: it is refused later. */
function sampleOf(ai: string): string | null {
  const known = samples.get(ai);
  if (known !== undefined) return known;
  const isUnknown = gs1Error(`(${ai})0`)?.name === "GS1unknownAI";
  const valid = SAMPLES.find((value) => {
    const error = gs1Error(`(${ai})${value}`);
    return error === null || error.name === "GS1missingAIs";
  });
  const sample = isUnknown ? "0" : (valid ?? null);
  samples.set(ai, sample);
  return sample;
}

const NOT_CONTAINED = msg("This kind of code cannot hold this content.");
const EXAMPLE = "(01)09521234543213(21)A1";

function messageOf({ name, text }: NonNullable<ReturnType<typeof gs1Error>>): Message {
  const [first = "", second = ""] = text.match(/\b\d{2,4}\b/g) ?? [];
  switch (name) {
    case "GS1missingAIs": {
      const needed = (text.split(": ").at(-1) ?? "").replaceAll(" OR ", " / ").replaceAll(" WITH ", " + ");
      return msg("({ai}) needs other application identifiers in the same code: {needed}", {
        ai: first,
        needed,
      });
    }
    case "GS1exclusiveAIs":
      return msg("({first}) and ({second}) can't be in the same code", { first, second });
    case "GS1unknownAI":
    case "GS1aiMissingOpenParen":
    case "GS1aiMissingCloseParen":
      return msg(
        "must be GS1 application identifiers in brackets, each with its value, for example {example}",
        { example: EXAMPLE },
      );
    default:
      return first === "" ? NOT_CONTAINED : msg("({ai}) can't have this value", { ai: first });
  }
}
