import { createHash, randomUUID } from "node:crypto";
import { hostname } from "node:os";
import { z } from "zod";
import { FIRST_TENANT } from "../domain/roles.ts";
import { readSmallFile } from "../platform/read-file.ts";
import { VERSION } from "../platform/version.ts";
import { findSiteName } from "../settings/settings.ts";
import { findAppState, saveAppState } from "../storage/app-state.ts";
import type { Db } from "../storage/database/statement.ts";
import type { Storage } from "../storage/storage.ts";
import type { Site } from "./deliver.ts";

const Stored = z.object({ site: z.uuid() });

const findId = (db: Db): string | null => {
  const found = findAppState(db, "headOffice");
  return found && Stored.parse(found.content).site;
};

/**
 * The site of this server; null: it is not set up yet. Its id is made at the first call and stays the same after a restart and
 * after a restore. Rejects with Unavailable while the disk is nearly full.
 */
export async function findOwnSite(storage: Storage): Promise<Site | null> {
  const name = findSiteName(storage.db, FIRST_TENANT);
  if (name === null) return null;
  const id = findId(storage.db) ?? (await storage.write(null, createId));
  await storage.durable();
  return { id, name, version: VERSION.version, machine: machineOf(storage.folder) };

  function createId(tx: Parameters<typeof saveAppState>[0]): string {
    const site = findId(tx) ?? randomUUID();
    saveAppState(tx, "headOffice", { site });
    return site;
  }
}

/** Identifies this machine and the data folder on it, without revealing them. */
function machineOf(folder: string): string {
  const machine = readSmallFile("/etc/machine-id") ?? hostname();
  return createHash("sha256").update(`${machine}\n${folder}`).digest("hex").slice(0, 16);
}
