import { sql } from "kysely";
import { Conflict, type FieldError } from "../domain/errors.ts";
import { type Message, msg } from "../domain/message.ts";
import { RequestState } from "../domain/print-states.ts";
import { type Statement, sqlite, statement, type Tx } from "../storage/database/statement.ts";
import { containsOwnData, refersToSample } from "./dependents.ts";
import { sampleOids, type TenantKey } from "./records.ts";

// The tenant's own records that refer to sample records and so prevent removing the sample data.

/** Records named per kind. */
const MAX_NAMES = 3;

/** The display name of an article `a`. */
const displayName = sql<string>`ifnull(a.code || ' ', '') || a.name`.as("name");
const ownArticles = (tenantId: number) =>
  sqlite
    .selectFrom("article as a")
    .where("a.tenantId", "=", tenantId)
    .where("a.deleted", "=", sql.lit(0))
    .where("a.oid", "not in", sampleOids(tenantId, "article"))
    .orderBy("a.oid")
    .limit(sql.lit(MAX_NAMES + 1))
    .select(displayName);

interface Blocker {
  readonly path: string;
  readonly message: Message;
  readonly find: Statement<TenantKey, { name: string }>;
}

const BLOCKERS: readonly Blocker[] = [
  {
    path: "articles",
    message: msg("your articles at sample locations: move them first"),
    find: statement((p: TenantKey) =>
      ownArticles(p.tenantId).where("a.oid", "in", ({ selectFrom }) =>
        selectFrom("articleLocation as p")
          .select("p.articleId")
          .where("p.tenantId", "=", p.tenantId)
          .where("p.locationId", "in", sampleOids(p.tenantId, "location")),
      ),
    ),
  },
  {
    path: "categories",
    message: msg("your articles with a sample category or type: change these first"),
    find: statement((p: TenantKey) =>
      ownArticles(p.tenantId).where((eb) =>
        eb.or([
          eb("a.categoryId", "in", sampleOids(p.tenantId, "articleCategory")),
          eb("a.typeId", "in", sampleOids(p.tenantId, "articleType")),
        ]),
      ),
    ),
  },
  {
    path: "locations",
    message: msg("your locations inside sample locations: move them out first"),
    find: statement((p: TenantKey) =>
      sqlite
        .selectFrom("location as l")
        .where("l.tenantId", "=", p.tenantId)
        .where("l.deleted", "=", sql.lit(0))
        .where("l.parentLocationId", "in", sampleOids(p.tenantId, "location"))
        .where("l.oid", "not in", sampleOids(p.tenantId, "location"))
        .orderBy("l.oid")
        .limit(sql.lit(MAX_NAMES + 1))
        .select("l.name"),
    ),
  },
  {
    path: "inventories",
    message: msg(
      "your stocktakes with both sample and own articles or locations: prepare them again without the sample records (not possible once started)",
    ),
    find: statement((p: TenantKey) =>
      sqlite
        .selectFrom("inventory as v")
        .where("v.tenantId", "=", p.tenantId)
        .where(refersToSample(p.tenantId))
        .where(containsOwnData(p.tenantId))
        .orderBy("v.oid")
        .limit(sql.lit(MAX_NAMES + 1))
        .select("v.name"),
    ),
  },
  {
    path: "printRequests",
    message: msg(
      "labels that are being printed or are queued with the sample format: wait for them or cancel them",
    ),
    find: statement((p: TenantKey) =>
      sqlite
        .selectFrom("printRequest as r")
        .leftJoin("article as a", "a.oid", "r.articleId")
        .leftJoin("location as l", "l.oid", "r.locationId")
        .where("r.tenantId", "=", p.tenantId)
        .where((eb) =>
          eb.or([
            eb.and([
              eb("r.stateId", "=", sql.lit(RequestState.Printing)),
              eb.or([
                eb("r.articleId", "in", sampleOids(p.tenantId, "article")),
                eb("r.locationId", "in", sampleOids(p.tenantId, "location")),
                eb("r.labelFormatId", "in", sampleOids(p.tenantId, "printFormat")),
              ]),
            ]),
            eb.and([
              eb("r.stateId", "=", sql.lit(RequestState.Waiting)),
              // Of a label with either record, the other comparison is null.
              eb.or([
                eb("r.articleId", "not in", sampleOids(p.tenantId, "article")),
                eb("r.locationId", "not in", sampleOids(p.tenantId, "location")),
              ]),
              eb("r.labelFormatId", "in", sampleOids(p.tenantId, "printFormat")),
            ]),
          ]),
        )
        .orderBy("r.oid")
        .limit(sql.lit(MAX_NAMES + 1))
        .select(sql<string>`ifnull(ifnull(a.code || ' ', '') || a.name, l.name)`.as("name")),
    ),
  },
];

/** Throws Conflict that names some blockers of each kind, if there are any. */
export function assertNoBlockers(tx: Tx, { tenantId }: TenantKey): void {
  const errors: FieldError[] = [];
  for (const { path, message, find } of BLOCKERS) {
    const names = find.all(tx, { tenantId }).map(({ name }) => name);
    if (names.length > 0) errors.push({ path, text: listNames(names, message) });
  }
  if (errors.length === 0) return;
  throw new Conflict(
    msg("Nothing was removed: your own records use the sample data ({records}).", {
      records: errors.map(({ text }) => text),
    }),
    errors,
  );
}

function listNames(names: readonly string[], records: Message): Message {
  const values = { records, names: names.slice(0, MAX_NAMES) };
  return names.length > MAX_NAMES
    ? msg("{records}: {names} and more", values)
    : msg("{records}: {names}", values);
}
