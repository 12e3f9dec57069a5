import { z } from "zod";
import { Invalid } from "../../../domain/errors.ts";
import { msg } from "../../../domain/message.ts";
import type { Config } from "../../../platform/config.ts";
import type { Db } from "../../../storage/database/statement.ts";
import { askDrive } from "../drives/drives.ts";
import { parseRecoveryText } from "../restic/destination.ts";
import type { BackupKeys } from "../targets/secrets.ts";
import { getAccess, getTarget } from "../targets/targets.ts";
import type { PlanSource } from "./plan.ts";
import type { RestoreSource, SetupRestoreSource } from "./shapes.ts";
import { openSnapshot } from "./snapshot-source.ts";
import type { Upload } from "./upload.ts";

const NOTHING = { path: null, targetOid: null, snapshot: null };

/**
 * The source that an Admin has named. Rejects with Invalid, with NotFound for an unknown target, and with OtherSystemFailed where a folder
 * does not respond.
 */
export async function requestedSource(
  source: z.output<typeof RestoreSource>,
  passphrase: string | null,
  {
    config,
    upload,
    db,
    keys,
  }: { readonly config: Config; readonly upload: Upload; readonly db: Db; readonly keys: BackupKeys },
): Promise<PlanSource> {
  if (source.kind === "upload") return uploadSource(passphrase, upload);
  if (source.kind === "folder") return folderSource(required("path", source.path), passphrase, config);
  const targetOid = required("targetOid", source.targetOid);
  const snapshot = required("snapshot", source.snapshot);
  const target = getTarget(db, targetOid);
  return {
    shown: { ...NOTHING, kind: "snapshot", targetOid, snapshot },
    passphrase: null,
    // Secrets that can't be decrypted fail the plan, not the request.
    open: async (...options) =>
      openSnapshot(getAccess(target, keys), snapshot, config.reserveBytes)(...options),
  };
}

/** The source that the owner of a recovery sheet has named. Throws Invalid. */
export function recoverySource(
  source: z.output<typeof SetupRestoreSource>,
  passphrase: string | null,
  { config, upload }: { readonly config: Config; readonly upload: Upload },
): PlanSource {
  if (source.kind === "upload") return uploadSource(passphrase, upload);
  const snapshot = required("snapshot", source.snapshot);
  const access = recoveryAccess("source.recoveryText", required("recoveryText", source.recoveryText));
  return {
    shown: { ...NOTHING, kind: "snapshot", snapshot },
    passphrase: null,
    open: openSnapshot(access, snapshot, config.reserveBytes),
  };
}

/** Reads the text of a recovery sheet. Throws Invalid with the name of the field. */
export function recoveryAccess(field: string, text: string) {
  const access = parseRecoveryText(text);
  if (access !== null) return access;
  throw Invalid.field(field, msg("This is not the text of a recovery sheet, or it is incomplete."));
}

function uploadSource(passphrase: string | null, upload: Upload): PlanSource {
  return { shown: { ...NOTHING, kind: "upload" }, passphrase, ...upload.source() };
}

const RealCopy = z.object({ isAllowed: z.boolean(), path: z.string().nullable() });

/**
 * A copy in one of the folders of the setting `Restore:Folders`, or a folder that an earlier restore has set aside. Rejects with Invalid,
 * also for a link that leads elsewhere.
 */
async function folderSource(
  path: string,
  passphrase: string | null,
  { dataFolder, restoreFolders }: Pick<Config, "dataFolder" | "restoreFolders">,
): Promise<PlanSource> {
  const real = await askDrive(RealCopy, ["copy", path, dataFolder, ...restoreFolders]);
  const copy = real.path;
  if (!real.isAllowed)
    throw Invalid.field(
      "source.path",
      msg("The folder must be in one of these: {folders}.", { folders: restoreFolders.join(", ") }),
    );
  if (copy === null)
    throw Invalid.field(
      "source.path",
      msg("There is no such folder or file, or the server has no right to read it."),
    );
  return {
    shown: { ...NOTHING, kind: "folder", path },
    passphrase,
    open: async () => ({ path: copy, madeAt: null }),
  };
}

function required<T>(field: string, value: T | undefined): T {
  if (value === undefined) throw Invalid.field(`source.${field}`, msg("is required"));
  return value;
}
