import { Invalid } from "../errors.ts";
import { say } from "../words.ts";
import { linksOf, type Parts } from "./parts.ts";
import { damaged, readWholeXml, readXml } from "./xml.ts";
import { textOfCell } from "./xml-text.ts";

/** Texts that cells share stand in memory. */
const MOST_SHARED_BYTES = 192 * 1024 * 1024;

/** What is needed to read a sheet's cells. */
export interface Workbook {
  /** The sheet's path in the archive. */
  readonly sheet: string;
  /** Days are counted from 1904 instead of 1900. */
  readonly isFrom1904: boolean;
  readonly sharedTexts: readonly string[];
  /** The numbers of the cell styles that show a date. */
  readonly dateStyles: ReadonlySet<number>;
}

/** Finds the sheet of this name (else the first that is not hidden) and what its cells refer to. Rejects with Invalid. */
export async function openWorkbook(parts: Parts, sheetName: string | null): Promise<Workbook> {
  const path = (await linksOf(parts, "")).find(({ kind }) => kind === "officeDocument")?.path;
  if (path === undefined) throw damaged();
  const sheets: { name: string; id: string; isHidden: boolean }[] = [];
  let isFrom1904 = false;
  await readWholeXml(await parts.open(path), {
    opened(name, attributes) {
      if (name === "workbookPr") isFrom1904 = /^(1|true)$/.test(attributes["date1904"] ?? "");
      if (name !== "sheet") return;
      const id = Object.entries(attributes).find(([key]) => /:id$/.test(key))?.[1] ?? "";
      const isHidden = (attributes["state"] ?? "visible") !== "visible";
      sheets.push({ name: attributes["name"] ?? "", id, isHidden });
    },
  });
  const wanted =
    sheetName === null
      ? (sheets.find(({ isHidden }) => !isHidden) ?? sheets[0])
      : sheets.find(({ name }) => name.toLowerCase() === sheetName.toLowerCase());
  if (wanted === undefined) throw sheetName === null ? damaged() : noSheet(sheets.map(({ name }) => name));
  const links = await linksOf(parts, path);
  const sheet = links.find(({ id }) => id === wanted.id)?.path;
  const texts = links.find(({ kind }) => kind === "sharedStrings")?.path;
  const styles = links.find(({ kind }) => kind === "styles")?.path;
  if (sheet === undefined) throw damaged();
  return {
    sheet,
    isFrom1904,
    sharedTexts: texts === undefined ? [] : await sharedTexts(parts, texts),
    dateStyles: styles === undefined ? new Set() : await dateStyles(parts, styles),
  };
}

function noSheet(names: readonly string[]): Invalid {
  const list = names.join(", ");
  return Invalid.field(
    "sheet",
    say(`names no sheet; there are: ${list}`, `neoznačuje žádný list; jsou tu: ${list}`),
  );
}

/** The shared texts in order; of a text in several runs all of them, of its pronunciation nothing. */
async function sharedTexts(parts: Parts, path: string): Promise<string[]> {
  const texts: string[] = [];
  let text = "";
  let isIn = false;
  let isSpoken = false;
  const reading = readXml(await parts.open(path, MOST_SHARED_BYTES), {
    opened(name) {
      if (name === "si") text = "";
      else if (name === "rPh") isSpoken = true;
      else isIn = name === "t";
    },
    closed(name) {
      if (name === "si") texts.push(textOfCell(text));
      else if (name === "rPh") isSpoken = false;
      isIn = false;
    },
    text(piece) {
      if (isIn && !isSpoken) text += piece;
    },
  });
  for await (const _ of reading);
  return texts;
}

/** ECMA-376, 18.8.30: the built-in formats of dates and times. */
const BUILT_IN_DATES = (id: number) => (id >= 14 && id <= 22) || (id >= 45 && id <= 47);
/** Days, months, years, hours, seconds, outside of quoted text, escaped signs and conditions. */
const IS_DATE = /[dmyhs]/i;
const NO_DATE = /"[^"]*"|\\.|\[[^\]]*\]|_.|\*.|general/gi;

async function dateStyles(parts: Parts, path: string): Promise<Set<number>> {
  const formats = new Set<number>();
  const styles = new Set<number>();
  let isIn = false;
  let number = 0;
  await readWholeXml(await parts.open(path), {
    opened(name, attributes) {
      if (name === "numFmt" && IS_DATE.test((attributes["formatCode"] ?? "").replace(NO_DATE, "")))
        formats.add(Number(attributes["numFmtId"]));
      if (name === "cellXfs") isIn = true;
      if (name !== "xf" || !isIn) return;
      const id = Number(attributes["numFmtId"]);
      if (formats.has(id) || BUILT_IN_DATES(id)) styles.add(number);
      number++;
    },
    closed(name) {
      if (name === "cellXfs") isIn = false;
    },
  });
  return styles;
}
