import { stat } from "node:fs/promises";
import { relative, resolve } from "node:path";
import { type BackupError, backupErrorText } from "../../../domain/backup-targets.ts";
import { Conflict, Invalid, OtherSystemFailed } from "../../../domain/errors.ts";
import { msg } from "../../../domain/message.ts";
import { QR_CAPACITY } from "../../../domain/qr-capacity.ts";
import { resolveFolder } from "../data-folder/interrupted-restore.ts";
import type { Destination, DestinationSecrets, RepositoryAccess } from "../restic/destination.ts";
import { RepositoryError } from "../restic/failures.ts";
import { recoveryText } from "../restic/recovery-text.ts";
import { Repository } from "../restic/repository.ts";
import type { BackupKeys } from "./secrets.ts";
import { isSystemFolder } from "./system-folders.ts";
import { cacheFolder } from "./tasks.ts";
import { withWorkFolder } from "./work-folder.ts";

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

/** Throws Invalid where a destination can't be one. */
export async function checkDestination(destination: Destination, dataFolder: string): Promise<void> {
  if (destination.kind === "folder") return checkFolder(destination, dataFolder);
  if (destination.kind === "sftp" || destination.caCertificate === undefined) return;
  const address = destination.kind === "s3" ? destination.endpoint : destination.url;
  if (!address.startsWith("https://"))
    throw Invalid.field("destination.caCertificate", msg("needs an address that begins with https://"));
}

/** Throws Invalid where a folder is absent, belongs to the system, or to the data: a restore would take both. */
async function checkFolder({ path: given }: { readonly path: string }, dataFolder: string): Promise<void> {
  const found = await stat(given).catch(() => null);
  if (found === null || !found.isDirectory())
    throw Invalid.field("destination.path", msg("must be an existing folder"));
  const [path, own] = [resolveFolder(resolve(given)), resolveFolder(dataFolder)];
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
export function checkSheet(access: RepositoryAccess): void {
  const { destination } = access;
  if (!("caCertificate" in destination) || recoveryText(access).length <= QR_CAPACITY.L) return;
  throw Invalid.field(
    "destination.caCertificate",
    msg(
      "is too long for the QR code of the recovery sheet. Paste only the certificate of the authority, or one with fewer names",
    ),
  );
}

/** Opens a repository for a request; with `create` it is made. Rejects with RepositoryError. */
export function connect(dataFolder: string, access: RepositoryAccess, create: boolean): Promise<void> {
  return withWorkFolder(dataFolder, async (work) => {
    const repository = new Repository(access, { work, cache: cacheFolder() });
    if (create) await repository.init();
    await repository.open();
  });
}

/** The result of a request to another system: null, or why it failed. Rejects with other errors. */
export async function failureOf(work: Promise<unknown>): Promise<RepositoryError | null> {
  try {
    await work;
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
export async function responding<T>(work: Promise<T>, kind?: Destination["kind"]): Promise<T> {
  try {
    return await work;
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
