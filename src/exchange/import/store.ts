import type { CatalogueName } from "../../catalogue/catalogue.ts";
import { sqlite, statement } from "../../storage/database/statement.ts";

// What an import looks up of the tenant's data: by name and code, where everybody else asks by id.

/** The living article of this code. */
export const articleByCode = statement((p: { tenantId: number; code: string }) =>
  sqlite
    .selectFrom("article")
    .selectAll()
    .where("tenantId", "=", p.tenantId)
    .where("code", "=", p.code)
    .where((eb) => eb("deleted", "=", eb.lit(0))),
);

/** All locations, parents and children in any order. */
export const locations = statement((p: { tenantId: number }) =>
  sqlite
    .selectFrom("location")
    .select(["oid", "name", "code", "parentLocationId"])
    .where("tenantId", "=", p.tenantId)
    .where("deleted", "=", 0)
    .orderBy("oid"),
);

/** The names of the tenant's users. */
export const users = statement((p: { tenantId: number }) =>
  sqlite.selectFrom("user").select(["oid", "userName", "fullName"]).where("tenantId", "=", p.tenantId),
);

/** The records of a catalogue that the tenant sees, its own first. */
export const catalogue = {
  articleCategory: namesOf("articleCategory"),
  articleType: namesOf("articleType"),
  articleState: namesOf("articleState"),
};

function namesOf(table: CatalogueName) {
  return statement((p: { tenantId: number }) =>
    sqlite
      .selectFrom(table)
      .select(["oid", "name"])
      .where((eb) => eb.or([eb("tenantId", "=", p.tenantId), eb("tenantId", "is", null)]))
      .orderBy("tenantId", (order) => order.desc().nullsLast())
      .orderBy("oid"),
  );
}
