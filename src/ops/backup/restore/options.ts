import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { StartupError } from "../../../platform/startup-error.ts";

const USAGE = "npm run restore -- FOLDER [--into DIR [--without-missing-photos]] [--passphrase-file FILE]";

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
  const { values, positionals } = parse(args);
  const [source, ...more] = positionals;
  if (source === undefined || more.length > 0) throw new StartupError(`which copy? (${USAGE})`);
  if (values["without-missing-photos"] && values.into === undefined)
    throw new StartupError(`--without-missing-photos goes with --into (${USAGE})`);
  const path = (given: string | undefined) => (given === undefined ? null : resolve(from, given));
  return {
    source: resolve(from, source),
    into: path(values.into),
    withoutMissingPhotos: values["without-missing-photos"],
    passphraseFile: path(values["passphrase-file"]),
  };
}

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        into: { type: "string" },
        "passphrase-file": { type: "string" },
        "without-missing-photos": { type: "boolean", default: false },
      },
    });
  } catch (error) {
    // The first sentence of Node's message names the argument; the rest explains shells.
    const [first] = String(error instanceof Error ? error.message : error).split(/\.(?:\s|$)/);
    throw new StartupError(`${first} (${USAGE})`);
  }
}
