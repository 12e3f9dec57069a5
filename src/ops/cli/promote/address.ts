import { spawnSync } from "node:child_process";
import { StartupError } from "../../../platform/startup-error.ts";
import { type Address, isOnMachine } from "../../upgrade/prepared-address.ts";

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
