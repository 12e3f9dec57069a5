import { sqlite, statement } from "../../storage/database/statement.ts";

/** A print request as far as its picture needs it; `data` is null once it was removed. */
export const rendered = statement((p: { tenantId: number; oid: number }) =>
  sqlite
    .selectFrom("printRequest as r")
    .innerJoin("printer as p", "p.oid", "r.printerId")
    .leftJoin("printData as d", "d.printRequestId", "r.oid")
    .where("r.tenantId", "=", p.tenantId)
    .where("r.oid", "=", p.oid)
    .select(["r.copies", "r.change", "p.printerTypeId", "d.data"]),
);
