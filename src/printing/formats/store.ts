import { sql } from "kysely";
import type { LabelSubject } from "../../domain/placeholder-names.ts";
import { jsonObject } from "../../storage/database/json.ts";
import type { Flag } from "../../storage/database/schema/columns.ts";
import { sqlite, statement } from "../../storage/database/statement.ts";
import type { PrintFormat } from "../shapes.ts";

const formatsOf = (tenantId: number) =>
  sqlite.selectFrom("printFormat as f").where("f.tenantId", "=", tenantId).where("f.deleted", "=", 0);

function formatJson() {
  const ref = sql.ref;
  return jsonObject<PrintFormat>({
    oid: ref("f.oid"),
    name: ref("f.name"),
    template: ref("f.template"),
    printerTypeId: ref("f.printerTypeId"),
    subject: ref("f.subject"),
  }).as("json");
}

export const all = statement((p: { tenantId: number }) =>
  formatsOf(p.tenantId).orderBy("f.nameKey").orderBy("f.oid").select(formatJson()),
);
export const detail = statement((p: { tenantId: number; oid: number }) =>
  formatsOf(p.tenantId).where("f.oid", "=", p.oid).select(["f.change", formatJson()]),
);
export const record = statement((p: { tenantId: number; oid: number }) =>
  formatsOf(p.tenantId).where("f.oid", "=", p.oid).selectAll("f"),
);
export const byName = statement((p: { tenantId: number; nameKey: string }) =>
  formatsOf(p.tenantId).where("f.nameKey", "=", p.nameKey).select("f.oid"),
);

export interface FormatColumns {
  readonly tenantId: number;
  readonly name: string;
  readonly nameKey: string;
  readonly template: string;
  readonly printerTypeId: number;
  readonly subject: LabelSubject;
  readonly deleted: Flag;
  readonly change: number;
}
const columnsOf = (p: FormatColumns): FormatColumns => ({
  tenantId: p.tenantId,
  name: p.name,
  nameKey: p.nameKey,
  template: p.template,
  printerTypeId: p.printerTypeId,
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
