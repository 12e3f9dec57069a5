import type { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { ZipFile } from "yazl";
import { columnName } from "../../../src/platform/tables/xlsx-write.ts";

/** A cell; `digits`: a number that is shown with so many digits; `day`: a date, by its serial number. */
export type SheetCell = string | number | null | { readonly digits: number } | { readonly day: number };

/** A sheet of a workbook; rows from the first one on, empty ones are not written. */
export interface SheetContent {
  readonly name: string;
  readonly rows: readonly (readonly SheetCell[])[];
  /** Such as `A1:D1`. */
  readonly merges?: readonly string[];
  readonly isHidden?: boolean;
}

const TIME = new Date(Date.UTC(1980, 0, 1));
const KINDS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const STYLES =
  '<styleSheet><numFmts><numFmt numFmtId="164" formatCode="000000"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="164"/><xf numFmtId="14"/></cellXfs></styleSheet>';

/** A workbook as spreadsheets write it; the same bytes for the same sheets. */
export function workbook(sheets: readonly SheetContent[]): Promise<Buffer> {
  const zip = new ZipFile();
  const add = (path: string, content: string) => zip.addBuffer(Buffer.from(content), path, { mtime: TIME });
  const link = (id: string, kind: string, target: string) =>
    `<Relationship Id="${id}" Type="${KINDS}/${kind}" Target="${target}"/>`;
  const list = sheets.map(
    ({ name, isHidden }, index) =>
      `<sheet name="${name}" sheetId="${index + 1}"${isHidden ? ' state="hidden"' : ""} r:id="rId${index + 1}"/>`,
  );
  const links = sheets.map((_, index) =>
    link(`rId${index + 1}`, "worksheet", `worksheets/sheet${index + 1}.xml`),
  );
  add("_rels/.rels", `<Relationships>${link("rId1", "officeDocument", "xl/workbook.xml")}</Relationships>`);
  add("xl/workbook.xml", `<workbook xmlns:r="${KINDS}"><sheets>${list.join("")}</sheets></workbook>`);
  add(
    "xl/_rels/workbook.xml.rels",
    `<Relationships>${links.join("")}${link("rIdS", "styles", "styles.xml")}</Relationships>`,
  );
  add("xl/styles.xml", STYLES);
  for (const [index, sheet] of sheets.entries()) add(`xl/worksheets/sheet${index + 1}.xml`, sheetXml(sheet));
  zip.end();
  return buffer(zip.outputStream as Readable);
}

function sheetXml({ rows, merges = [] }: SheetContent): string {
  const data = rows.map((cells, row) => {
    const written = cells.map((cell, column) => cellXml(cell, `${columnName(column)}${row + 1}`)).join("");
    return written === "" ? "" : `<row r="${row + 1}">${written}</row>`;
  });
  const ranges = merges.map((ref) => `<mergeCell ref="${ref}"/>`).join("");
  const merged = ranges === "" ? "" : `<mergeCells count="${merges.length}">${ranges}</mergeCells>`;
  return `<worksheet><sheetData>${data.join("")}</sheetData>${merged}</worksheet>`;
}

function cellXml(cell: SheetCell, place: string): string {
  if (cell === null || cell === "") return "";
  if (typeof cell === "number") return `<c r="${place}"><v>${cell}</v></c>`;
  if (typeof cell === "object") {
    const [style, value] = "digits" in cell ? [1, cell.digits] : [2, cell.day];
    return `<c r="${place}" s="${style}"><v>${value}</v></c>`;
  }
  const text = cell.replace(/&/g, "&amp;").replace(/</g, "&lt;");
  return `<c r="${place}" t="inlineStr"><is><t>${text}</t></is></c>`;
}
