import { sql } from "kysely";
import { Conflict, type FieldError } from "../domain/errors.ts";
import { type Locale, type Message, msg } from "../domain/message.ts";
import { RequestState } from "../domain/print-states.ts";
import { type Statement, sqlite, statement, type Tx } from "../storage/database/statement.ts";
import { holdsOwn, touchesSample } from "./dependents.ts";
import { type OfTenant, sampleOf } from "./records.ts";

// What is the tenant's own and stands on the sample, so that this can't be taken away.

/** So many are named of each kind. */
const NAMED = 3;

/** How an article `a` is called. */
const called = sql<string>`ifnull(a.code || ' ', '') || a.name`.as("name");
const ownArticles = (tenantId: number) =>
  sqlite
    .selectFrom("article as a")
    .where("a.tenantId", "=", tenantId)
    .where("a.deleted", "=", sql.lit(0))
    .where("a.oid", "not in", sampleOf(tenantId, "article"))
    .orderBy("a.oid")
    .limit(sql.lit(NAMED + 1))
    .select(called);

interface Look {
  readonly path: string;
  readonly words: Message;
  readonly find: Statement<OfTenant, { name: string }>;
}

const LOOKS: readonly Look[] = [
  {
    path: "articles",
    words: msg(
      "your articles at sample places, move them first",
      "vaše artikly na ukázkových místech, nejprve je přemístěte",
    ),
    find: statement((p: OfTenant) =>
      ownArticles(p.tenantId).where("a.oid", "in", ({ selectFrom }) =>
        selectFrom("articleLocation as p")
          .select("p.articleId")
          .where("p.tenantId", "=", p.tenantId)
          .where("p.locationId", "in", sampleOf(p.tenantId, "location")),
      ),
    ),
  },
  {
    path: "categories",
    words: msg(
      "your articles of a sample category or type, give them others first",
      "vaše artikly s ukázkovou kategorií nebo ukázkovým typem, nejprve jim dejte jiné",
    ),
    find: statement((p: OfTenant) =>
      ownArticles(p.tenantId).where((eb) =>
        eb.or([
          eb("a.categoryId", "in", sampleOf(p.tenantId, "articleCategory")),
          eb("a.typeId", "in", sampleOf(p.tenantId, "articleType")),
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
    find: statement((p: OfTenant) =>
      sqlite
        .selectFrom("location as l")
        .where("l.tenantId", "=", p.tenantId)
        .where("l.deleted", "=", sql.lit(0))
        .where("l.parentLocationId", "in", sampleOf(p.tenantId, "location"))
        .where("l.oid", "not in", sampleOf(p.tenantId, "location"))
        .orderBy("l.oid")
        .limit(sql.lit(NAMED + 1))
        .select("l.name"),
    ),
  },
  {
    path: "inventories",
    words: msg(
      "your inventories with articles or places of both, prepare them again without the sample's (one that was started keeps the sample here)",
      "vaše inventury s artikly nebo místy obojího, připravte je znovu bez ukázkových (zahájená inventura tu ukázku podrží)",
    ),
    find: statement((p: OfTenant) =>
      sqlite
        .selectFrom("inventory as v")
        .where("v.tenantId", "=", p.tenantId)
        .where(touchesSample(p.tenantId))
        .where(holdsOwn(p.tenantId))
        .orderBy("v.oid")
        .limit(sql.lit(NAMED + 1))
        .select("v.name"),
    ),
  },
  {
    path: "printRequests",
    words: msg(
      "labels that are being printed, or wait with the sample format, wait for them or cancel them",
      "štítky, které se právě tisknou nebo čekají s ukázkovým formátem, počkejte na ně, nebo je zrušte",
    ),
    find: statement((p: OfTenant) =>
      sqlite
        .selectFrom("printRequest as r")
        .innerJoin("article as a", "a.oid", "r.articleId")
        .where("r.tenantId", "=", p.tenantId)
        .where((eb) =>
          eb.or([
            eb.and([
              eb("r.stateId", "=", sql.lit(RequestState.Printing)),
              eb.or([
                eb("r.articleId", "in", sampleOf(p.tenantId, "article")),
                eb("r.labelFormatId", "in", sampleOf(p.tenantId, "printFormat")),
              ]),
            ]),
            eb.and([
              eb("r.stateId", "=", sql.lit(RequestState.Waiting)),
              eb("r.articleId", "not in", sampleOf(p.tenantId, "article")),
              eb("r.labelFormatId", "in", sampleOf(p.tenantId, "printFormat")),
            ]),
          ]),
        )
        .orderBy("r.oid")
        .limit(sql.lit(NAMED + 1))
        .select(called),
    ),
  },
];

/** Throws Conflict that names what is in the way, some of each kind. */
export function refuseBlocked(tx: Tx, { tenantId }: OfTenant): void {
  const faults: FieldError[] = [];
  for (const { path, words, find } of LOOKS) {
    const names = find.all(tx, { tenantId }).map(({ name }) => name);
    if (names.length > 0)
      faults.push({ path, words: msg(list(names, words, "en"), list(names, words, "cs")) });
  }
  if (faults.length === 0) return;
  const told = (language: Locale) => faults.map(({ words }) => words[language]).join("; ");
  throw new Conflict(
    msg(
      `Nothing was removed: what is your own stands on the sample data (${told("en")}).`,
      `Nic se neodstranilo: na ukázkových datech stojí něco vašeho (${told("cs")}).`,
    ),
    faults,
  );
}

function list(names: readonly string[], words: Message, language: Locale): string {
  const more = names.length > NAMED ? msg(" and more", " a další")[language] : "";
  return `${words[language]}: ${names.slice(0, NAMED).join(", ")}${more}`;
}
