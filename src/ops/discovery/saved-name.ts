import { randomBytes } from "node:crypto";
import { z } from "zod";
import { findAppState, saveAppState } from "../../storage/app-state.ts";
import type { Storage } from "../../storage/storage.ts";

const SavedName = z.object({
  /** The short id by which people tell two boxes apart: six hexadecimal digits. */
  id: z.string(),
  /** The setting Mdns:Name of that time. */
  base: z.string(),
  /** Which of the names made of it the box had: 2 is `tallybox-2.local`. */
  number: z.int(),
});

/** What the box remembers of its name in the network. */
export type SavedName = Readonly<z.output<typeof SavedName>>;

/**
 * The box's note, or a new one. A box keeps the name that it once found, for terminals know it by that name, and while
 * the other one is away its name must not lead them to this one. Another `base` begins anew.
 */
export function readSavedName({ db }: Storage, base: string): SavedName {
  const found = findAppState(db, "network");
  if (found === null) return { id: randomBytes(3).toString("hex").toUpperCase(), base, number: 1 };
  const note = SavedName.parse(found.content);
  return note.base === base ? note : { ...note, base, number: 1 };
}

/** Keeps the note; it is on the disk when this resolves. Rejects with Unavailable while the disk is nearly full. */
export async function saveName(storage: Storage, note: SavedName): Promise<void> {
  if (JSON.stringify(findAppState(storage.db, "network")?.content) === JSON.stringify(note)) return;
  await storage.write(null, (tx) => saveAppState(tx, "network", note));
  await storage.durable();
}
