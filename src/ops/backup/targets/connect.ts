import { lookup } from "node:dns/promises";
import { stat } from "node:fs/promises";
import { isIP } from "node:net";
import { relative } from "node:path";
import { z } from "zod";
import { type BackupError, type BackupRisk, backupErrorText } from "../../../domain/backup-targets.ts";
import { Conflict, Invalid, OtherSystemFailed } from "../../../domain/errors.ts";
import { msg } from "../../../domain/message.ts";
import { QR_CAPACITY } from "../../../domain/qr-capacity.ts";
import { isLoopback, normalizeAddress } from "../../../http/limits/client-address.ts";
import { machineAddresses } from "../../../platform/networks.ts";
import { resolveFolder } from "../data-folder/interrupted-restore.ts";
import { askDrive } from "../drives/drives.ts";
import {
  type Destination,
  type DestinationSecrets,
  hostOf,
  type RepositoryAccess,
  recoveryText,
  urlOf,
} from "../restic/destination.ts";
import { RepositoryError } from "../restic/failures.ts";
import { Repository } from "../restic/repository.ts";
import type { BackupKeys } from "./secrets.ts";
import type { BackupSnapshot } from "./shapes.ts";
import { isSystemFolder } from "./system-folders.ts";
import { cacheFolder, withWorkFolder } from "./work-folder.ts";

/** The secrets of a request. */
export interface GivenSecrets {
  readonly secretAccessKey?: string | undefined;
  readonly password?: string | undefined;
}

/** The secrets that a destination needs; absent ones are taken from `saved`. Throws Invalid where one is missing. */
export function secretsFor(
  destination: Destination,
  given: GivenSecrets,
  saved: DestinationSecrets,
  keys: BackupKeys,
): DestinationSecrets {
  switch (destination.kind) {
    case "folder":
      return {};
    case "sftp":
      return { sshSeed: saved.sshSeed ?? keys.sshSeed(destination.host, destination.port) };
    case "s3": {
      const secretAccessKey = given.secretAccessKey ?? saved.secretAccessKey;
      if (secretAccessKey === undefined) throw Invalid.field("secretAccessKey", msg("is required"));
      return { secretAccessKey };
    }
    case "rest": {
      const password = given.password ?? saved.password;
      if (destination.user !== null && password === undefined)
        throw Invalid.field("password", msg("is required"));
      return password === undefined ? {} : { password };
    }
  }
}

/** Throws Invalid where a destination can't be one, and OtherSystemFailed where its folder does not respond. */
export async function assertDestination(destination: Destination, dataFolder: string): Promise<void> {
  if (destination.kind === "folder") return assertFolder(destination, dataFolder);
  if (destination.kind === "sftp" || destination.caCertificate === undefined) return;
  if (!urlOf(destination).startsWith("https://"))
    throw Invalid.field("destination.caCertificate", msg("needs an address that begins with https://"));
}

/** A folder with its links resolved, and the number of its file system; null: there is none. */
const OtherFolder = z.object({ path: z.string(), dev: z.number() }).nullable();

/** Throws Invalid where a folder is absent, belongs to the system, or to the data: a restore would take both. */
async function assertFolder({ path: given }: { readonly path: string }, dataFolder: string): Promise<void> {
  const found = await askDrive(OtherFolder, ["folder", given]);
  if (found === null) throw Invalid.field("destination.path", msg("must be an existing folder"));
  const [path, own] = [found.path, resolveFolder(dataFolder)];
  if (isWithin(path, own) || isWithin(own, path))
    throw Invalid.field("destination.path", msg("must not be the server's own data folder"));
  if (isSystemFolder(path))
    throw Invalid.field(
      "destination.path",
      msg("must be a folder of another disk or a network drive, not one of the system"),
    );
}

/** Whether a folder is another one or inside it. */
function isWithin(folder: string, other: string): boolean {
  const way = relative(other, folder);
  return way !== ".." && !way.startsWith("../");
}

/** Throws Invalid where a certificate is too long for the QR code of the recovery sheet. */
export function assertSheetFits(access: RepositoryAccess): void {
  const { destination } = access;
  if (!("caCertificate" in destination) || recoveryText(access).length <= QR_CAPACITY.L) return;
  throw Invalid.field(
    "destination.caCertificate",
    msg(
      "is too long for the QR code of the recovery sheet. Paste only the certificate of the authority, or one with fewer names",
    ),
  );
}

/**
 * Runs `use` with a repository, whose programs have a work folder of their own. `isLocking`: as of Repository; `signal` ends a running
 * program. Rejects with RepositoryError.
 */
export function withRepository<T>(
  dataFolder: string,
  access: RepositoryAccess,
  { isLocking, signal }: { readonly isLocking?: boolean; readonly signal?: AbortSignal },
  use: (repository: Repository, work: string) => Promise<T>,
): Promise<T> {
  return withWorkFolder(dataFolder, (work) =>
    use(new Repository(access, { work, cache: cacheFolder(), signal }, { isLocking }), work),
  );
}

/** Opens a repository for a request; with `create` it is made. Rejects with RepositoryError. */
export function connect(dataFolder: string, access: RepositoryAccess, create: boolean): Promise<void> {
  return withRepository(dataFolder, access, {}, async (repository) => {
    if (create) await repository.init();
    await repository.open();
  });
}

/** The backups in a repository, the newest first. Rejects with RepositoryError. */
export async function listSnapshots(dataFolder: string, access: RepositoryAccess): Promise<BackupSnapshot[]> {
  const found = await withRepository(dataFolder, access, { isLocking: false }, (repository) =>
    repository.snapshots(),
  );
  return found.map(({ id, at, version }) => ({ id, at, version }));
}

/** The result of a request to another system: null, or why it failed. Rejects with other errors. */
export async function failureOf(work: () => Promise<unknown>): Promise<RepositoryError | null> {
  try {
    await work();
    return null;
  } catch (error) {
    if (error instanceof RepositoryError) return error;
    throw error;
  }
}

/**
 * Resolves as `work`. A RepositoryError becomes the error of the response: 400, 409 or 502. `kind`: that of the destination, where
 * the request names one.
 */
export async function responding<T>(work: () => Promise<T>, kind?: Destination["kind"]): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof RepositoryError ? responseError(error.kind, kind) : error;
  }
}

function responseError(kind: BackupError, destination: Destination["kind"] | undefined): Error {
  const text = backupErrorText(kind);
  if (kind === "exists") return new Conflict(text);
  if (kind === "certificate") return Invalid.field("destination.caCertificate", text);
  if (kind === "noHttps")
    return Invalid.field(destination === "s3" ? "destination.endpoint" : "destination.url", text);
  if (kind === "passphrase") return Invalid.field("passphrase", text);
  if (kind === "notWritable" || kind === "noRepository") return Invalid.field("destination", text);
  return new OtherSystemFailed(text);
}

/**
 * Why the loss of this machine or its disk may take the backups at a destination too; null: nothing is known. It is found out when a
 * target is saved and at each backup, not when it is shown: a network drive may hang. Rejects with OtherSystemFailed then, also where the
 * signal aborts.
 */
export async function findRisk(
  destination: Destination,
  dataFolder: string,
  signal?: AbortSignal,
): Promise<BackupRisk | null> {
  if (destination.kind === "folder")
    return (await isOnDiskOf(destination.path, dataFolder, signal)) ? "sameDisk" : null;
  return (await isThisMachine(hostOf(destination).toLowerCase())) ? "sameMachine" : null;
}

/** Bind mounts of one file system have its device number. Partitions and subvolumes of one disk have their own. */
async function isOnDiskOf(folder: string, dataFolder: string, signal?: AbortSignal): Promise<boolean> {
  const [target, data] = await Promise.all([
    askDrive(OtherFolder, ["folder", folder], signal),
    stat(dataFolder),
  ]);
  return target !== null && target.dev === data.dev;
}

/** Whether a host is this machine: by its loopback, or by an address of its own. */
async function isThisMachine(host: string): Promise<boolean> {
  if (/^(.+\.)?localhost\.?$/.test(host)) return true;
  const own = machineAddresses().map(({ address }) => address);
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
