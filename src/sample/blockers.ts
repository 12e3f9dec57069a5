import { sql } from "kysely";
import { Conflict, type FieldError } from "../domain/errors.ts";
import { type Locale, type Message, msg } from "../domain/message.ts";
import { RequestState } from "../domain/print-states.ts";
import { type Statement, sqlite, statement, type Tx } from "../storage/database/statement.ts";
import { containsOwnData, refersToSample } from "./dependents.ts";
import { sampleOids, type TenantKey } from "./records.ts";

// The tenant's own records that refer to sample records and so prevent removing the sample data.

/** Records named per kind. */
const MAX_NAMES = 3;

/** The display name of an article `a`. */
const called = sql<string>`ifnull(a.code || ' ', '') || a.name`.as("name");
const ownArticles = (tenantId: number) =>
  sqlite
    .selectFrom("article as a")
    .where("a.tenantId", "=", tenantId)
    .where("a.deleted", "=", sql.lit(0))
    .where("a.oid", "not in", sampleOids(tenantId, "article"))
    .orderBy("a.oid")
    .limit(sql.lit(MAX_NAMES + 1))
    .select(called);

interface Blocker {
  readonly path: string;
  readonly words: Message;
  readonly find: Statement<TenantKey, { name: string }>;
}

const BLOCKERS: readonly Blocker[] = [
  {
    path: "articles",
    words: msg(
      "your articles at sample places, move them first",
      "vaše artikly na ukázkových místech, nejprve je přemístěte",
    ),
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
    words: msg(
      "your articles of a sample category or type, give them others first",
      "vaše artikly s ukázkovou kategorií nebo ukázkovým typem, nejprve jim dejte jiné",
    ),
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
    words: msg(
      "your locations inside sample places, move them out first",
      "vaše umístění uvnitř ukázkových míst, nejprve je přesuňte jinam",
    ),
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
    words: msg(
      "your inventories with articles or places of both, prepare them again without the sample's (one that was started keeps the sample here)",
      "vaše inventury s artikly nebo místy obojího, připravte je znovu bez ukázkových (zahájená inventura tu ukázku podrží)",
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
    words: msg(
      "labels that are being printed, or wait with the sample format, wait for them or cancel them",
      "štítky, které se právě tisknou nebo čekají s ukázkovým formátem, počkejte na ně, nebo je zrušte",
    ),
    find: statement((p: TenantKey) =>
      sqlite
        .selectFrom("printRequest as r")
        .innerJoin("article as a", "a.oid", "r.articleId")
        .where("r.tenantId", "=", p.tenantId)
        .where((eb) =>
          eb.or([
            eb.and([
              eb("r.stateId", "=", sql.lit(RequestState.Printing)),
              eb.or([
                eb("r.articleId", "in", sampleOids(p.tenantId, "article")),
                eb("r.labelFormatId", "in", sampleOids(p.tenantId, "printFormat")),
              ]),
            ]),
            eb.and([
              eb("r.stateId", "=", sql.lit(RequestState.Waiting)),
              eb("r.articleId", "not in", sampleOids(p.tenantId, "article")),
              eb("r.labelFormatId", "in", sampleOids(p.tenantId, "printFormat")),
            ]),
          ]),
        )
        .orderBy("r.oid")
        .limit(sql.lit(MAX_NAMES + 1))
        .select(called),
    ),
  },
];

/** Throws Conflict that names some blockers of each kind, if there are any. */
export function assertNoBlockers(tx: Tx, { tenantId }: TenantKey): void {
  const faults: FieldError[] = [];
  for (const { path, words, find } of BLOCKERS) {
    const names = find.all(tx, { tenantId }).map(({ name }) => name);
    if (names.length > 0)
      faults.push({ path, text: msg(list(names, words, "en"), list(names, words, "cs")) });
  }
  if (faults.length === 0) return;
  const told = (language: Locale) => faults.map(({ text: words }) => words[language]).join("; ");
  throw new Conflict(
    msg(
      `Nothing was removed: your own records use the sample data (${told("en")}).`,
      `Nic se neodstranilo: vaše vlastní záznamy používají ukázková data (${told("cs")}).`,
    ),
    faults,
  );
}

function list(names: readonly string[], words: Message, language: Locale): string {
  const more = names.length > MAX_NAMES ? msg(" and more", " a další")[language] : "";
  return `${words[language]}: ${names.slice(0, MAX_NAMES).join(", ")}${more}`;
}
