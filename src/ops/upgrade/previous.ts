import { lstatSync, readdirSync, readFileSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { isMountPoint } from "../../platform/mount-point.ts";
import { readOrElse } from "../../platform/read-file.ts";

const VERSION = /^(\d{1,9})\.(\d{1,9})\.(\d{1,9})([-+.0-9A-Za-z]*)$/;

/** Whether a text is a version: three numbers, and what may follow. */
export function isVersion(text: string): boolean {
  return VERSION.test(text);
}

/** Whether version `one` is older than `other`. */
export function isOlder(one: string, other: string): boolean {
  const [a, b] = [VERSION.exec(one), VERSION.exec(other)];
  if (a === null || b === null) return one < other;
  for (const index of [1, 2, 3]) {
    const difference = Number(a[index]) - Number(b[index]);
    if (difference !== 0) return difference < 0;
  }
  return (a[4] ?? "") < (b[4] ?? "");
}

/** Finds the newest installed version before `installed`, and what it can use; null: there is none. */
export function findPrevious(app: string, dataFolder: string, installed: string) {
  const version = previousVersion(app, installed);
  if (version === null) return null;
  const earlier = dataBefore(dataFolder, installed);
  return {
    version,
    /** It has the same migrations, so it can use the present data. */
    keepsData: hasSameSchema(app, version, installed),
    /** When the data from before the last upgrade were set aside, ISO 8601; null: they are no longer there. */
    earlierDataDT: earlier === null ? null : new Date(setAsideAt(earlier)).toISOString(),
  };
}

/** The installed versions, the oldest first. */
export function installedVersions(app: string): string[] {
  return namesIn(app)
    .filter(isVersion)
    .sort((one, other) => Number(isOlder(other, one)) - Number(isOlder(one, other)));
}

/** The newest installed version before `installed`; null: there is none. */
export function previousVersion(app: string, installed: string): string | null {
  return installedVersions(app).findLast((version) => isOlder(version, installed)) ?? null;
}

/** Whether two installed versions have the same migrations, so that each can use the other's data. */
export function hasSameSchema(app: string, one: string, other: string): boolean {
  return migrationsOf(app, one) === migrationsOf(app, other);
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

/** The names that restores and upgrades give: `before-20260101T000000000Z`, `tallybox.before-1.2.3`, `tallybox.before-1.2.3-2`. */
const SET_ASIDE = /^before-(?:\d{8}T\d{9}Z|\d+\.\d+\.\d[-+.0-9A-Za-z]*)$/;
/** The service names folders in its own: not one with a line break. */
const PLAIN = /^[-+.0-9A-Za-z]+$/;
const DATABASE = /^tally-.*\.db$/;

/** Whether a folder is data that a restore or an upgrade has set aside: it has a name as they give it and contains a database. */
export function isSetAside(path: string): boolean {
  const name = basename(path);
  if (
    !SET_ASIDE.test(name.slice(name.lastIndexOf("before-"))) ||
    !PLAIN.test(name) ||
    !readOrElse(() => lstatSync(path).isDirectory(), false)
  )
    return false;
  return !isMountPoint(path) && namesIn(path).some((file) => DATABASE.test(file));
}

/** The data folders that restores and upgrades have set aside, beside the data folder and in it. */
export function setAsideFolders(dataFolder: string): string[] {
  const beside = namesIn(dirname(dataFolder)).filter((name) =>
    name.startsWith(`${basename(dataFolder)}.before-`),
  );
  const inside = namesIn(dataFolder).filter((name) => name.startsWith("before-"));
  return [
    ...beside.map((name) => join(dirname(dataFolder), name)),
    ...inside.map((name) => join(dataFolder, name)),
  ].filter(isSetAside);
}

/** The time of the rename that set a folder aside, milliseconds since 1970. */
export function setAsideAt(folder: string): number {
  return statSync(folder).ctimeMs;
}

/** The newest folder with the data as they were before the upgrade to `version`; null: there is none. */
export function dataBefore(dataFolder: string, version: string): string | null {
  const name = `${dataFolder}.before-${version}`;
  return (
    setAsideFolders(dataFolder)
      .filter((folder) => folder === name || /^-\d+$/.test(folder.slice(name.length)))
      .filter((folder) => folder.startsWith(name))
      .sort((one, other) => setAsideAt(one) - setAsideAt(other))
      .at(-1) ?? null
  );
}

function namesIn(folder: string): string[] {
  return readOrElse(() => readdirSync(folder), []);
}
