import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { isGeneration } from "../../storage/files/file-names.ts";
import { continueTimeline } from "../../storage/generations/folder-state.ts";
import { isSetAside } from "../upgrade/previous.ts";
import { InstallerError, type Machine } from "./machine.ts";

/** Seconds for which another version must stay ready on a copy of the data: sudo HEALTHY_SECONDS=60 …/upgrade.sh. */
const HEALTHY_SECONDS = Number(process.env["HEALTHY_SECONDS"] ?? 15);
/** Kilobytes that stay free beside what a change needs. */
const RESERVE_KB = 102_400;
const KB_PER_MB = 1024;
const UNIT = "tallybox-trial";

/** Requires enough disk space for the copy of a data folder, and for a rotation and the migrations of its newest database. */
export async function assertSpace(machine: Machine, source: string): Promise<void> {
  const needKb = await neededKb(machine, source);
  const freeKb = await freeSpaceKb(machine, machine.places.data);
  if (freeKb >= needKb) return;
  const [need, free] = [needKb, freeKb].map((kb) => Math.floor(kb / KB_PER_MB));
  throw notEnoughSpace(need, free);
}

export async function neededKb(machine: Machine, source: string): Promise<number> {
  const size = async (...paths: readonly string[]) =>
    sum(
      (await machine.read("du", "-sk", "--", ...paths))
        .split("\n")
        .map((line) => Number.parseInt(line, 10) || 0),
    );
  const names = readdirSync(source);
  const setAside = names.map((name) => join(source, name)).filter(isSetAside);
  const newest = names.filter(isGeneration).sort().at(-1);
  const database = newest === undefined ? [] : [newest, `${newest}-wal`].map((name) => join(source, name));
  return (
    (await size(source)) -
    (setAside.length === 0 ? 0 : await size(...setAside)) +
    (database.length === 0 ? 0 : 4 * (await size(...database.filter((path) => existsSync(path))))) +
    (await size(machine.places.release)) +
    RESERVE_KB
  );
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);

/** Kilobytes that are free for root on the disk of a path. */
export async function freeSpaceKb(machine: Machine, path: string): Promise<number> {
  const [, line = ""] = (await machine.read("df", "-Pk", path)).split("\n");
  return Number(line.split(/\s+/)[3] ?? 0);
}

export function notEnoughSpace(needMb: number | undefined, freeMb: number | undefined): InstallerError {
  return new InstallerError(
    `Not enough disk space: the upgrade needs ${needMb} MB, ${freeMb} MB are free. Nothing was changed.`,
    "noSpace",
  );
}

/**
 * tar follows no link, cp does where a folder becomes a link while it reads: the running service could have files of others copied.
 * `whole` says that the reader has reached the end.
 */
const COPY_PHOTOS =
  '{ tar -C "$1" -cf - photos && : >"$2/whole"; } | tar -C "$2" -xpf - --numeric-owner && [ -f "$2/whole" ]';

/** Copies the photos while the server runs: they never change. The folder of the copy is root's until all is in it. */
export async function copyPhotos(machine: Machine, source: string): Promise<void> {
  const { trial } = machine.places;
  mkdirSync(trial, { recursive: true, mode: 0o700 });
  if (!lstatSync(join(source, "photos"), { throwIfNoEntry: false })?.isDirectory()) return;
  // A photo that was deleted meanwhile, or a truncated file: copyData then copies all of them.
  if (!(await machine.succeeds("sh", "-c", COPY_PHOTOS, "sh", source, trial)))
    await machine.remove(join(trial, "photos"));
  rmSync(join(trial, "whole"), { force: true });
}

/**
 * Copies the rest; photos that are there already stay. Unfinished files have names that the server removes at its start. What
 * restores have set aside in the data folder is not copied: settle.ts moves it. A copy of the present data continues their
 * timeline. Throws CopyError.
 */
export async function copyData(machine: Machine, source: string): Promise<void> {
  const { trial } = machine.places;
  const entries = readdirSync(source)
    .map((name) => join(source, name))
    .filter((path) => !isSetAside(path));
  const copy = ["-a", "--no-clobber", "--reflink=auto", "-t", trial, "--", ...entries];
  if (entries.length > 0 && (await machine.start("cp", copy)).status !== 0) throw new CopyError();
  if (source === machine.places.data) continueTimeline(source, trial);
  const { uid, gid, mode } = statSync(source);
  chownSync(trial, uid, gid);
  chmodSync(trial, mode & 0o7777);
  await machine.run("sync", "-f", trial);
}

/** The data could not be copied. */
export class CopyError extends Error {}

/** Runs a version like the service, but on the copy and without network; true when it stays healthy. */
export async function isTrialHealthy(machine: Machine, version: string): Promise<boolean> {
  const { app, transientUnits, trial, trialSettings } = machine.places;
  const unit = join(transientUnits, `${UNIT}.service`);
  mkdirSync(transientUnits, { recursive: true });
  // They replace configured ones: the trial has only this address, and writes to the copy alone.
  writeFileSync(trialSettings, `HOST=127.0.0.1\nDATA_DIR=${trial}\n`);
  writeFileSync(
    unit,
    trialUnit(readFileSync(join(app, version, "systemd/tallybox.service"), "utf8"), version, machine),
  );
  await machine.run("systemctl", "daemon-reload");
  let isHealthy = false;
  if ((await machine.start("systemctl", ["start", UNIT])).status === 0)
    isHealthy = await staysHealthy(
      machine,
      await machine.read("systemctl", "show", "--property=MainPID", "--value", UNIT),
    );
  if (!isHealthy) await machine.showLog(UNIT);
  if ((await machine.start("systemctl", ["stop", UNIT])).status !== 0) isHealthy = false;
  rmSync(unit, { force: true });
  rmSync(trialSettings, { force: true });
  await machine.run("systemctl", "daemon-reload");
  return isHealthy;
}

/** The unit of a trial, from that of the version's service. */
function trialUnit(service: string, version: string, { places }: Pick<Machine, "places">): string {
  const { app, data, trial, trialSettings } = places;
  const [units = ""] = service.split(/^\[Install\]$/m);
  return units
    .replaceAll(join(app, "current"), join(app, version))
    .replaceAll(`=${data} `, `=${trial} `)
    .replaceAll(/^StateDirectory=.*$/gm, "StateDirectory=tallybox.trial")
    .replaceAll(/^Restart=.*$/gm, "Restart=no")
    .replaceAll(/^ExecSt(?:artPre|opPost)=.*\n/gm, "")
    .replaceAll(/^EnvironmentFile=.*$/gm, `$&\nEnvironmentFile=${trialSettings}\nPrivateNetwork=yes`);
}

/**
 * Whether the server of a process stays healthy, asked in its network and at the address of the trial's settings, which replaces
 * that of the site's.
 */
export async function staysHealthy(
  machine: Machine,
  pid: string,
  seconds: number = HEALTHY_SECONDS,
): Promise<boolean> {
  const { release, settings, trialSettings } = machine.places;
  const program = [process.execPath, join(release, "dist/server/installer.js"), "wait-healthy"];
  const words = [`--net=/proc/${pid}/ns/net`, ...program, String(seconds), settings, trialSettings];
  return (await machine.start("nsenter", words)).status === 0;
}

/** Whether the server is stopped since the copy: what it writes later is not in the copy. */
export async function isStopped(machine: Machine): Promise<boolean> {
  const state = await machine.read("systemctl", "show", "--property=ActiveState", "--value", "tallybox");
  return state === "inactive" || state === "failed";
}
