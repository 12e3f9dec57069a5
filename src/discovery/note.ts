import { randomBytes } from "node:crypto";
import { sqlite, statement } from "../storage/statement.ts";
import type { Storage } from "../storage/storage.ts";

const NAME = "network";

/** What the box remembers of its name in the network. */
export interface NetworkNote {
  /** The short id by which people tell two boxes apart: six hexadecimal digits. */
  readonly id: string;
  /** The setting Mdns:Name of that time. */
  readonly base: string;
  /** Which of the names made of it the box had: 2 is `tallybox-2.local`. */
  readonly number: number;
}

const find = statement((p: { name: string }) =>
  sqlite.selectFrom("boxNote").select("content").where("name", "=", p.name),
);
const put = statement((p: { name: string; at: string; content: string }) =>
  sqlite.replaceInto("boxNote").values({ name: p.name, at: p.at, content: p.content }),
);

/**
 * The box's note, or a new one. A box keeps the name that it once found, for terminals know it by that name, and while
 * the other one is away its name must not lead them to this one. Another `base` begins anew.
 */
export function readNote({ db }: Storage, base: string): NetworkNote {
  const row = find.first(db, { name: NAME });
  if (row === null) return { id: randomBytes(3).toString("hex").toUpperCase(), base, number: 1 };
  const note = JSON.parse(row.content) as NetworkNote;
  return note.base === base ? note : { ...note, base, number: 1 };
}

/** Keeps the note; it is on the disk when this resolves. Rejects with Unavailable while the disk is nearly full. */
export async function keepNote(storage: Storage, note: NetworkNote): Promise<void> {
  const content = JSON.stringify(note);
  if (find.first(storage.db, { name: NAME })?.content === content) return;
  await storage.write(null, (tx) => put.run(tx, { name: NAME, at: tx.now, content }));
  await storage.durable();
}
