import { randomBytes } from "node:crypto";
import { z } from "zod";
import { findAppState, saveAppState } from "../../storage/app-state.ts";
import type { Db } from "../../storage/database/statement.ts";
import type { Storage } from "../../storage/storage.ts";

const SavedName = z.object({
  /** Short id that distinguishes servers: six hexadecimal digits. */
  id: z.string(),
  /** The setting Mdns:Name at the time of saving. */
  base: z.string(),
  /** Number of the name: 2 is `tallybox-2.local`. */
  number: z.int(),
});

/** The saved mDNS name of the server. */
export type SavedName = Readonly<z.output<typeof SavedName>>;

/** The saved name; null: there is none. */
export function findSavedName(db: Db): SavedName | null {
  const found = findAppState(db, "network");
  return found && SavedName.parse(found.content);
}

/** Host name number `number` of a base name: `tallybox.local`, `tallybox-2.local`. */
export function hostName({ base, number }: SavedName): string {
  return `${number === 1 ? base : `${base}-${number}`}.local`;
}

/**
 * Reads the saved name, or creates a new one. A server keeps its name, because terminals use it. It must not take the name of
 * another server while that one is off. A changed `base` starts over with number 1.
 */
export function readSavedName({ db }: Storage, base: string): SavedName {
  const saved = findSavedName(db);
  if (saved === null) return { id: randomBytes(3).toString("hex").toUpperCase(), base, number: 1 };
  return saved.base === base ? saved : { ...saved, base, number: 1 };
}

/** Saves the name; it is on the disk when this resolves. Rejects with Unavailable while the disk is nearly full. */
export async function saveName(storage: Storage, name: SavedName): Promise<void> {
  if (JSON.stringify(findAppState(storage.db, "network")?.content) === JSON.stringify(name)) return;
  await storage.write(null, (tx) => saveAppState(tx, "network", name));
  await storage.durable();
}
