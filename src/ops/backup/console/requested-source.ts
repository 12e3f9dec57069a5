import type { z } from "zod";
import { Invalid } from "../../../domain/errors.ts";
import { msg } from "../../../domain/message.ts";
import type { Config } from "../../../platform/config.ts";
import type { Db } from "../../../storage/database/statement.ts";
import { parseRecoveryText } from "../restic/recovery-text.ts";
import type { BackupKeys } from "../targets/secrets.ts";
import { accessTo, getTarget } from "../targets/targets.ts";
import type { PlanSource } from "./plan.ts";
import type { RestoreSource, SetupRestoreSource } from "./shapes.ts";
import { openSnapshot } from "./snapshot-source.ts";
import { resolveCopy } from "./sources.ts";
import type { Upload } from "./upload.ts";

/** What the sources need. */
interface SourceContext {
  readonly config: Config;
  readonly upload: Upload;
}

const NOTHING = { path: null, targetOid: null, snapshot: null };

/** The source that an Admin has named. Throws Invalid, and NotFound for an unknown target. */
export function requestedSource(
  source: z.output<typeof RestoreSource>,
  passphrase: string | null,
  context: SourceContext & { readonly db: Db; readonly keys: BackupKeys },
): PlanSource {
  const { config, db, keys } = context;
  if (source.kind !== "snapshot") return fileSource(source, passphrase, context);
  const targetOid = required("targetOid", source.targetOid);
  const snapshot = required("snapshot", source.snapshot);
  return {
    shown: { ...NOTHING, kind: "snapshot", targetOid, snapshot },
    passphrase: null,
    open: openSnapshot(accessTo(getTarget(db, targetOid), keys), snapshot, config.reserveBytes),
  };
}

/** The source that the owner of a recovery sheet has named. Throws Invalid. */
export function recoverySource(
  source: z.output<typeof SetupRestoreSource>,
  passphrase: string | null,
  context: SourceContext,
): PlanSource {
  if (source.kind !== "snapshot") return fileSource(source, passphrase, context);
  const snapshot = required("snapshot", source.snapshot);
  const access = recoveryAccess("source.recoveryText", required("recoveryText", source.recoveryText));
  return {
    shown: { ...NOTHING, kind: "snapshot", snapshot },
    passphrase: null,
    open: openSnapshot(access, snapshot, context.config.reserveBytes),
  };
}

/** Reads the text of a recovery sheet. Throws Invalid with the name of the field. */
export function recoveryAccess(field: string, text: string) {
  const access = parseRecoveryText(text);
  if (access !== null) return access;
  throw Invalid.field(field, msg("This is not the text of a recovery sheet, or it is incomplete."));
}

function fileSource(
  { kind, path }: { readonly kind: PlanSource["shown"]["kind"]; readonly path?: string | undefined },
  passphrase: string | null,
  { config, upload }: SourceContext,
): PlanSource {
  if (kind === "upload") return { shown: { ...NOTHING, kind }, passphrase, ...upload.source() };
  const named = required("path", path);
  const copy = resolveCopy(named, config);
  return {
    shown: { ...NOTHING, kind: "folder", path: named },
    passphrase,
    open: async () => ({ path: copy, madeAt: null }),
  };
}

function required<T>(field: string, value: T | undefined): T {
  if (value === undefined) throw Invalid.field(`source.${field}`, msg("is required"));
  return value;
}
