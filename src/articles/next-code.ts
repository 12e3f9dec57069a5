import { sql } from "kysely";
import { type CodePattern, codeOf, numberIn, patternOf } from "../domain/code-pattern.ts";
import { findOwned } from "../master-data/ownership.ts";
import { readSettings } from "../settings/settings.ts";
import { type Db, sqlite, statement } from "../storage/database/statement.ts";
import { findByCodeKey, ownKeys } from "./codes/codes.ts";

const activeCodes = (tenantId: number) =>
  sqlite
    .selectFrom("article")
    .select("code")
    .where("tenantId", "=", tenantId)
    .where("deleted", "=", sql.lit(0));
const holderOf = statement((p: { tenantId: number; code: string }) =>
  activeCodes(p.tenantId).where("code", "=", p.code),
);
const highest = statement((p: { tenantId: number; from: string; to: string; max: number }) =>
  activeCodes(p.tenantId)
    .where("code", ">=", p.from)
    .where("code", "<=", p.to)
    .orderBy("code", "desc")
    .limit(p.max),
);

/** Number of the highest codes that are read. Codes of another form may be among those of the pattern. */
const CODES_READ = 50;

/**
 * Returns the next free article code of the tenant by the setting `articleCodePattern`: the first free number after the highest
 * one in use. It needs a few dozen index look-ups. The code must be used in the same transaction, before the next call.
 */
export function nextCode(db: Db, tenantId: number): string {
  const pattern = patternOf(readSettings(db).settings.articleCodePattern);
  if (pattern === null) throw new Error("the stored pattern of codes is not valid");
  // A code of the head office belongs to another article, which is only not here yet.
  const isTaken = (number: number) => {
    const code = codeOf(pattern, number);
    return (
      holderOf.first(db, { tenantId, code }) !== null ||
      ownKeys(code).some((key) => findByCodeKey(db, tenantId, key) !== null) ||
      findOwned(db, tenantId, code) !== null
    );
  };
  return codeOf(pattern, firstFreeAfter(highestNumber(db, tenantId, pattern), isTaken));
}

function highestNumber(db: Db, tenantId: number, pattern: CodePattern): number {
  const codes = highest.all(db, {
    tenantId,
    from: codeOf(pattern, 0),
    to: codeOf(pattern, Number("9".repeat(pattern.width))),
    max: CODES_READ,
  });
  return Math.max(0, ...codes.map(({ code }) => numberIn(pattern, code ?? "") ?? 0));
}

/** Finds a free number by doubling steps, then by binary search the one directly after a number in use. */
function firstFreeAfter(start: number, isTaken: (number: number) => boolean): number {
  let step = 1;
  while (isTaken(start + step)) step *= 2;
  let used = start + (step === 1 ? 0 : step / 2);
  let free = start + step;
  while (free - used > 1) {
    const middle = Math.floor((used + free) / 2);
    if (isTaken(middle)) used = middle;
    else free = middle;
  }
  return free;
}
