import type { Locale } from "../../i18n/locales.ts";
import { textIn } from "../../i18n/text.ts";
import type { Table } from "../../platform/tables/cell.ts";
import { COMPANY } from "../../records/company.ts";
import type { Db } from "../../storage/database/statement.ts";
import { siteNameFor } from "../settings.ts";
import { readCompany } from "./company.ts";

/** A table with the company of the tenant in its last column, as auditors ask for. */
export function withCompany(table: Table, db: Db, tenantId: number, language: Locale): Table {
  const name = readCompany(db, tenantId).legalName ?? siteNameFor(db, tenantId);
  async function* rows() {
    for await (const row of table.rows) yield [...row, name];
  }
  const title = textIn(COMPANY.label, language);
  return { ...table, columns: [...table.columns, { title, width: 30 }], rows: rows() };
}
