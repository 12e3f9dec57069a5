import { PassThrough, Readable } from "node:stream";
import { ZipFile } from "yazl";
import { addEntry } from "../zip-write.ts";
import { type Cell, plainNumber, type Table } from "./cell.ts";
import { toChunks } from "./chunks.ts";
import { attribute, cellText } from "./xml-text.ts";

// The parts of a workbook besides its sheets (ECMA-376, part 1, transitional).

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const FORMATS = "http://schemas.openxmlformats.org";
const LINKS = `${FORMATS}/package/2006/relationships`;
const KINDS = `${FORMATS}/officeDocument/2006/relationships`;
const SPREADSHEET = `${FORMATS}/spreadsheetml/2006/main`;
const TYPES = "application/vnd.openxmlformats-officedocument.spreadsheetml";

/** The indexes of cell styles in STYLES. */
const STYLE = { text: 1, title: 2 } as const;

/** The styles. 0: general; 1: text (number format 49), so that edited cells stay text; 2: bold text. */
const STYLES = `${HEAD}<styleSheet xmlns="${SPREADSHEET}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="3"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="49" fontId="1" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/></cellXfs></styleSheet>`;

const RELATIONSHIPS = `${HEAD}<Relationships xmlns="${LINKS}"><Relationship Id="rId1" Type="${KINDS}/officeDocument" Target="xl/workbook.xml"/></Relationships>`;

/** The content types of the parts of a workbook with these sheets. */
function contentTypes(sheets: readonly string[]): string {
  const kinds = sheets.map(
    (_, index) =>
      `<Override PartName="/xl/worksheets/sheet${index + 1}.xml" ContentType="${TYPES}.worksheet+xml"/>`,
  );
  return `${HEAD}<Types xmlns="${FORMATS}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPES}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${TYPES}.styles+xml"/>${kinds.join("")}</Types>`;
}

/** The workbook part, which lists the sheets. */
function workbook(sheets: readonly string[]): string {
  const list = sheets.map(
    (name, index) => `<sheet name="${attribute(name)}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`,
  );
  return `${HEAD}<workbook xmlns="${SPREADSHEET}" xmlns:r="${KINDS}"><sheets>${list.join("")}</sheets></workbook>`;
}

/** The relationships of the workbook part to the sheets. */
function workbookLinks(sheets: readonly string[]): string {
  const links = sheets.map(
    (_, index) =>
      `<Relationship Id="rId${index + 1}" Type="${KINDS}/worksheet" Target="worksheets/sheet${index + 1}.xml"/>`,
  );
  return `${HEAD}<Relationships xmlns="${LINKS}">${links.join("")}<Relationship Id="rId${sheets.length + 1}" Type="${KINDS}/styles" Target="styles.xml"/></Relationships>`;
}

/** The letters of a column index from 0: A to Z, AA and so on. */
export function columnName(index: number): string {
  const last = String.fromCharCode(65 + (index % 26));
  return index < 26 ? last : columnName(Math.floor(index / 26) - 1) + last;
}

export const XLSX_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

/** Maximum rows of a sheet, including the header. */
export const XLSX_ROWS = 1_048_576;

const MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
/** A fixed time, so that equal tables make equal files. */
const TIME = new Date(Date.UTC(1980, 0, 1));

/**
 * Streams the tables as a workbook (ECMA-376, transitional), one sheet each. Text cells have the text format, so that they stay
 * text when edited; numbers are numbers. The first row is frozen. The stream fails with RangeError if a table has more rows
 * than a sheet can hold.
 */
export function xlsxFile(tables: readonly Table[]): Readable {
  const zip = new ZipFile();
  const file = new PassThrough();
  const names = tables.map(({ name }) => name);
  const packageParts = { "[Content_Types].xml": contentTypes(names), "_rels/.rels": RELATIONSHIPS };
  const parts = { "xl/workbook.xml": workbook(names), "xl/_rels/workbook.xml.rels": workbookLinks(names) };
  for (const [path, content] of Object.entries({ ...packageParts, ...parts, "xl/styles.xml": STYLES }))
    zip.addBuffer(Buffer.from(content), path, { mtime: TIME });
  for (const [index, table] of tables.entries()) {
    addEntry(zip, file, {
      path: `xl/worksheets/sheet${index + 1}.xml`,
      options: { mtime: TIME },
      open: () => Readable.from(toChunks(sheetOf(table)), { objectMode: true, highWaterMark: 1 }),
    });
  }
  zip.end();
  zip.outputStream.pipe(file);
  return file;
}

async function* sheetOf({ columns, rows }: Table): AsyncGenerator<string> {
  const names = columns.map((_, index) => columnName(index));
  const widths = columns.map(
    ({ width = 16 }, index) =>
      `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`,
  );
  const last = names.at(-1) ?? "A";
  yield `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<worksheet xmlns="${attribute(MAIN)}">`;
  yield '<sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>';
  yield `<cols>${widths.join("")}</cols><sheetData>`;
  let number = 1;
  yield rowOf(
    number,
    names,
    columns.map(({ title }) => title),
    STYLE.title,
  );
  for await (const row of rows) {
    if (++number > XLSX_ROWS) throw new RangeError("more rows than a sheet holds");
    yield rowOf(number, names, row, STYLE.text);
  }
  yield `</sheetData><autoFilter ref="A1:${last}${number}"/></worksheet>`;
}

function rowOf(number: number, names: readonly string[], cells: readonly Cell[], style: number): string {
  let xml = `<row r="${number}">`;
  for (const [index, cell] of cells.entries()) {
    if (cell === null || cell === "") continue;
    const reference = `${names[index] ?? columnName(index)}${number}`;
    if (typeof cell === "number") xml += `<c r="${reference}"><v>${plainNumber(cell)}</v></c>`;
    else if (typeof cell === "boolean") xml += `<c r="${reference}" t="b"><v>${cell ? 1 : 0}</v></c>`;
    else
      xml += `<c r="${reference}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${cellText(cell)}</t></is></c>`;
  }
  return `${xml}</row>`;
}
