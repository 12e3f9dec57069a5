import { z } from "zod";
import { UNREADABLE } from "../check/report.ts";
import { COPY_FAULTS } from "../restore/copy-error.ts";

// Messages of the process that reads a copy (read-copy-process.ts): one line of JSON each.

/** The environment variable of the process that has its job as JSON. */
export const JOB_VARIABLE = "READ_COPY_JOB";

/** The job of the process. */
export interface ReadCopyJob {
  /** A folder or an archive. */
  readonly path: string;
  /** Start of the copying in milliseconds since 1970; null: the creation of the folder. */
  readonly madeAt: number | null;
  readonly passphrase: string | null;
  /** Folder in the data folder for all temporary files. */
  readonly scratch: string;
  readonly dataFolder: string;
  readonly reserveBytes: number;
}

/** What the check of a copy has found. */
export const FoundCopy = z.object({
  holds: z
    .object({
      tenants: z.array(z.string()),
      articles: z.int(),
      users: z.int(),
      inventories: z.int(),
      photos: z.int(),
    })
    .nullable(),
  /** Time and number of the last change. */
  upToDT: z.string().nullable(),
  change: z.int().nullable(),
  /** When the first tenant was made. */
  installedDT: z.string().nullable(),
  /** Its restores and promotions, oldest first. */
  histories: z.array(z.object({ id: z.string(), copiedAt: z.string(), change: z.int() })),
  /** The program that wrote the copy. */
  program: z.string().nullable(),
  unreadable: z.enum(UNREADABLE).nullable(),
  problems: z.array(z.string()),
  total: z.int(),
  /** Photo files that are missing or damaged. */
  badPhotos: z.int(),
  notes: z.array(z.string()),
});
export type FoundCopy = z.output<typeof FoundCopy>;

export const STEPS = ["fetching", "unpacking", "checking", "copying"] as const;

/** A message of the process. `done`: whether the data are prepared. */
export const ReadMessage = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("progress"), step: z.enum(STEPS), files: z.int() }),
  z.object({ kind: z.literal("checked"), found: FoundCopy }),
  z.object({ kind: z.literal("done"), isStaged: z.boolean() }),
  z.object({
    kind: z.literal("failed"),
    fault: z.enum(COPY_FAULTS),
    message: z.string(),
    missingBytes: z.number().nullable(),
  }),
]);
export type ReadMessage = z.output<typeof ReadMessage>;
