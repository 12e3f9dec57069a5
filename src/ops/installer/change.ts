import { existsSync, readdirSync, realpathSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { errorMessage } from "../../platform/error-code.ts";
import { isMountPoint } from "../../platform/mount-point.ts";
import { readSmallFile } from "../../platform/read-file.ts";
import { endTimeline } from "../../storage/generations/folder-state.ts";
import { parseEnvironmentFile } from "../environment-file.ts";
import {
  dataBefore,
  hasSameSchema,
  installedVersions,
  isOlder,
  previousVersion,
  setAsideAt,
} from "../upgrade/previous.ts";
import { waitHealthy } from "./health.ts";
import { InstallerError, type Machine } from "./machine.ts";
import { keepUpgrade, nowInSeconds } from "./notes.ts";
import { currentVersion, lockChanges, ownVersion, placeRelease, removeLeftovers } from "./releases.ts";
import { freeName, RETENTION_DAYS, settle, switchTo } from "./settle.ts";
import { assertSpace, CopyError, copyData, copyPhotos, isStopped, isTrialHealthy } from "./trial.ts";

// A change of versions: an upgrade, or going back. The other version first runs on a copy of the data without network, so it takes
// no writes and prints nothing. Only when it is healthy do it and the copy replace the present version and its data, which are
// kept. Until then both stay unchanged, and are restored after any failure.

interface Change {
  /** The version that runs. */
  readonly old: string;
  /** The version that is to run. */
  readonly version: string;
  /** The data that it gets a copy of. */
  readonly source: string;
  /** Whether a version that does not work is removed. Going back goes to one that stays. */
  readonly isDiscarded: boolean;
  /** The words for the version, at the end of the trial. */
  readonly name: string;
  /** Where the present data are kept. */
  keep(): string;
  /** Changes the copy before the trial. */
  prepare?(): Promise<void>;
}

/** Upgrades the server to the version of this program. */
export async function upgrade(machine: Machine, { isSigned }: { readonly isSigned: boolean }): Promise<void> {
  const { app, data, release } = machine.places;
  const version = ownVersion(machine.places);
  lockChanges(machine);
  // Completes an upgrade that was interrupted in its last step. One that was interrupted earlier has changed nothing.
  await settle(machine);
  const old = currentVersion(machine.places);
  if (old === null)
    throw new InstallerError(
      `No tallybox is installed here; to install it: sudo ${join(release, "scripts/install.sh")}`,
    );
  if (old === version) {
    machine.say(`tallybox ${version} is installed already.`);
    return;
  }
  if (isOlder(version, old))
    throw new InstallerError(
      `tallybox ${old} is installed, and ${version} is older. Data can't be used by an older version.`,
      "older",
    );
  assertChangeable(machine);
  await removeLeftovers(machine);
  await removeFailed(machine);
  await assertSpace(machine, data);

  machine.note("step", "copying");
  await placeRelease(machine);
  const keep = await changeVersion(machine, {
    old,
    version,
    source: data,
    isDiscarded: true,
    name: "The new version",
    keep: () => `${data}.before-${version}`,
  });
  if (!(await machine.succeeds("systemctl", "enable", "--now", "tallybox-tidy.timer")))
    machine.say("The timer that removes old data could not be started.");
  if (!(await machine.succeeds("systemctl", "enable", "--now", "tallybox-upgrade.path")))
    machine.say("Upgrades from the console could not be made possible.");
  await keepUpgrade(machine, version, isSigned ? release : null);
  await sayUnlessHealthy(machine, version);
  const others = installedVersions(app).filter((other) => other !== version && other !== old);
  await machine.remove(...others.map((other) => join(app, other)), `${data}.before-${old}`);
  machine.say(
    `tallybox ${version} runs. The earlier data are kept in ${keep} for ${RETENTION_DAYS} days, and so is version ${old}.`,
  );
  sayRemoval(machine, keep);
}

/**
 * Goes back to the version before the last upgrade. Without an option it says what would be lost. `--keep-data` keeps what was
 * written since; `--earlier-data` takes the data as they were before that upgrade.
 */
export async function goBack(machine: Machine, option: string | undefined): Promise<void> {
  const { app, data, release, trial } = machine.places;
  const command = `sudo ${join(app, "current/scripts/go-back")}`;
  const old = currentVersion(machine.places);
  if (old === null || release !== realpathSync(join(app, "current")))
    throw new InstallerError(`Run the script of the installed version: ${command}`);
  const version = previousVersion(app, old);
  if (version === null)
    throw new InstallerError("There is no previous version on this machine.", "noPrevious");
  const earlier = dataBefore(data, old);
  const keepsData = hasSameSchema(app, version, old);
  if (option === undefined) {
    machine.say(`tallybox ${old} is installed; ${version} is the previous version.`);
    machine.say(prospect(command, keepsData, earlier));
    return;
  }
  if (option !== "--keep-data" && option !== "--earlier-data")
    throw new InstallerError(
      `"${option}" is not an option. Usage: ${command} [--keep-data | --earlier-data]`,
    );
  const isEarlier = option === "--earlier-data";
  if (!isEarlier && !keepsData)
    throw new InstallerError(
      `tallybox ${version} can't use the data of ${old}. Nothing was changed.`,
      "otherSchema",
    );
  if (isEarlier && earlier === null)
    throw new InstallerError(
      "The data from before the upgrade are no longer there. Nothing was changed.",
      "noEarlierData",
    );
  const source = (isEarlier ? earlier : null) ?? data;
  lockChanges(machine);
  await settle(machine);
  assertChangeable(machine);
  await machine.succeeds("systemctl", "stop", "tallybox-trial");
  await machine.remove(trial);
  await removeFailed(machine);
  await assertSpace(machine, source);

  machine.note("step", "copying");
  const keep = await changeVersion(machine, {
    old,
    version,
    source,
    isDiscarded: false,
    name: "The previous version",
    // Named as a restore does: the next upgrade does not remove it.
    keep: () => `${data}.before-${nowInSeconds().replaceAll(/[-:]/g, "").replace("Z", "000Z")}`,
    ...(isEarlier && { prepare: () => markRestored(machine) }),
  });
  await sayUnlessHealthy(machine, version);
  machine.say(
    `tallybox ${version} runs again. The data as tallybox ${old} had them are kept in ${keep} for ${RETENTION_DAYS} days.`,
  );
  sayRemoval(machine, keep);
}

/** What going back would do, and how. */
function prospect(command: string, keepsData: boolean, earlier: string | null): string {
  if (keepsData) return `All data stay: ${command} --keep-data`;
  if (earlier === null)
    return "Its data have another form, and the data from before the upgrade are no longer there. Restore a backup of that version instead.";
  const [day, time] = localTime(setAsideAt(earlier));
  return `Its data have another form, so it starts on the data from before the upgrade (${day} ${time}). What was written since then is lost to it, and stays in a folder for ${RETENTION_DAYS} days. To do so: ${command} --earlier-data`;
}

/** Day and minute in the time zone of the machine. */
function localTime(ms: number): readonly [string, string] {
  const at = new Date(ms);
  const two = (number: number) => String(number).padStart(2, "0");
  return [
    `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`,
    `${two(at.getHours())}:${two(at.getMinutes())}`,
  ];
}

/** As after a restore: what was signed out or revoked since then must not come back. */
async function markRestored(machine: Machine): Promise<void> {
  const marker = join(machine.places.trial, "restored");
  await machine.remove(marker);
  await machine.run("install", "-T", "-m", "0600", "-o", "tallybox", "-g", "tallybox", "/dev/null", marker);
}

/** Throws InstallerError where the service has its data elsewhere, or where their folder can't be renamed. */
function assertChangeable({ places: { data, settings } }: Machine): void {
  const { DATA_DIR = data } = parseEnvironmentFile(readSmallFile(settings) ?? "");
  if (resolve(DATA_DIR) !== data)
    throw new InstallerError(
      `${settings} sets DATA_DIR=${DATA_DIR}, but versions change with the data in ${data} only. Remove the line and mount the disk there.`,
      "ownDisk",
    );
  if (isMountPoint(data))
    throw new InstallerError(
      `${data} is a disk of its own and can't be renamed; mount it at /var/lib instead.`,
      "ownDisk",
    );
}

/** Removes the data that an earlier failed change has left as a version had changed them. */
async function removeFailed(machine: Machine): Promise<void> {
  const folder = dirname(machine.places.data);
  const failed = readdirSync(folder).filter((name) =>
    name.startsWith(`${basename(machine.places.data)}.failed-`),
  );
  await machine.remove(...failed.map((name) => join(folder, name)));
}

/** Copies, tries and switches. Returns the folder with the present data. Throws InstallerError after all is put back. */
async function changeVersion(machine: Machine, change: Change): Promise<string> {
  const { old, version, source, name } = change;
  const { trial } = machine.places;
  machine.say("Copying the data while the server keeps running ...");
  await copyPhotos(machine, source);
  machine.say(`Stopping tallybox ${old} ...`);
  machine.onSignal("throw");
  try {
    await machine.run("systemctl", "stop", "tallybox");
    await copyData(machine, source);
    await change.prepare?.();
    machine.note("step", "trying");
    machine.say(`Trying tallybox ${version} on the copy ...`);
    if (!(await isTrialHealthy(machine, version))) throw new Unhealthy();
    if (!(await isStopped(machine))) throw new Started();
  } catch (error) {
    await cancel(machine, change, error);
  }

  machine.say(`${name} is healthy. Switching to it ...`);
  machine.note("step", "switching");
  const keep = freeName(change.keep());
  // From here only a failed start rolls back: a server that was ready for a moment may have taken writes.
  machine.onSignal("ignore");
  try {
    await switchTo(machine, { version, data: trial, keep });
    await machine.run("systemctl", "restart", "tallybox");
  } catch (error) {
    await rollBack(machine, change, { keep, error });
  }
  try {
    // The new version has it now. Data that somebody puts back by hand are earlier ones.
    endTimeline(keep);
  } catch (error) {
    // The new version runs, so the change has succeeded.
    machine.say(`${keep} could not be marked as earlier data: ${errorMessage(error)}`);
  }
  return keep;
}

/** The other version does not stay healthy on the copy. */
class Unhealthy extends Error {}
/** Somebody has started the server during the change. */
class Started extends Error {}

/** Starts the old version again. Its data have not changed. */
async function cancel(
  machine: Machine,
  { old, version, isDiscarded }: Change,
  error: unknown,
): Promise<never> {
  const { app, data, trial } = machine.places;
  machine.onSignal("ignore");
  await machine.succeeds("systemctl", "stop", "tallybox-trial");
  await machine.remove(trial);
  if (isDiscarded) await machine.remove(join(app, version));
  const removed = isDiscarded ? ` ${version} was removed from the disk.` : "";
  await startAgain(machine, `tallybox ${old} does not start again; its data are unchanged in ${data}.`);
  if (error instanceof Started)
    throw new InstallerError(
      `tallybox ${old} was started during the change, so the copy lacks its newest data. It runs, with all data.${removed}`,
      "interrupted",
    );
  const again = `tallybox ${old} runs again, with its data as they were.${removed}`;
  if (error instanceof CopyError)
    throw new InstallerError(`The data could not be copied (see above). ${again}`, "noSpace");
  if (error instanceof InstallerError && error.reason === "interrupted")
    throw new InstallerError(`${error.message} ${again}`, error.reason);
  if (!(error instanceof Unhealthy)) machine.warn(errorMessage(error));
  throw new InstallerError(`tallybox ${version} is not healthy (see above). ${again}`, "unhealthy");
}

/** Restores the old version and its data. The other version did not become ready in its place, so it has taken no writes. */
async function rollBack(
  machine: Machine,
  change: Change,
  { keep, error }: { readonly keep: string; readonly error: unknown },
): Promise<never> {
  const { app, data } = machine.places;
  const { old, version, isDiscarded } = change;
  // Nothing was renamed yet: the present data are those of the old version.
  if (!existsSync(keep)) {
    await machine.remove(machine.places.switch);
    await cancel(machine, change, error);
  }
  await machine.showLog("tallybox");
  await machine.start("systemctl", ["stop", "tallybox"]);
  // One failed copy is enough to find the cause.
  await removeFailed(machine);
  const failed = `${data}.failed-${version}`;
  await switchTo(machine, { version: old, data: keep, keep: failed });
  await startAgain(machine, `tallybox ${old} does not start again.`);
  if (isDiscarded) await machine.remove(join(app, version));
  const size = (await machine.read("du", "-sh", failed)).split("\t")[0];
  machine.warn(
    `Kept on the disk: ${failed} (${size}), the data as tallybox ${version} had changed them. To remove it: sudo rm -r ${failed}. The next upgrade removes it too.`,
  );
  throw new InstallerError(
    `tallybox ${version} did not start in its place (see above). tallybox ${old} runs again, with its data as they were.`,
    "notStarted",
  );
}

async function startAgain(machine: Machine, problem: string): Promise<void> {
  if ((await machine.start("systemctl", ["start", "tallybox"])).status === 0) return;
  await machine.showLog("tallybox");
  throw new InstallerError(`${problem} Details: ${doctor(machine)}`, "serverDown");
}

function doctor({ places }: Machine): string {
  return `sudo ${join(places.app, "current/scripts/doctor")}`;
}

async function sayUnlessHealthy(machine: Machine, version: string): Promise<void> {
  const problem = await waitHealthy(1);
  if (problem === null) return;
  machine.warn(problem);
  machine.say(`tallybox ${version} runs, but is not healthy yet. Details: ${doctor(machine)}`);
}

function sayRemoval(machine: Machine, keep: string): void {
  machine.say(`That folder contains all data and keys. To remove it now: sudo rm -r ${keep}`);
}
