import { z } from "zod";
import { namedObject } from "../../../http/endpoint/named-object.ts";
import type { Config } from "../../../platform/config.ts";
import { askDrives } from "../drives/drives.ts";

/** A copy that an Admin may restore. */
export const CopyOnDisk = namedObject("CopyOnDisk", {
  path: z.string(),
  kind: z
    .enum(["folder", "file", "before"])
    .describe("folder: a copied data folder; before: set aside by an earlier restore"),
  at: z.iso
    .datetime()
    .describe("file: its modification; folder: the creation of its newest database; before: that restore"),
  bytes: z.int().nullable().describe("of a file"),
});
export type CopyOnDisk = z.output<typeof CopyOnDisk>;

const MAX_COPIES = 50;

/**
 * Lists what looks like a copy in the permitted folders and in the data folder, the newest first. A folder that does not respond is left
 * out, as those without the right to read them are.
 */
export async function findCopies({
  dataFolder,
  restoreFolders,
}: Pick<Config, "dataFolder" | "restoreFolders">): Promise<CopyOnDisk[]> {
  const found = await askDrives(CopyOnDisk, ["copies", dataFolder, ...restoreFolders]);
  return found.toSorted((one, other) => other.at.localeCompare(one.at)).slice(0, MAX_COPIES);
}
