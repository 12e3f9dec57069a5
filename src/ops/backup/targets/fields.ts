import { flag, integer, secret } from "../../../http/endpoint/fields.ts";
import { BackupRetention, BackupSchedule } from "./shapes.ts";

/** Path of the targets. */
export const TARGETS = "/api/backup/targets";
/** Path of one target. */
export const ONE = `${TARGETS}/{id}` as const;

export const MAX_SECRET = 500;

/** Options of all requests that change something. */
export const shared = { permission: "server", needsRecentLogin: true } as const;

export const secretFields = {
  secretAccessKey: secret(MAX_SECRET).optional().describe("of S3"),
  password: secret(MAX_SECRET).optional().describe("of a REST server"),
};
export const optionFields = {
  schedule: BackupSchedule.optional().describe("default: each day at 2"),
  retention: BackupRetention.nullable()
    .optional()
    .describe("default: 7 days, 5 weeks, 12 months; null: the target's own, nothing is removed"),
  uploadLimitKbps: integer(8, 10_000_000).nullable().optional().describe("kbit/s; null: no limit"),
  isActive: flag().optional(),
};
