import { sql } from "kysely";
import { type Json, jsonObject } from "../../storage/database/json.ts";
import type { Flag } from "../../storage/database/schema/columns.ts";
import { sqlite, statement } from "../../storage/database/statement.ts";
import type { PrintFormat, PrintFormatDetail } from "../shapes.ts";
import type { FormatSource } from "./source.ts";

const formatsOf = (tenantId: number) =>
  sqlite.selectFrom("printFormat as f").where("f.tenantId", "=", tenantId).where("f.deleted", "=", 0);

const formatJson = () => formatObject().as("json");

function formatObject() {
  const ref = sql.ref;
  return jsonObject<PrintFormat>({
    oid: ref("f.oid"),
    name: ref("f.name"),
    template: ref("f.template"),
    printerTypeId: ref("f.printerTypeId"),
    subject: ref("f.subject"),
  });
}

export const all = statement((p: { tenantId: number }) =>
  formatsOf(p.tenantId).orderBy("f.nameKey").orderBy("f.oid").select(formatJson()),
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
export const record = statement((p: { tenantId: number; oid: number }) =>
  formatsOf(p.tenantId).where("f.oid", "=", p.oid).selectAll("f"),
);
export const byName = statement((p: { tenantId: number; nameKey: string }) =>
  formatsOf(p.tenantId).where("f.nameKey", "=", p.nameKey).select("f.oid"),
);

interface FormatColumns extends FormatSource {
  readonly tenantId: number;
  readonly name: string;
  readonly nameKey: string;
  readonly deleted: Flag;
  readonly change: number;
}
const columnsOf = (p: FormatColumns): FormatColumns => ({
  tenantId: p.tenantId,
  name: p.name,
  nameKey: p.nameKey,
  template: p.template,
  printerTypeId: p.printerTypeId,
  layout: p.layout,
  subject: p.subject,
  deleted: p.deleted,
  change: p.change,
});
export const insert = statement((p: FormatColumns) => sqlite.insertInto("printFormat").values(columnsOf(p)));
export const update = statement((p: FormatColumns & { oid: number }) =>
  sqlite
    .updateTable("printFormat")
    .set(columnsOf(p))
    .where("oid", "=", p.oid)
    .where("tenantId", "=", p.tenantId),
);
