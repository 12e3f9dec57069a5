import { sql } from "kysely";
import { PRINT_FORMAT } from "../../records/printing.ts";
import { type Json, jsonObject, listProperties } from "../../storage/database/json.ts";
import { writtenColumns } from "../../storage/database/schema.ts";
import { sqlite, statement } from "../../storage/database/statement.ts";
import { insertInto, selectFrom, updateTable } from "../../storage/database/table-statements.ts";
import type { PrintFormat, PrintFormatDetail } from "../shapes.ts";

const formatsOf = (tenantId: number) =>
  sqlite.selectFrom("printFormat as f").where("f.tenantId", "=", tenantId).where("f.deleted", "=", 0);

const formatObject = () =>
  jsonObject<PrintFormat>({ oid: sql.ref("f.oid"), ...listProperties(PRINT_FORMAT, "f") });

export const all = statement((p: { tenantId: number }) =>
  formatsOf(p.tenantId).orderBy("f.nameKey").orderBy("f.oid").select(formatObject().as("json")),
);
/** A format with a template has no property `layout`: it is as the contract describes it. */
export const detail = statement((p: { tenantId: number; oid: number }) =>
  formatsOf(p.tenantId)
    .where("f.oid", "=", p.oid)
    .select([
      "f.change",
      sql<
        Json<PrintFormatDetail>
      >`iif(f.layout IS NULL, ${formatObject()}, json_set(${formatObject()}, '$.layout', json(f.layout)))`.as(
        "json",
      ),
    ]),
);
const PRESENT = { is: { deleted: 0 } } as const;
export const record = selectFrom("printFormat", ["tenantId", "oid"], undefined, PRESENT);
export const byName = selectFrom("printFormat", ["tenantId", "nameKey"], ["oid"], PRESENT);

const COLUMNS = writtenColumns(PRINT_FORMAT);
export const insert = insertInto("printFormat", COLUMNS);
export const update = updateTable("printFormat", { set: COLUMNS, where: ["oid", "tenantId"] });
