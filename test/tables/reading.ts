import { closeSync, openSync, writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { ZipFile } from "yazl";
import { openTable } from "../../src/platform/tables/read.ts";
import type { ReadCell, ReadRow } from "../../src/platform/tables/source.ts";

/** The rows that are read from a file with these bytes. */
export async function rowsIn(bytes: Uint8Array | string, sheet: string | null = null): Promise<ReadRow[]> {
  const folder = await mkdtemp(join(tmpdir(), "tallybox-tables-"));
  const path = join(folder, "table");
  writeFileSync(path, bytes);
  const descriptor = openSync(path, "r");
  try {
    return await Array.fromAsync((await openTable(descriptor)).rows(sheet));
  } finally {
    closeSync(descriptor);
    await rm(folder, { recursive: true });
  }
}

/** Their cells alone. */
export async function cellsIn(
  bytes: Uint8Array | string,
  sheet: string | null = null,
): Promise<(readonly ReadCell[])[]> {
  return (await rowsIn(bytes, sheet)).map(({ cells }) => cells);
}

/** The error of a refused file. */
export async function refusalOf(bytes: Uint8Array | string, sheet: string | null = null): Promise<string> {
  try {
    await rowsIn(bytes, sheet);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  return "read";
}

/** A zip archive of these parts. */
export function zipOf(parts: Readonly<Record<string, string | Buffer>>): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [path, content] of Object.entries(parts)) zip.addBuffer(Buffer.from(content), path);
  zip.end();
  return buffer(zip.outputStream as Readable);
}

const KINDS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const link = (id: string, kind: string, target: string) =>
  `<Relationship Id="${id}" Type="${KINDS}/${kind}" Target="${target}"/>`;

/** The parts of a workbook as Excel writes them; `rows` is the XML in `sheetData`. */
export function workbookOf(
  rows: string,
  more: { shared?: string; styles?: string; properties?: string; sheets?: string } = {},
): Record<string, string> {
  const sheets = more.sheets ?? '<sheet name="Data" sheetId="1" r:id="rId1"/>';
  return {
    "_rels/.rels": `<Relationships>${link("rId1", "officeDocument", "/xl/workbook.xml")}</Relationships>`,
    "xl/workbook.xml": `<workbook xmlns:r="${KINDS}"><workbookPr ${more.properties ?? ""}/><sheets>${sheets}</sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": `<Relationships>${[
      link("rId1", "worksheet", "worksheets/sheet1.xml"),
      link("rId2", "worksheet", "worksheets/sheet2.xml"),
      link("rId3", "sharedStrings", "sharedStrings.xml"),
      link("rId4", "styles", "styles.xml"),
    ].join("")}</Relationships>`,
    "xl/sharedStrings.xml": `<sst>${more.shared ?? ""}</sst>`,
    "xl/styles.xml": `<styleSheet>${more.styles ?? ""}</styleSheet>`,
    "xl/worksheets/sheet1.xml": `<worksheet><sheetData>${rows}</sheetData></worksheet>`,
    "xl/worksheets/sheet2.xml":
      '<worksheet><sheetData><row><c t="str"><v>second</v></c></row></sheetData></worksheet>',
  };
}
