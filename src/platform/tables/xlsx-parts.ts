import { attribute } from "./xml-text.ts";

// The parts of a workbook besides its sheets (ECMA-376, part 1, transitional).

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const FORMATS = "http://schemas.openxmlformats.org";
const LINKS = `${FORMATS}/package/2006/relationships`;
const KINDS = `${FORMATS}/officeDocument/2006/relationships`;
const MAIN = `${FORMATS}/spreadsheetml/2006/main`;
const TYPES = "application/vnd.openxmlformats-officedocument.spreadsheetml";

/** The indexes of cell styles in STYLES. */
export const STYLE = { text: 1, title: 2 } as const;

/** The styles. 0: general; 1: text (number format 49), so that edited cells stay text; 2: bold text. */
export const STYLES = `${HEAD}<styleSheet xmlns="${MAIN}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="3"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="49" fontId="1" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/></cellXfs></styleSheet>`;

export const RELATIONSHIPS = `${HEAD}<Relationships xmlns="${LINKS}"><Relationship Id="rId1" Type="${KINDS}/officeDocument" Target="xl/workbook.xml"/></Relationships>`;

/** The content types of the parts of a workbook with these sheets. */
export function contentTypes(sheets: readonly string[]): string {
  const kinds = sheets.map(
    (_, index) =>
      `<Override PartName="/xl/worksheets/sheet${index + 1}.xml" ContentType="${TYPES}.worksheet+xml"/>`,
  );
  return `${HEAD}<Types xmlns="${FORMATS}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPES}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${TYPES}.styles+xml"/>${kinds.join("")}</Types>`;
}

/** The workbook part, which lists the sheets. */
export function workbook(sheets: readonly string[]): string {
  const list = sheets.map(
    (name, index) => `<sheet name="${attribute(name)}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`,
  );
  return `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${KINDS}"><sheets>${list.join("")}</sheets></workbook>`;
}

/** The relationships of the workbook part to the sheets. */
export function workbookLinks(sheets: readonly string[]): string {
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
