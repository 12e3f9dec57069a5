import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { errorMessage } from "../../platform/error-code.ts";
import { readOrElse, readSmallFile } from "../../platform/read-file.ts";
import { writeSmallFile } from "../../storage/files/durable-files.ts";
import { endTimeline } from "../../storage/generations/folder-state.ts";
import { dataBefore, isSetAside, setAsideAt, setAsideFolders } from "../upgrade/previous.ts";
import { valuesIn } from "../upgrade/record.ts";
import { InstallerError, type Machine } from "./machine.ts";
import { noteInterrupted } from "./notes.ts";
import { activate, currentVersion, removeLeftovers } from "./releases.ts";

/** Days until data folders that a restore or an upgrade has set aside are removed. */
export const RETENTION_DAYS = 30;
const DAY_MS = 24 * 3600 * 1000;
/** Longest time between two of the daily removals that counts: a system clock that jumps by years must not remove the data at once. */
const MAX_PASSED_MS = 7 * DAY_MS;

/**
 * Completes the last step of a change of versions or of its rollback: a version and its data folder become the current ones. The
 * change calls it, and the service before each start, because the power may fail in the middle. Steps that were done already are
 * skipped. It then removes the leftovers of interrupted changes, unless one is running.
 */
export async function settle(machine: Machine): Promise<void> {
  const { app, data, switch: step } = machine.places;
  const text = readSmallFile(step);
  if (text === null) {
    // The last step was completed by an earlier version, which moves nothing, or a move failed.
    const current = currentVersion(machine.places);
    const former = current === null ? null : dataBefore(data, current);
    if (former !== null) await moveSetAside(machine, former);
    await tidy(machine);
    return;
  }
  const values = valuesIn(text);
  const [version = "", next = "", keep = ""] = ["version", "data", "keep"].map((name) => values.get(name));
  if (version === "" || !existsSync(join(app, version)))
    throw new InstallerError(`${step} names version ${version}, but ${join(app, version)} does not exist`);
  if (existsSync(next)) {
    setDataAside(data, keep);
    renameSync(next, data);
    await machine.run("sync", "-f", data);
  }
  await moveSetAside(machine, keep);
  await activate(machine, version);
  rmSync(step);
  await machine.run("sync", "-f", app);
  await tidy(machine);
}

/** Renames the data folder. It is empty where systemd has created it again after a power failure between the two renames. */
function setDataAside(data: string, keep: string): void {
  try {
    rmdirSync(data);
  } catch {
    // It has data, or does not exist.
  }
  if (!existsSync(data)) return;
  if (existsSync(keep)) throw new InstallerError(`${data} can't be renamed: ${keep} exists already`);
  renameSync(data, keep);
}

/**
 * Moves what restores have set aside in a former data folder to the present one. The copy is without these folders: the change
 * would need space for them, and remove them with the data of before. A failed move must not stop a start.
 */
async function moveSetAside(machine: Machine, former: string): Promise<void> {
  const { data } = machine.places;
  for (const name of readOrElse(() => readdirSync(former), [])) {
    const [from, to] = [join(former, name), join(data, name)];
    if (!name.startsWith("before-") || !isSetAside(from) || exists(to)) continue;
    if ((await machine.start("mv", ["-T", from, to])).status !== 0)
      machine.say(`${from} could not be moved to ${data}, and stays there.`);
  }
}

function exists(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}

/**
 * Removes the leftovers of interrupted changes, and ends the timeline in former data, as a change itself does after the start: until
 * then it may go back to them. A failed clean-up must not stop a start.
 */
async function tidy(machine: Machine): Promise<void> {
  try {
    await machine.withLock("change", () => removeLeftovers(machine));
    mkdirSync(machine.places.run, { recursive: true });
    // While a request of the console runs, its own program notes the end.
    await machine.withLock("request", () => noteInterrupted(machine));
    await machine.withLock("change", () => {
      for (const folder of setAsideFolders(machine.places.data)) endTimeline(folder);
    });
  } catch (error) {
    machine.warn(String(error));
  }
}

/** Makes a version with the data of a folder current; the present data are renamed to `keep`. */
export async function switchTo(
  machine: Machine,
  { version, data, keep }: { readonly version: string; readonly data: string; readonly keep: string },
): Promise<void> {
  const { app, switch: step } = machine.places;
  writeFileSync(`${step}.new`, `version=${version}\ndata=${data}\nkeep=${keep}\n`);
  await machine.run("sync", `${step}.new`);
  renameSync(`${step}.new`, step);
  await machine.run("sync", "-f", app);
  await settle(machine);
}

/**
 * Removes the data folders that were set aside too long ago: they contain all data and all keys. Their age is the time that has
 * passed between the calls, and never more than the system clock says.
 */
export async function removeExpired(machine: Machine, now: number = Date.now()): Promise<void> {
  const { ages, data } = machine.places;
  const counted = new Map<string, number>();
  for (const [name, ms] of valuesIn(readSmallFile(ages) ?? ""))
    if (/^\d+$/.test(ms)) counted.set(name, Number(ms));
  const passed = Math.max(0, Math.min(now - (counted.get("at") ?? now), MAX_PASSED_MS));
  const aged = setAsideFolders(data).map((folder) => {
    const age = Math.min((counted.get(folder) ?? 0) + passed, now - setAsideAt(folder));
    return { folder, age: Math.max(0, Math.floor(age)) };
  });
  // Counted before the removal: one that fails must not stop the count.
  try {
    writeSmallFile(ages, `at=${now}\n${aged.map(({ folder, age }) => `${folder}=${age}\n`).join("")}`);
  } catch (error) {
    // On a full disk the removal itself makes room.
    machine.say(`${ages} could not be written: ${errorMessage(error)}`);
  }
  for (const { folder, age } of aged) {
    if (age < RETENTION_DAYS * DAY_MS) continue;
    await machine.run("rm", "-rf", "--one-file-system", "--", folder);
    machine.say(`${folder} was removed: it was set aside ${RETENTION_DAYS} days ago.`);
  }
}

/** The name that a path has as its own, or the first of `….-2`, `….-3` … that does not exist. */
export function freeName(path: string): string {
  for (let number = 1; ; number++) {
    const name = number === 1 ? path : `${path}-${number}`;
    if (!exists(name)) return name;
  }
}
