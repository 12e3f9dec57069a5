import { Invalid } from "../../domain/errors.ts";
import { msg } from "../../domain/message.ts";
import { LAW_NAMES } from "../../domain/stocktakes/frame.ts";
import { LAW_YEARS } from "../../domain/stocktakes/retention.ts";
import type { Dependencies } from "../../http/dependencies.ts";
import { command, type Endpoint, query } from "../../http/endpoint/endpoint.ts";
import { rule, textOrNull } from "../../http/endpoint/fields.ts";
import { newBody } from "../../http/endpoint/record-schemas.ts";
import { COMPANY } from "../../records/company.ts";
import type { GivenFields } from "../../storage/database/schema.ts";
import type { Db } from "../../storage/database/statement.ts";
import { companyJson, readCompany, saveCompany } from "./company.ts";
import { Company } from "./shapes.ts";

const path = "/api/company";
const isDayOfYear = rule(
  // A leap year has every day.
  (value: string | null) => value === null || isDay(value),
  msg("must be a month and a day, such as {example}", { example: "12-31" }),
);
const isDay = (value: string) =>
  /^\d\d-\d\d$/.test(value) && new Date(`2024-${value}T00:00:00Z`).toJSON()?.slice(5, 10) === value;

/**
 * Throws Invalid where the retention period is shorter than the law asks for. While closed stocktakes are kept for one, it is not removed, nor the law
 * left out to shorten it: `before` is the company as it is; null: none is kept.
 */
function assertLawful(
  { law = null, retentionYears = null }: GivenFields<typeof COMPANY>,
  before: Company | null,
): void {
  if (law !== null && retentionYears !== null && retentionYears < LAW_YEARS[law])
    throw Invalid.field(
      "retentionYears",
      msg("must be at least {years}: so many years the law of {country} asks for", {
        years: LAW_YEARS[law],
        country: LAW_NAMES[law],
      }),
    );
  if (before === null || before.retentionYears === null) return;
  const known = law ?? before.law;
  const years = known === null ? 1 : LAW_YEARS[known];
  if ((retentionYears ?? 0) < years)
    throw Invalid.field(
      "retentionYears",
      msg("must be at least {years} while there are closed stocktakes", { years }),
    );
}

/** The company that a tenant is: what reports of stocktakes must name. `hasKept`: whether a tenant has closed stocktakes to keep. */
export function companyRoutes(
  { storage }: Dependencies,
  hasKept: (db: Db, tenantId: number) => boolean,
): Endpoint[] {
  const shown = (db: Db, tenantId: number) => {
    const { json, change } = companyJson(db, tenantId);
    return { kind: "json" as const, body: json, version: { change } };
  };
  return [
    query("GET", path, {
      operationId: "getCompany",
      permission: "manage",
      summary: "The company, as reports of stocktakes name it",
      response: Company,
      run: (_, { tenantId }) => shown(storage.db, tenantId),
    }),
    command("PUT", path, {
      operationId: "updateCompany",
      permission: "administer",
      needsRecentLogin: true,
      summary: "Replaces the data of the company",
      description:
        "An absent field is removed. `retentionYears` is 1 to 50, and with a `law` at least what it asks for: CZ 5, SK 10, DE 10. A longer period is that of closed stocktakes too; those that are closed already keep the period of their close where it is shortened, also to what the law asks for (`keepUntil` of `GET /api/inventories/{id}/seal`). While there are closed stocktakes, other than sample data, a period is not removed, nor shortened below what the `law` of before asks for where there is none now (400). With `law` and `balanceSheetDay` the server warns of year-end stocktakes outside the windows of that law (see `GET /api/inventories/{id}/frame`). Reports of closed stocktakes keep the company as it was at their close.",
      body: newBody(COMPANY, "body", { balanceSheetDay: textOrNull(5).refine(...isDayOfYear) }),
      response: Company,
      record: (tx, _, { tenantId }) => companyJson(tx, tenantId),
      run(tx, { body }, { tenantId }) {
        assertLawful(body, hasKept(tx, tenantId) ? readCompany(tx, tenantId) : null);
        saveCompany(tx, tenantId, body);
        return shown(tx, tenantId);
      },
    }),
  ];
}
