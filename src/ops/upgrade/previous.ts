import { readdirSync, readFileSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { readOrElse } from "../../platform/read-file.ts";
import { isOlder, isVersion } from "./versions.ts";

/** The previous version, and the data that it can use. */
interface PreviousVersion {
  readonly version: string;
  /** It has the same migrations, so it can use the present data. */
  readonly keepsData: boolean;
  /** When the data from before the last upgrade were set aside, ISO 8601; null: they are no longer there. */
  readonly earlierDataDT: string | null;
}

/** Finds the newest installed version before `installed`, as `previous_version` of scripts/paths.sh does; null: there is none. */
export function findPrevious(app: string, dataFolder: string, installed: string): PreviousVersion | null {
  const version = namesIn(app)
    .filter((name) => isVersion(name) && isOlder(name, installed))
    .reduce<string | null>(
      (newest, name) => (newest === null || isOlder(newest, name) ? name : newest),
      null,
    );
  if (version === null) return null;
  return {
    version,
    keepsData: migrationsOf(app, version) === migrationsOf(app, installed),
    earlierDataDT: earlierDataAt(dataFolder, installed),
  };
}

/** The migrations of an installed version as one text. */
function migrationsOf(app: string, version: string): string {
  const folder = join(app, version, "migrations");
  return namesIn(folder)
    .filter((name) => name.endsWith(".sql"))
    .sort()
    .map((name) => `${name}\n${readFileSync(join(folder, name), "utf8")}`)
    .join("\n");
}

/** The time of the rename that set the earlier data aside: the newest folder `….before-VERSION` (scripts/upgrade.sh). */
function earlierDataAt(dataFolder: string, installed: string): string | null {
  const prefix = `${basename(dataFolder)}.before-${installed}`;
  const times = namesIn(dirname(dataFolder))
    .filter((name) => name === prefix || /^-\d+$/.test(name.slice(prefix.length)))
    .filter((name) => name.startsWith(prefix))
    .map((name) => readOrElse(() => statSync(join(dirname(dataFolder), name)), null))
    .flatMap((found) => (found?.isDirectory() ? [found.ctimeMs] : []));
  return times.length === 0 ? null : new Date(Math.max(...times)).toISOString();
}

function namesIn(folder: string): string[] {
  return readOrElse(() => readdirSync(folder), []);
}
