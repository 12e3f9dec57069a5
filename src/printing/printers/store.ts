import { sql } from "kysely";
import { PRINTER } from "../../records/printing.ts";
import { jsonObject, listProperties } from "../../storage/database/json.ts";
import { writtenColumns } from "../../storage/database/schema.ts";
import { sqlite, statement } from "../../storage/database/statement.ts";
import { insertInto, selectFrom, updateTable } from "../../storage/database/table-statements.ts";
import type { Printer } from "../shapes.ts";

const printersOf = (tenantId: number) =>
  sqlite.selectFrom("printer as p").where("p.tenantId", "=", tenantId).where("p.deleted", "=", 0);

const printerJson = () =>
  jsonObject<Printer>({ oid: sql.ref("p.oid"), ...listProperties(PRINTER, "p") }).as("json");

export const all = statement((p: { tenantId: number }) =>
  printersOf(p.tenantId).orderBy("p.nameKey").orderBy("p.oid").select(printerJson()),
);
export const detail = statement((p: { tenantId: number; oid: number }) =>
  printersOf(p.tenantId).where("p.oid", "=", p.oid).select(["p.change", printerJson()]),
);
const PRESENT = { is: { deleted: 0 } } as const;
export const record = selectFrom("printer", ["tenantId", "oid"], undefined, PRESENT);
export const byName = selectFrom("printer", ["tenantId", "nameKey"], ["oid"], PRESENT);

const COLUMNS = writtenColumns(PRINTER);
export const insert = insertInto("printer", COLUMNS);
export const update = updateTable("printer", { set: COLUMNS, where: ["oid", "tenantId"] });
