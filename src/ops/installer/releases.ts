import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { readOrElse, readSmallFile } from "../../platform/read-file.ts";
import type { Places } from "../installation.ts";
import { installedVersions, isOlder } from "../upgrade/previous.ts";
import { valuesIn } from "../upgrade/record.ts";
import { InstallerError, type Machine } from "./machine.ts";

/** The units of a version. Older ones have fewer. */
export const UNITS = [
  "tallybox.service",
  "tallybox-tidy.service",
  "tallybox-tidy.timer",
  "tallybox-upgrade.path",
  "tallybox-upgrade.service",
];
/** The list of the files of a release. */
const SUMS = "SHA256SUMS";

/** The installed version; null where none is installed. */
export function currentVersion({ app }: Places): string | null {
  return (
    readOrElse(() => readlinkSync(join(app, "current")), null)
      ?.split("/")
      .at(-1) || null
  );
}

/** The version and the processor of the release in a folder; null: it is none. */
export function readRelease(folder: string): { readonly version: string; readonly arch: string } | null {
  const text = readSmallFile(join(folder, "RELEASE"));
  if (text === null) return null;
  const values = valuesIn(text);
  return { version: values.get("version") ?? "", arch: values.get("arch") ?? "" };
}

/** The version of the release that this program belongs to. */
export function ownVersion({ release }: Places): string {
  const own = readRelease(release);
  if (own === null) throw new InstallerError(`${release} is no release.`);
  return own.version;
}

/** Allows one installation or upgrade at a time. */
export function lockChanges(machine: Machine): void {
  if (!machine.lock("change"))
    throw new InstallerError(
      "Another installation or upgrade is running on this server. Wait until it has finished.",
      "busy",
    );
}

async function isComplete(machine: Machine, folder: string): Promise<boolean> {
  if (!existsSync(join(folder, SUMS))) return false;
  const check = ["--quiet", "--check", SUMS];
  return (await machine.start("sha256sum", check, { output: "dropped", cwd: folder })).status === 0;
}

/** Whether exactly this release (not another one of the same version) is in its place and complete. */
export async function isPlaced(machine: Machine): Promise<boolean> {
  const { places } = machine;
  const place = join(places.app, ownVersion(places));
  const placed = readSmallFile(join(place, SUMS));
  return placed === readSmallFile(join(places.release, SUMS)) && (await isComplete(machine, place));
}

/** Copies the release into its own folder, completely or not at all. A complete copy stays as it is. */
export async function placeRelease(machine: Machine): Promise<void> {
  if (await isPlaced(machine)) return;
  const { release, app } = machine.places;
  if (!(await isComplete(machine, release)))
    throw new InstallerError(`This bundle is damaged (${release}): copy or download it again.`);
  const [copy, old, place] = [join(app, ".new"), join(app, ".old"), join(app, ownVersion(machine.places))];
  mkdirSync(app, { recursive: true });
  await machine.remove(copy, old);
  const isCopied =
    (await machine.start("cp", ["-R", release, copy])).status === 0 &&
    (await machine.start("chown", ["-R", "root:root", copy])).status === 0 &&
    (await machine.start("chmod", ["-R", "u=rwX,go=rX", copy])).status === 0 &&
    (await isComplete(machine, copy));
  if (!isCopied)
    throw new InstallerError(
      "The program could not be copied completely. Check the disk for space and errors.",
      "noSpace",
    );
  await machine.run("sync", "-f", app);
  if (existsSync(place)) renameSync(place, old);
  renameSync(copy, place);
  await machine.remove(old);
}

/** Makes a version the one that the service runs, in one step. */
export async function activate(machine: Machine, version: string): Promise<void> {
  const { app, units } = machine.places;
  const link = join(app, ".current");
  rmSync(link, { force: true });
  symlinkSync(version, link);
  renameSync(link, join(app, "current"));
  for (const unit of UNITS) {
    const file = join(app, version, "systemd", unit);
    if (existsSync(file)) replaceFile(file, join(units, unit));
  }
  await machine.run("sync", "-f", app, units);
  await machine.run("systemctl", "daemon-reload");
}

/** Installs the keys of a release: later ones must be signed with one of them. */
export async function keepReleaseKeys(machine: Machine, release: string): Promise<void> {
  const keys = join(release, "release-keys");
  if (!existsSync(keys)) return;
  replaceFile(keys, machine.places.releaseKeys);
  await machine.run("sync", "-f", machine.places.releaseKeys);
}

/** Copies a file over another one, which is whole at each moment. */
function replaceFile(file: string, place: string): void {
  copyFileSync(file, `${place}.new`);
  chmodSync(`${place}.new`, 0o644);
  renameSync(`${place}.new`, place);
}

export function highestVersion({ highest }: Places): string | null {
  return readSmallFile(highest)?.trim() || null;
}

export function noteHighest(places: Places, version: string): void {
  const highest = highestVersion(places);
  if (highest === null || !isOlder(version, highest)) writeFileSync(places.highest, `${version}\n`);
}

/**
 * Removes what interrupted and failed upgrades have left: the trial and its data, partly copied programs, versions newer than the
 * current one. The newest older version stays. Requires the lock of changes: a running upgrade needs all of this.
 */
export async function removeLeftovers(machine: Machine): Promise<void> {
  const { app, trial, switch: step } = machine.places;
  if (existsSync(step)) return;
  // The trial of an upgrade that was killed may still run. The next upgrade would take it for its own.
  await machine.succeeds("systemctl", "stop", "tallybox-trial");
  await machine.remove(trial, `${step}.new`, join(app, ".new"), join(app, ".old"));
  const current = currentVersion(machine.places);
  if (current === null || !existsSync(join(app, current))) return;
  const versions = installedVersions(app);
  const kept = [current, versions.findLast((version) => isOlder(version, current))];
  await machine.remove(
    ...versions.filter((version) => !kept.includes(version)).map((version) => join(app, version)),
  );
}
