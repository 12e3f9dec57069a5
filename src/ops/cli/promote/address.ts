import { spawnSync } from "node:child_process";
import { mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { isIP } from "node:net";
import { dirname } from "node:path";
import { readSmallFile } from "../../../platform/read-file.ts";
import { StartupError } from "../../../platform/startup-error.ts";

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

/** Adds the address of the former primary, which must be off or without network, and tells the network. */
export function addAddress({ address, networkInterface }: Address): void {
  const added = spawnSync("ip", ["address", "replace", address, "dev", networkInterface], {
    encoding: "utf8",
  });
  if (added.status !== 0)
    throw new StartupError(`the address was not added: ${(added.stderr ?? String(added.error)).trim()}`);
  const host = address.split("/")[0] ?? address;
  // Neighbours forget the former primary's hardware address sooner. Without arping they take up to a minute.
  spawnSync("arping", ["-q", "-c", "3", "-A", "-I", networkInterface, host]);
}

/** Saves the address that a promotion by the button adds. The folder is root's, so the service can't change it. */
export function saveAddress(path: string, { address, networkInterface }: Address): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o755 });
  writeFileSync(`${path}.new`, `address=${address}\ninterface=${networkInterface}\n`, { mode: 0o644 });
  renameSync(`${path}.new`, path);
}

/** Removes the saved address: a promotion by the button adds none. */
export function removeAddress(path: string): void {
  rmSync(path, { force: true });
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
