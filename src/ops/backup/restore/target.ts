import { accessSync, constants, existsSync, lstatSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { rename } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { StartupError } from "../../../platform/startup-error.ts";
import { isHarmless, LOCK_FILE, UNFINISHED } from "../../../storage/file-names.ts";
import { makeFolder, syncFolder } from "../../../storage/files.ts";
import { lockFolder } from "../../../storage/lock.ts";
import {
  BEFORE_INFIX,
  listNames,
  RESTORING_INFIX,
  resolveFolder,
  SWAPPING_PREFIX,
} from "../data-folder/interrupted-restore.ts";
import { changeOwner, findOwner, type Owner } from "../data-folder/owner.ts";
import { swapContents, undoSwap } from "./swap.ts";

/** Where a copy is put in place of a data folder. The folder is locked for us until `leave`. */
export interface RestoreTarget {
  readonly folder: string;
  /** On the same disk, for everything that is not finished yet. */
  readonly workFolder: string;
  /** Who owns what is put in place; null: whoever runs this. */
  readonly owner: Owner | null;
  /**
   * Puts `data` (a folder in the workshop, synced) in the place of the data folder. Gives where the earlier one is kept,
   * null where there was none. Interrupted at any point, the earlier one is whole, and a start is refused or works on it.
   */
  replaceWith(data: string): Promise<string | null>;
  /** Removes what is unfinished, and the locks. */
  close(): void;
}

/** Prepares the place; `stamp` tells this restore from others. Throws StartRefused when a box or another restore holds it. */
export function openRestoreTarget(into: string, stamp: string): RestoreTarget {
  const folder = resolveFolder(into);
  makeFolder(dirname(folder));
  const isThere = existsSync(folder);
  if (isThere && !lstatSync(folder).isDirectory())
    throw new StartupError(`${folder}: is no folder`, "foreign");
  refuseForeign(folder);
  const owner = findOwner(folder);
  const lock = isThere ? lockFolder(folder) : null;
  if (isThere) changeOwner(join(folder, LOCK_FILE), owner);
  const inPlace = isThere && !canBeRenamed(folder);
  const workshop = inPlace ? join(folder, `${UNFINISHED}restore-${stamp}`) : folder + RESTORING_INFIX + stamp;
  try {
    removeLeftovers(folder);
    mkdirSync(workshop, { mode: 0o700 });
  } catch (error) {
    lock?.unlock();
    throw error;
  }
  const own = lockFolder(workshop);
  return {
    folder,
    workFolder: workshop,
    owner,
    async replaceWith(data) {
      if (!inPlace) return exchange(folder, data, folder + BEFORE_INFIX + stamp);
      await undoSwap(folder);
      return swapContents(folder, workshop, basename(data), stamp, owner);
    },
    close() {
      own.unlock();
      rmSync(workshop, { recursive: true, force: true });
      lock?.unlock();
    },
  };
}

/** A folder with something else in it is not what the person means; a damaged box is. */
function refuseForeign(folder: string): void {
  const names = listNames(folder);
  const isOurs = (name: string) =>
    isHarmless(name) || /^(tally-|photos$)/.test(name) || name.startsWith(SWAPPING_PREFIX);
  const [foreign] = names.filter((name) => name !== "lost+found");
  if (foreign === undefined || names.some(isOurs)) return;
  throw new StartupError(
    `${folder}: contains "${foreign}", but no tallybox data. Name another folder.`,
    "foreign",
  );
}

/** A mount point can't be renamed, nor can a folder in one that is not ours to write in. */
function canBeRenamed(folder: string): boolean {
  const mounts = readFileSync("/proc/self/mountinfo", "utf8").split("\n");
  // Field 5 is where it is mounted, blanks and the like in octal (proc(5)).
  const places = mounts.map((line) =>
    (line.split(" ")[4] ?? "").replaceAll(/\\([0-7]{3})/g, (_, octal: string) =>
      String.fromCharCode(Number.parseInt(octal, 8)),
    ),
  );
  if (places.includes(folder)) return false;
  try {
    accessSync(dirname(folder), constants.W_OK);
    return true;
  } catch {
    // Not ours to write in: the contents are exchanged instead.
    return false;
  }
}

/** What an interrupted restore has left unfinished; one that still works holds a lock, and throws StartRefused. */
function removeLeftovers(folder: string): void {
  const beside = listNames(dirname(folder)).filter((name) =>
    name.startsWith(basename(folder) + RESTORING_INFIX),
  );
  for (const name of beside) {
    const leftover = join(dirname(folder), name);
    lockFolder(leftover).unlock();
    rmSync(leftover, { recursive: true });
  }
  for (const name of listNames(folder))
    if (name.startsWith(`${UNFINISHED}restore-`)) rmSync(join(folder, name), { recursive: true });
}

async function exchange(folder: string, data: string, kept: string): Promise<string | null> {
  const wasThere = existsSync(folder);
  if (wasThere) {
    await rename(folder, kept);
    syncFolder(dirname(folder));
  }
  await rename(data, folder);
  syncFolder(dirname(folder));
  return wasThere ? kept : null;
}
