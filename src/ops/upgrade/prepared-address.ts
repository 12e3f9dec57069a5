import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, rmSync, statSync } from "node:fs";
import { isIP } from "node:net";
import { dirname, join } from "node:path";
import { machineAddresses } from "../../platform/networks.ts";
import { readSmallFile } from "../../platform/read-file.ts";
import { StartupError } from "../../platform/startup-error.ts";
import { syncFolder, writeSmallFile } from "../../storage/files/durable-files.ts";
import { UpgradeInbox } from "./inbox.ts";
import type { UpgradePlaces } from "./places.ts";

/** An address with its network, on an interface of this machine. */
export interface Address {
  /** `192.168.1.10/24`. */
  readonly address: string;
  readonly networkInterface: string;
}

/** Why this is no address on an interface; null: it is one. */
export function addressProblem({ address, networkInterface }: Address): string | null {
  const [host = "", bits = "", ...rest] = address.split("/");
  const version = isIP(host);
  if (
    version === 0 ||
    !/^\d{1,3}$/.test(bits) ||
    rest.length > 0 ||
    Number(bits) > (version === 4 ? 32 : 128)
  )
    return `"${address}" is no address.`;
  return /^[\w.-]{1,15}$/.test(networkInterface) ? null : `"${networkInterface}" is no interface.`;
}

/** Whether an interface of this machine has the address. */
function isOnMachine({ address }: Pick<Address, "address">): boolean {
  return machineAddresses().some(({ cidr }) => cidr === address);
}

/**
 * Saves the address that a promotion by the button adds, flushed. The folder is root's, so the service can't change it, and reads
 * the file.
 */
export function saveAddress(path: string, { address, networkInterface }: Address): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o755 });
  writeSmallFile(path, `address=${address}\ninterface=${networkInterface}\n`);
  chmodSync(path, 0o644);
}

/** Removes the saved address: a promotion by the button adds none. */
export function removeAddress(path: string): void {
  rmSync(path, { force: true });
  syncFolder(dirname(path));
}

/** Reads the saved address; null: there is none. Throws StartupError where the file has something else. */
export function readAddress(path: string): Address | null {
  const text = readSmallFile(path);
  if (text === null) return null;
  const [, address = "", networkInterface = ""] = /^address=(.*)\ninterface=(.*)\n$/.exec(text) ?? [];
  const problem = addressProblem({ address, networkInterface });
  if (problem !== null) throw new StartupError(`${path}: ${problem}`);
  return { address, networkInterface };
}

/** Time between two tries: root's unit starts at most 20 times in an hour. */
const RETRY_MS = 5 * 60_000;
/** Time within which root's script must take a request. */
const TAKEN_WITHIN_MS = 60_000;

/**
 * Asks root's script to add the address that root has prepared for a promotion (scripts/promote --prepare). False: none is
 * prepared, it is there already, it was tried a moment ago, a request waits, or nobody takes requests. The request names no address,
 * so the service can't choose one.
 */
export function requestPreparedAddress(dataFolder: string, places: UpgradePlaces, now: number): boolean {
  if (!isMissing(places)) return false;
  const inbox = new UpgradeInbox(dataFolder);
  if (inbox.waitingSince() !== null) return false;
  const triedAt = timeOf(places);
  // The clock of a machine without a battery may go back.
  if (triedAt !== null && Math.abs(now - triedAt) < RETRY_MS) return false;
  inbox.request("address");
  return true;
}

/** Whether the prepared address is not on this machine after a try, or because nobody takes the request. */
export function lacksPreparedAddress(dataFolder: string, places: UpgradePlaces, now: number): boolean {
  if (!isMissing(places)) return false;
  if (timeOf(places) !== null) return true;
  const since = new UpgradeInbox(dataFolder).waitingSince();
  return since !== null && now - since > TAKEN_WITHIN_MS;
}

function isMissing({ isInstalled, unit, preparedAddress }: UpgradePlaces): boolean {
  if (!isInstalled || !existsSync(unit)) return false;
  try {
    const address = readAddress(preparedAddress);
    return address !== null && !isOnMachine(address);
  } catch {
    // A damaged file: root's script says so.
    return true;
  }
}

/** The time of the last try since the start of the machine (`addAddress` of the installer); null: there was none. */
function timeOf({ run }: UpgradePlaces): number | null {
  return statSync(join(run, "address"), { throwIfNoEntry: false })?.mtimeMs ?? null;
}

/**
 * Adds the address of the former primary, which must be off or without network, and tells the network. Does nothing where it is
 * there already.
 */
export function addAddress({ address, networkInterface }: Address): void {
  if (isOnMachine({ address })) return;
  const added = spawnSync("ip", ["address", "replace", address, "dev", networkInterface], {
    encoding: "utf8",
  });
  if (added.status !== 0)
    throw new StartupError(`the address was not added: ${(added.stderr ?? String(added.error)).trim()}`);
  const host = address.split("/")[0] ?? address;
  // Neighbours forget the former primary's hardware address sooner. Without arping they take up to a minute.
  spawnSync("arping", ["-q", "-c", "3", "-A", "-I", networkInterface, host]);
}
