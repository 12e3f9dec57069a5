import { numbersIn } from "../storage/database/json.ts";
import { sqlite, statement, type Tx } from "../storage/database/statement.ts";
import { deleteListed } from "../storage/database/table-statements.ts";

type Subjects = { tenantId: number; articleIds: string; locationIds: string; formatIds: string };

const requestsOf = (p: Subjects) =>
  sqlite
    .selectFrom("printRequest as r")
    .select("r.oid")
    .where("r.tenantId", "=", p.tenantId)
    .where((eb) =>
      eb.or([
        eb("r.articleId", "in", numbersIn(p.articleIds)),
        eb("r.locationId", "in", numbersIn(p.locationIds)),
        eb("r.labelFormatId", "in", numbersIn(p.formatIds)),
      ]),
    );
const removeData = statement((p: Subjects) =>
  sqlite.deleteFrom("printData").where("printRequestId", "in", requestsOf(p)),
);
const removeRequests = statement((p: Subjects) =>
  sqlite.deleteFrom("printRequest").where("oid", "in", requestsOf(p)),
);
const removeFormats = deleteListed("printFormat", "oid");

/** Removes the rows of label formats, and the requests for labels of these formats, articles and locations. No label is in print. */
export function eraseLabels(
  tx: Tx,
  tenantId: number,
  of: Readonly<Record<"articleIds" | "locationIds" | "formatIds", readonly number[]>>,
): void {
  const formatIds = JSON.stringify(of.formatIds);
  const [articleIds, locationIds] = [JSON.stringify(of.articleIds), JSON.stringify(of.locationIds)];
  const subjects = { tenantId, articleIds, locationIds, formatIds };
  removeData.run(tx, subjects);
  removeRequests.run(tx, subjects);
  removeFormats.run(tx, { tenantId, oids: formatIds });
}
