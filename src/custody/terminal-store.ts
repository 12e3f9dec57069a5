import { type RawBuilder, sql } from "kysely";
import { jsonObject } from "../storage/database/json.ts";
import { sqlite, statement } from "../storage/database/statement.ts";
import type { CustodyPerson, OpenCustody } from "./shapes.ts";

// What terminals store of custody.

/** All open custodies of a tenant, as terminals store them. */
export const allOpen = statement((p: { tenantId: number }) =>
  sqlite
    .selectFrom("custody as c")
    .innerJoin("user as u", "u.oid", "c.userId")
    .where("c.tenantId", "=", p.tenantId)
    .where("c.endedDT", "is", null)
    .orderBy("c.oid")
    .select(({ ref }) =>
      jsonObject<OpenCustody>({
        oid: ref("c.oid"),
        articleId: ref("c.articleId"),
        userId: ref("c.userId"),
        userName: ref("u.fullName"),
        startedDT: ref("c.startedDT"),
        dueDate: ref("c.dueDate"),
      }).as("json"),
    ),
);
const activePeople = (p: { tenantId: number }, badgeCode: RawBuilder<string | null>) =>
  sqlite
    .selectFrom("user as u")
    .where("u.tenantId", "=", p.tenantId)
    .where("u.isActive", "=", sql.lit(1))
    .where("u.kind", "=", sql.lit("person"))
    .orderBy("u.fullNameFolded")
    .orderBy("u.oid")
    .select(({ ref }) =>
      jsonObject<CustodyPerson>({
        id: ref("u.oid"),
        fullName: ref("u.fullName"),
        badgeCode,
      }).as("json"),
    );

/** The active persons of a tenant by name, with or without the codes on their badges. */
export const people = {
  withBadges: statement((p: { tenantId: number }) => activePeople(p, sql.ref<string | null>("u.badgeCode"))),
  withoutBadges: statement((p: { tenantId: number }) => activePeople(p, sql<string | null>`NULL`)),
};
