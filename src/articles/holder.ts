import { ArticleState } from "../domain/article-state.ts";
import { WrongState } from "../domain/errors.ts";
import { type Message, msg } from "../domain/message.ts";
import { type Db, sqlite, statement } from "../storage/database/statement.ts";

// An article that a person has (custody/) is neither deleted nor disposed of before its return.

const holder = statement((p: { articleId: number }) =>
  sqlite
    .selectFrom("custody as c")
    .innerJoin("user as u", "u.oid", "c.userId")
    .where("c.articleId", "=", p.articleId)
    .where("c.endedDT", "is", null)
    .select("u.fullName"),
);

/** The sentence that names who has an article. */
export const heldBy = (person: string): Message =>
  msg("{person} has this article. Take it back first.", { person });

/** Throws WrongState where a person has the article. */
export function assertNotHandedOut(db: Db, articleId: number): void {
  const held = holder.first(db, { articleId });
  if (held !== null) throw new WrongState(heldBy(held.fullName));
}

/** Why an article can't get a state: it would become Disposed while a person has it. Null: it can. `stateId` undefined: it stays. */
export function stateRefused(
  db: Db,
  record: { readonly oid: number; readonly stateId: number },
  stateId: number | undefined,
): Message | null {
  if (stateId !== ArticleState.Disposed || record.stateId === stateId) return null;
  const held = holder.first(db, { articleId: record.oid });
  return held === null ? null : heldBy(held.fullName);
}

/** Throws WrongState where an article can't get a state. */
export function assertState(...[db, record, stateId]: Parameters<typeof stateRefused>): void {
  const refused = stateRefused(db, record, stateId);
  if (refused !== null) throw new WrongState(refused);
}
