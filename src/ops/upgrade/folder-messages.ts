import { z } from "zod";

// What the process that reads folders (folder-process.ts) and the server say to each other.

/** The name of a bundle as it is published. */
export const BUNDLE_FILE = /^tallybox-(\d{1,9}\.\d{1,9}\.\d[-+.0-9A-Za-z]{0,48})-linux-(x64|arm64)\.tar\.gz$/;

/** Why a folder could not be read, or a bundle not be copied. */
const FOLDER_ERRORS = [
  "missing",
  "notAFile",
  "tooLarge",
  "growing",
  "noSignature",
  "noSpace",
  "unreadable",
] as const;
export type FolderError = (typeof FOLDER_ERRORS)[number];

export const FolderOutcome = z.object({
  error: z.enum(FOLDER_ERRORS).nullable(),
  bundles: z.array(z.object({ name: z.string(), bytes: z.int() })),
});
export type FolderOutcome = z.output<typeof FolderOutcome>;
