import { COMPANY } from "../../records/company.ts";
import { type Json, jsonObject, listProperties } from "../../storage/database/json.ts";
import { type GivenFields, newColumns, writtenColumns } from "../../storage/database/schema.ts";
import { type Db, sqlite, statement, type Tx } from "../../storage/database/statement.ts";
import { insertInto, selectFrom, updateTable } from "../../storage/database/table-statements.ts";
import { Company } from "./shapes.ts";

/** A company of which nothing is known. */
export const NO_COMPANY: Company = newColumns(COMPANY, {});

const columns = writtenColumns(COMPANY);
const stored = selectFrom("company", ["tenantId"]);
const insert = insertInto("company", columns);
const update = updateTable("company", {
  set: columns.filter((column) => column !== "tenantId"),
  where: ["tenantId"],
});
const json = statement((p: { tenantId: number }) =>
  sqlite
    .selectFrom("company as c")
    .where("c.tenantId", "=", p.tenantId)
    .select(["c.change", jsonObject<Company>(listProperties(COMPANY, "c")).as("json")]),
);

/** The company of a tenant as JSON, and the number of its last change: all null, and 0, where nothing is set. */
export function companyJson(
  db: Db,
  tenantId: number,
): { readonly json: Company | Json<Company>; readonly change: number } {
  return json.first(db, { tenantId }) ?? { json: NO_COMPANY, change: 0 };
}

/** The company of a tenant; all null where nothing is set. */
export function readCompany(db: Db, tenantId: number): Company {
  return Company.parse(stored.first(db, { tenantId }) ?? NO_COMPANY);
}

/** Replaces the company of a tenant; an absent field becomes null. */
export function saveCompany(tx: Tx, tenantId: number, company: GivenFields<typeof COMPANY>): void {
  const row = { ...newColumns(COMPANY, company), tenantId, change: tx.change };
  if (stored.first(tx, { tenantId }) === null) insert.run(tx, row);
  else update.run(tx, row);
}
