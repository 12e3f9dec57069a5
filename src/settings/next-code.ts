import { sql } from "kysely";
import { type CodePattern, codeOf, numberIn, patternOf } from "../domain/code-pattern.ts";
import { type Db, sqlite, statement } from "../storage/database/statement.ts";
import { readSettings } from "./settings.ts";

const living = (tenantId: number) =>
  sqlite
    .selectFrom("article")
    .select("code")
    .where("tenantId", "=", tenantId)
    .where("deleted", "=", sql.lit(0));
const holderOf = statement((p: { tenantId: number; code: string }) =>
  living(p.tenantId).where("code", "=", p.code),
);
const highest = statement((p: { tenantId: number; from: string; to: string; most: number }) =>
  living(p.tenantId)
    .where("code", ">=", p.from)
    .where("code", "<=", p.to)
    .orderBy("code", "desc")
    .limit(p.most),
);

/** Codes of another form may stand among those of the pattern; so many of the highest are looked at. */
const LOOKED_AT = 50;

/**
 * The next free article code of the tenant by the setting `articleCodePattern`: the number after the highest that is in
 * use, numbers that are taken skipped. A few dozen index look-ups, however many articles there are. It stays free until
 * the transaction ends: give it to an article in the same one, before the next call.
 */
export function nextCode(db: Db, tenantId: number): string {
  const pattern = patternOf(readSettings(db).settings.articleCodePattern);
  if (pattern === null) throw new Error("the stored pattern of codes is none");
  const isTaken = (number: number) =>
    holderOf.first(db, { tenantId, code: codeOf(pattern, number) }) !== null;
  return codeOf(pattern, firstFreeAfter(highestNumber(db, tenantId, pattern), isTaken));
}

function highestNumber(db: Db, tenantId: number, pattern: CodePattern): number {
  const codes = highest.all(db, {
    tenantId,
    from: codeOf(pattern, 0),
    to: codeOf(pattern, Number("9".repeat(pattern.width))),
    most: LOOKED_AT,
  });
  return Math.max(0, ...codes.map(({ code }) => numberIn(pattern, code ?? "") ?? 0));
}

/** Steps of doubling length find a free number, halving between it and the last taken one finds one right after a taken. */
function firstFreeAfter(start: number, isTaken: (number: number) => boolean): number {
  let step = 1;
  while (isTaken(start + step)) step *= 2;
  let taken = start + (step === 1 ? 0 : step / 2);
  let free = start + step;
  while (free - taken > 1) {
    const middle = Math.floor((taken + free) / 2);
    if (isTaken(middle)) taken = middle;
    else free = middle;
  }
  return free;
}
