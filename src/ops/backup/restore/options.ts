import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { StartupError } from "../../../platform/startup-error.ts";

const USAGE = "npm run restore -- FOLDER [--into DIR [--without-missing-photos]] [--passphrase-file FILE]";

/** The command line of a restore, checked. */
export interface Options {
  /** The copy: a folder or an archive of GET /api/backup. */
  readonly source: string;
  /** The data folder in whose place it is put; null: it is checked alone. */
  readonly into: string | null;
  readonly withoutMissingPhotos: boolean;
  /** Its first line is the passphrase of an encrypted backup; null: it is asked for. */
  readonly passphraseFile: string | null;
}

/** Reads the command line, its paths as seen from `from`. Throws StartRefused on what it does not know. */
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
    // Node's own sentences: the first names the argument, the rest explains the shell.
    const [first] = String(error instanceof Error ? error.message : error).split(/\.(?:\s|$)/);
    throw new StartupError(`${first} (${USAGE})`);
  }
}
