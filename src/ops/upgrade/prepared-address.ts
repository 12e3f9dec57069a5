import { chmodSync, mkdirSync, rmSync } from "node:fs";
import { isIP } from "node:net";
import { networkInterfaces } from "node:os";
import { dirname } from "node:path";
import { readSmallFile } from "../../platform/read-file.ts";
import { StartupError } from "../../platform/startup-error.ts";
import { syncFolder, writeSmallFile } from "../../storage/files/durable-files.ts";

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
export function isOnMachine({ address }: Pick<Address, "address">): boolean {
  const all = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
  return all.some(({ cidr }) => cidr === address);
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
