import { z } from "zod";
import { id, lines, oneOf, secret, text } from "../../../http/endpoint/fields.ts";
import { namedObject } from "../../../http/endpoint/named-object.ts";
import { COPY_FAULTS } from "../restore/copy-error.ts";
import { LostSince } from "./lost-since.ts";
import { FoundCopy, STEPS } from "./read-messages.ts";

/** Longest path of a copy. */
const MAX_PATH = 1000;
const SOURCE_KINDS = ["snapshot", "folder", "upload"] as const;
const SETUP_SOURCE_KINDS = ["snapshot", "upload"] as const;
const PLAN_STATES = ["reading", "ready", "failed", "confirmed"] as const;
export const PLAN_FAULTS = [...COPY_FAULTS, "target", "interrupted"] as const;

const snapshot = () => text(100).optional().describe("with `snapshot`: the id of the backup");

/** The text of a recovery sheet (restic/destination.ts). */
export const recoveryText = () => lines(8000).describe("of the recovery sheet: `tallybox-recovery:…`");

/** The copy, as an Admin names it. */
export const RestoreSource = namedObject("RestoreSource", {
  kind: oneOf(SOURCE_KINDS),
  path: text(MAX_PATH).optional().describe("with `folder`: the folder or file on the server's machine"),
  targetOid: id().optional().describe("with `snapshot`: the target (`/api/backup/targets`)"),
  snapshot: snapshot(),
});

/** The copy, as the owner of a recovery sheet names it on an empty server. */
export const SetupRestoreSource = namedObject("SetupRestoreSource", {
  kind: oneOf(SETUP_SOURCE_KINDS),
  recoveryText: recoveryText().optional().describe("with `snapshot`"),
  snapshot: snapshot(),
});

/** Field of a request that begins a restore. */
export const passphraseField = {
  passphrase: secret()
    .transform((value) => value.normalize("NFC"))
    .nullable()
    .optional()
    .describe("of an encrypted file"),
};

/** The restore that an Admin has begun. */
export const RestorePlan = namedObject("RestorePlan", {
  id: z.string(),
  state: z
    .enum(PLAN_STATES)
    .describe("ready: may be confirmed; confirmed: done at the next start, which follows at once"),
  source: z.object({
    kind: z.enum(SOURCE_KINDS),
    path: z.string().nullable(),
    targetOid: z.int().nullable(),
    snapshot: z.string().nullable(),
  }),
  begunDT: z.iso.datetime(),
  begunBy: z.string().nullable().describe("full name; null before the set-up"),
  progress: z
    .object({
      step: z.enum(STEPS),
      files: z.int(),
      fetched: z
        .object({ bytes: z.int(), totalBytes: z.int() })
        .nullable()
        .describe("while a backup of a target is fetched, as soon as its size is known"),
    })
    .nullable()
    .describe("while the state is reading: the step and its number of processed files"),
  holds: FoundCopy.shape.holds.describe("null: not known yet"),
  upToDT: z.iso.datetime().nullable().describe("the last change in the copy"),
  program: z.string().nullable().describe("version that wrote the copy; null: not recorded"),
  isWhole: z.boolean().nullable().describe("false: a ready copy lacks photo files; null: not known yet"),
  missingPhotos: z.int().describe("photo files that are missing or damaged"),
  problems: z.array(z.string()).describe("the first few, as sentences in English"),
  notes: z.array(z.string()).describe("remarks that are not problems, in English"),
  isOtherInstallation: z.boolean().nullable().describe("true: not a copy of this server's data"),
  lostSince: LostSince.nullable().describe("null: not ready, or nothing is on this server yet"),
  error: z
    .object({
      reason: z.enum(PLAN_FAULTS),
      message: z.string(),
      missingMegabytes: z.int().nullable().describe("with `full`: disk space that is missing"),
    })
    .nullable(),
  isRestarting: z.boolean().describe("with `confirmed`: false: somebody must start the server again"),
});
/** The same as a type. */
export type RestorePlan = z.output<typeof RestorePlan>;
