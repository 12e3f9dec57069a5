import { type Entry, fromFdPromise, type ZipFile } from "yauzl";
import { Invalid } from "../../domain/errors.ts";
import { msg } from "../../domain/message.ts";
import { MAX_CELL_CHARACTERS, MAX_SHARED_CHARACTERS, MAX_SHARED_TEXTS } from "../limits.ts";
import { cellTooLong, unreadableFile } from "./source.ts";
import { damagedWorkbook, readWholeXml, readXml } from "./xml.ts";
import { textOfCell } from "./xml-text.ts";

/** Maximum unpacked size of the shared strings, which are kept in memory. */
const MAX_SHARED_BYTES = 192 * 1024 * 1024;

/** A sheet of a workbook. */
interface Sheet {
  readonly name: string;
  /** Its path in the archive; undefined: the workbook has no such part. */
  readonly path: string | undefined;
  readonly isHidden: boolean;
}

/** The data that the cells of a workbook's sheets refer to. */
export type Workbook = Awaited<ReturnType<typeof openWorkbook>>;

/** Reads the list of sheets, the shared strings and the styles. Rejects with Invalid. */
export async function openWorkbook(parts: WorkbookParts) {
  const path = (await readRelationships(parts, "")).find(({ kind }) => kind === "officeDocument")?.path;
  if (path === undefined) throw damagedWorkbook();
  const sheets: { name: string; id: string; isHidden: boolean }[] = [];
  let isFrom1904 = false;
  await readWholeXml(await parts.open(path), {
    opened(name, attributes) {
      if (name === "workbookPr") isFrom1904 = /^(1|true)$/.test(attributes["date1904"] ?? "");
      if (name !== "sheet") return;
      const id = Object.entries(attributes).find(([key]) => /:id$/.test(key))?.[1] ?? "";
      const isHidden = (attributes["state"] ?? "visible") !== "visible";
      if (sheets.length === MAX_PARTS) throw damagedWorkbook();
      sheets.push({ name: attributes["name"] ?? "", id, isHidden });
    },
  });
  const links = await readRelationships(parts, path);
  const paths = new Map(links.map(({ id, path: linked }) => [id, linked]));
  const texts = links.find(({ kind }) => kind === "sharedStrings")?.path;
  const styles = links.find(({ kind }) => kind === "styles")?.path;
  return {
    sheets: sheets.map(({ name, id, isHidden }) => ({
      name,
      isHidden,
      path: paths.get(id),
    })),
    /** Days are counted from 1904 instead of 1900. */
    isFrom1904,
    sharedTexts: texts === undefined ? [] : await sharedTexts(parts, texts),
    styles:
      styles === undefined
        ? { dates: new Set(), codes: new Map(), currencies: new Map() }
        : await cellStyles(parts, styles),
  };
}

/** The sheet of this name; null: the first that is not hidden. Throws Invalid. */
export function sheetOf({ sheets }: Workbook, name: string | null): Sheet {
  const key = name?.trim().toLowerCase();
  const found =
    key === undefined
      ? (sheets.find(({ isHidden }) => !isHidden) ?? sheets[0])
      : sheets.find((sheet) => sheet.name.trim().toLowerCase() === key);
  if (found === undefined) throw name === null ? damagedWorkbook() : noSheet(sheets);
  return found;
}

/** Sheets that an error names. */
const MAX_NAMED = 30;
/** Excel's own limit. */
const MAX_SHEET_NAME = 31;

function noSheet(sheets: readonly Sheet[]): Invalid {
  const names = sheets.slice(0, MAX_NAMED).map(({ name }) => name.slice(0, MAX_SHEET_NAME));
  const list = [...names, ...(sheets.length > MAX_NAMED ? ["…"] : [])].join(", ");
  return Invalid.field(
    "sheet",
    msg("is not a sheet of this workbook. Use one of: {list}", {
      list,
    }),
  );
}

/** Reads the shared strings in order: all runs of a text, without its phonetic guide. Rejects with Invalid. */
async function sharedTexts(parts: WorkbookParts, path: string): Promise<string[]> {
  const texts: string[] = [];
  let text = "";
  let characters = 0;
  let isIn = false;
  let isPhonetic = false;
  const reading = readXml(await parts.open(path, MAX_SHARED_BYTES), {
    opened(name) {
      if (name === "si") text = "";
      else if (name === "rPh") isPhonetic = true;
      else isIn = name === "t";
    },
    closed(name) {
      if (name === "si") {
        characters += text.length;
        if (texts.length === MAX_SHARED_TEXTS || characters > MAX_SHARED_CHARACTERS)
          throw tooManySharedTexts();
        texts.push(textOfCell(text));
      } else if (name === "rPh") isPhonetic = false;
      isIn = false;
    },
    text(chunk) {
      if (!isIn || isPhonetic) return;
      text += chunk;
      if (text.length > MAX_CELL_CHARACTERS) throw cellTooLong();
    },
  });
  for await (const _ of reading);
  return texts;
}

function tooManySharedTexts() {
  return unreadableFile(
    msg(
      "The workbook has more than {max} different texts, or {maxSharedCharacters} characters in them. Split it, or save it as CSV.",
      { max: MAX_SHARED_TEXTS, maxSharedCharacters: MAX_SHARED_CHARACTERS },
    ),
  );
}

/** ECMA-376, 18.8.30: the built-in formats of dates and times. */
const BUILT_IN_DATES = (id: number) => (id >= 14 && id <= 22) || (id >= 45 && id <= 47);
/** Letters of date formats, outside of quoted text, escaped signs and conditions. */
const IS_DATE = /[dmyhs]/i;
const NO_DATE = /"[^"]{0,255}"|\\.|\[[^\]]{0,255}\]|_.|\*.|general/gi;
/** Spreadsheets take formats of this length at most. A longer one is none of a date. */
const MAX_FORMAT = 255;

/** A number format of at least two zeros and of text around and between them: `"INV-"0000`. `0` in it is a digit. */
type CodeFormat = readonly (0 | string)[];
/** A part of it: quoted text, an escaped sign, what is not shown or as wide as a sign, or a sign. */
const FORMAT_PARTS = /"([^"]{0,255})"|\\(.)|\[[^\]]{0,255}\]|[_*].|([0 ()+:-])|;.*|(.)/gs;

/** The format of codes that a number format is; null: none. The first of its sections is that of positive numbers. */
function codeFormatOf(format: string): CodeFormat | null {
  const parts: (0 | string)[] = [];
  for (const [, quoted, escaped, plain, other] of format.matchAll(FORMAT_PARTS)) {
    if (other !== undefined) return null;
    if (plain === "0") parts.push(0);
    else parts.push(quoted ?? escaped ?? plain ?? "");
  }
  return parts.filter((part) => part === 0).length < 2 ? null : parts;
}

/** A whole number from 0 on as the spreadsheet shows it in a format of codes. */
export function codeText(format: CodeFormat, number: string): string {
  const zeros = format.filter((part) => part === 0).length;
  const digits = number.padStart(zeros, "0");
  let from = 0;
  const shown = (part: 0 | string) => {
    if (part !== 0) return part;
    // Digits beyond the zeros are at the first one.
    const to = from + 1 + (from === 0 ? digits.length - zeros : 0);
    const some = digits.slice(from, to);
    from = to;
    return some;
  };
  return format.map(shown).join("").trim();
}

/** A currency in a number format: `[$€-407]`, quoted text or a sign. The text may be another one. */
const CURRENCY = /\[\$([^\]-]{1,20})[^\]]{0,20}\]|"([^"]{1,255})"|(?<!\[)([$€£¥])/;

async function cellStyles(parts: WorkbookParts, path: string) {
  const dateFormats = new Set<number>();
  const codeFormats = new Map<number, CodeFormat>();
  const currencyFormats = new Map<number, string>();
  const dates = new Set<number>();
  const codes = new Map<number, CodeFormat>();
  const currencies = new Map<number, string>();
  let isIn = false;
  let number = 0;
  await readWholeXml(await parts.open(path), {
    opened(name, attributes) {
      if (name === "numFmt") {
        const code = attributes["formatCode"] ?? "";
        if (code.length > MAX_FORMAT) return;
        const format = codeFormatOf(code);
        if (format !== null) codeFormats.set(Number(attributes["numFmtId"]), format);
        else if (IS_DATE.test(code.replace(NO_DATE, ""))) dateFormats.add(Number(attributes["numFmtId"]));
        const [, inBrackets, quoted, sign] = CURRENCY.exec(code) ?? [];
        const currency = inBrackets ?? quoted ?? sign;
        if (currency !== undefined) currencyFormats.set(Number(attributes["numFmtId"]), currency);
      }
      if (name === "cellXfs") isIn = true;
      if (name !== "xf" || !isIn) return;
      const id = Number(attributes["numFmtId"]);
      if (dateFormats.has(id) || BUILT_IN_DATES(id)) dates.add(number);
      const format = codeFormats.get(id);
      if (format !== undefined) codes.set(number, format);
      const currency = currencyFormats.get(id);
      if (currency !== undefined) currencies.set(number, currency);
      number++;
    },
    closed(name) {
      if (name === "cellXfs") isIn = false;
    },
  });
  return {
    /** Styles of dates. */
    dates,
    /** Styles of codes, whose whole numbers have leading zeros. */
    codes,
    /** The texts of styles that may name a currency. */
    currencies,
  };
}

/** Maximum unpacked size of a part. */
const MAX_PART_BYTES = 1024 * 1024 * 1024;
/** Maximum number of parts, sheets, and relationships of a part. Normal workbooks have some dozens. */
const MAX_PARTS = 10_000;

/** The parts of a workbook (files of its ZIP archive). */
export type WorkbookParts = Awaited<ReturnType<typeof openParts>>;

/** A relationship of a part to another one. `kind` is the last segment of its type. */
interface Relationship {
  readonly id: string;
  readonly kind: string;
  /** The other part's path. */
  readonly path: string;
}

/** Reads the directory of a ZIP archive. Rejects with Invalid if it is damaged. */
export async function openParts(descriptor: number) {
  const entries = new Map<string, Entry>();
  let zip: ZipFile;
  try {
    zip = await fromFdPromise(descriptor, { autoClose: false });
    for await (const entry of zip.eachEntry()) {
      if (entries.size === MAX_PARTS) throw damagedWorkbook();
      entries.set(entry.fileName, entry);
    }
  } catch {
    throw damagedWorkbook();
  }
  return {
    has: (path: string) => entries.has(path),
    /** The unpacked size of a part in bytes; null: there is none. */
    sizeOf: (path: string) => entries.get(path)?.uncompressedSize ?? null,
    /** The unpacked bytes of a part. Rejects with Invalid if it is missing or unpacks to more than `max` bytes. */
    async open(path: string, max = MAX_PART_BYTES) {
      const entry = entries.get(path);
      if (!entry?.canDecodeFileData()) throw damagedWorkbook();
      // The archive reader fails on a part that unpacks to more than it declares.
      if (entry.uncompressedSize > max) {
        throw unreadableFile(msg("The workbook is too large. Split it, or save it as CSV."));
      }
      try {
        return await zip.openReadStreamPromise(entry);
      } catch {
        throw damagedWorkbook();
      }
    },
  };
}

/** The relationships of a part (`""`: of the whole archive), or an empty list. */
async function readRelationships(parts: WorkbookParts, of: string): Promise<Relationship[]> {
  const slash = of.lastIndexOf("/") + 1;
  const path = `${of.slice(0, slash)}_rels/${of.slice(slash)}.rels`;
  const relationships: Relationship[] = [];
  if (!parts.has(path)) return relationships;
  const base = new URL(`zip:///${of}`);
  await readWholeXml(await parts.open(path), {
    opened(name, { Id: id, Type: type, Target: target, TargetMode: mode }) {
      if (name !== "Relationship" || mode === "External" || !id || !type || !target) return;
      if (relationships.length === MAX_PARTS) throw damagedWorkbook();
      const { pathname } = new URL(target, base);
      relationships.push({
        id,
        kind: type.slice(type.lastIndexOf("/") + 1),
        path: decodeURI(pathname).slice(1),
      });
    },
  });
  return relationships;
}
