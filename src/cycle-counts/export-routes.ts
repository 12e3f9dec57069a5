import { RIGHT_SHARES, rightShareIn, unitsOf } from "../domain/cycle-counts/right-share.ts";
import { msg } from "../domain/message.ts";
import type { Dependencies } from "../http/dependencies.ts";
import { batch, type Endpoint } from "../http/endpoint/endpoint.ts";
import { tableQuery, tableReply, tableResponse } from "../http/endpoint/table-response.ts";
import { textIn } from "../i18n/text.ts";
import { listAccuracy } from "../inventories/accuracy.ts";
import { dayAt } from "../platform/clock.ts";
import type { BeginExport } from "../security-log/table.ts";
import { withCompany } from "../settings/company/company-column.ts";
import { planTable } from "./plan-table.ts";

const FORMAT_TEXT =
  "`format` is csv (the default) or xlsx. CSV is UTF-8 with a byte order mark; the default `separator` is comma in English, else semicolon. Cells that begin like a formula get an apostrophe. A user may export 120 files an hour, all kinds together.";
const common = {
  permission: "manage" as const,
  query: tableQuery,
  response: tableReply,
  errors: { 429: "too many exports in an hour; see Retry-After" },
};

const ACCURACY_COLUMNS = [
  { title: msg("Number"), width: 10 },
  { title: msg("Stocktake"), width: 30 },
  { title: msg("Closed"), width: 22 },
  { title: msg("Random sample") },
  { title: msg("Items") },
  { title: msg("Not counted") },
  { title: msg("Wrong items") },
  { title: msg("Items right in %") },
  { title: msg("Pieces") },
  { title: msg("Wrong pieces") },
  { title: msg("Pieces right in %") },
  { title: msg("Value") },
  { title: msg("Wrong value") },
  { title: msg("Value right in %") },
];
/** The columns of each other unit, after all others. */
const UNIT_COLUMNS = [msg("Quantity"), msg("Wrong quantity"), msg("Right in %")];

/** The exports of count plans, and of the accuracy of the records over time. */
export function countPlanExportRoutes(
  { storage, clock, config }: Dependencies,
  beginExport: BeginExport,
): Endpoint[] {
  const fileName = (name: string) => `${name}-${dayAt(clock.iso(), config.timeZone)}`;
  return [
    batch("GET", "/api/export/count-plans", {
      operationId: "exportCountPlans",
      scope: "exports:read",
      ...common,
      summary: "The count plans as a table, by name",
      description: `Hours are of the server's time zone. ${FORMAT_TEXT}`,
      run({ query, language, address }, principal) {
        beginExport(principal, address, { table: "count-plans", format: query.format ?? "csv" });
        const table = planTable(storage.db, principal.tenantId, language);
        return tableResponse(table, fileName("count-plans"), query, language);
      },
    }),
    batch("GET", "/api/export/record-accuracy", {
      operationId: "exportRecordAccuracy",
      scope: "exports:read",
      ...common,
      summary: "What closed inventories have found of the records, as a table, oldest first",
      description: `The rows of \`GET /api/inventories/accuracy\`, with the shares in percent; at the end columns for each unit in \`otherUnits\`, and the company. Times are UTC. ${FORMAT_TEXT}`,
      run({ query, language, address }, principal) {
        beginExport(principal, address, { table: "record-accuracy", format: query.format ?? "csv" });
        const all = listAccuracy(storage.db, principal.tenantId);
        const units = unitsOf(all);
        const columns = [
          ...ACCURACY_COLUMNS.map(({ title, ...column }) => ({ ...column, title: textIn(title, language) })),
          ...units.flatMap((unit) =>
            UNIT_COLUMNS.map((title) => ({ title: `${textIn(title, language)} (${unit})`, width: 20 })),
          ),
        ];
        const rows = all.map((row) => [
          row.inventory.oid,
          row.inventory.name,
          row.closedDT,
          row.isSample,
          row.items,
          row.notCounted,
          row.wrongItems,
          RIGHT_SHARES.items(row),
          row.pieces,
          row.wrongPieces,
          RIGHT_SHARES.pieces(row),
          row.value,
          row.wrongValue,
          RIGHT_SHARES.value(row),
          ...units.flatMap((unit) => {
            const found = row.otherUnits.find((one) => one.unit === unit);
            return [found?.quantity ?? null, found?.wrongQuantity ?? null, rightShareIn(unit, row)];
          }),
        ]);
        const table = { name: "accuracy", columns, rows };
        return tableResponse(
          withCompany(table, storage.db, principal.tenantId, language),
          fileName("record-accuracy"),
          query,
          language,
        );
      },
    }),
  ];
}
