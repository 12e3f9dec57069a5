import { lookup } from "node:dns/promises";
import { stat } from "node:fs/promises";
import { isIP } from "node:net";
import { networkInterfaces } from "node:os";
import type { BackupRisk } from "../../../domain/backup-targets.ts";
import { isLoopback, normalizeAddress } from "../../../http/limits/client-address.ts";
import type { Destination } from "../restic/destination.ts";

/**
 * Why the loss of this machine or its disk may take the backups at a destination too; null: nothing is known. It is found out when a
 * target is saved and at each backup, not when it is shown: a network drive that hangs would block the request.
 */
export async function findRisk(destination: Destination, dataFolder: string): Promise<BackupRisk | null> {
  if (destination.kind === "folder")
    return (await isOnDiskOf(destination.path, dataFolder)) ? "sameDisk" : null;
  return (await isThisMachine(hostOf(destination))) ? "sameMachine" : null;
}

/** Bind mounts of one file system have its device number. Partitions and subvolumes of one disk have their own. */
async function isOnDiskOf(folder: string, dataFolder: string): Promise<boolean> {
  const [target, data] = await Promise.all([stat(folder).catch(() => null), stat(dataFolder)]);
  return target !== null && target.dev === data.dev;
}

function hostOf(destination: Exclude<Destination, { readonly kind: "folder" }>): string {
  const host =
    destination.kind === "sftp"
      ? destination.host
      : new URL(destination.kind === "s3" ? destination.endpoint : destination.url).hostname;
  return host.replace(/^\[(.*)\]$/, "$1").toLowerCase();
}

/** Whether a host is this machine: by its loopback, or by an address of its own. */
async function isThisMachine(host: string): Promise<boolean> {
  if (/^(.+\.)?localhost\.?$/.test(host)) return true;
  const own = Object.values(networkInterfaces()).flatMap((all) => (all ?? []).map(({ address }) => address));
  const addresses = isIP(host) === 0 ? await addressesOf(host) : [host];
  return addresses
    .map(toIPv4)
    .map(normalizeAddress)
    .some((one) => isLoopback(one) || one === "0.0.0.0" || one === "::" || own.includes(one));
}

/** An IPv4-mapped address as its IPv4 address: a URL writes it in hexadecimal digits (RFC 4291 §2.5.5.2). */
function toIPv4(address: string): string {
  const [, high, low] = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/.exec(address) ?? [];
  if (high === undefined || low === undefined) return address;
  return [high, low]
    .map((part) => Number.parseInt(part, 16))
    .flatMap((part) => [part >> 8, part & 255])
    .join(".");
}

async function addressesOf(name: string): Promise<string[]> {
  try {
    return (await lookup(name, { all: true })).map(({ address }) => address);
  } catch {
    return [];
  }
}
