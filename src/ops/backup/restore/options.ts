import { resolve } from "node:path";
import { parseArguments, scriptCommand, usageError } from "../../command-line.ts";

const USAGE = `${scriptCommand("restore")} FOLDER [--into DIR [--without-missing-photos]] [--passphrase-file FILE]`;

/** The validated command line of a restore. */
export interface Options {
  /** The copy: a folder, or an archive of GET /api/backup. */
  readonly source: string;
  /** The data folder to replace; null: only check the copy. */
  readonly into: string | null;
  readonly withoutMissingPhotos: boolean;
  /** A file whose first line is the passphrase of an encrypted backup; null: prompt for it. */
  readonly passphraseFile: string | null;
}

/** Parses the command line; paths are relative to `from`. Throws StartupError on unknown arguments. */
export function readOptions(args: string[], from: string): Options {
  const options = {
    into: { type: "string" },
    "passphrase-file": { type: "string" },
    "without-missing-photos": { type: "boolean", default: false },
  } as const;
  const { values, positionals } = parseArguments({ args, allowPositionals: true, options }, USAGE);
  const [source, ...more] = positionals;
  if (source === undefined) throw usageError("The folder or archive to restore is missing.", USAGE);
  if (more.length > 0) throw usageError(`Unexpected argument "${more[0]}".`, USAGE);
  if (values["without-missing-photos"] && values.into === undefined)
    throw usageError("--without-missing-photos requires --into.", USAGE);
  const path = (value: string | undefined) => (value === undefined ? null : resolve(from, value));
  return {
    source: resolve(from, source),
    into: path(values.into),
    withoutMissingPhotos: values["without-missing-photos"],
    passphraseFile: path(values["passphrase-file"]),
  };
}
