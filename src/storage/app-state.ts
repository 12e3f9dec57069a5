import { type Db, sqlite, statement, type Tx } from "./database/statement.ts";

// What the box notes of itself (migration 7): the last backup, the last self-check, the clock's jumps, its name in the network, the last restore.

const find = statement((p: { name: string }) =>
  sqlite.selectFrom("boxNote").select(["at", "content"]).where("name", "=", p.name),
);
const put = statement((p: { name: string; at: string; content: string }) =>
  sqlite.replaceInto("boxNote").values({ name: p.name, at: p.at, content: p.content }),
);

/** The notes that there are; the main file's own is written by the storage (storage/generations/first-commit.ts). */
export type NoteName = "backup" | "selfCheck" | "clockJumps" | "network" | "restore";

/** A note of this name with the time it was made (ISO 8601), or null. What the content holds its reader checks. */
export function findNote(db: Db, name: NoteName): { at: string; content: unknown } | null {
  const found = find.first(db, { name });
  return found && { at: found.at, content: JSON.parse(found.content) };
}

/** Puts a note in the place of an earlier one. */
export function putNote(tx: Tx, name: NoteName, content: object): void {
  put.run(tx, { name, at: tx.now, content: JSON.stringify(content) });
}
