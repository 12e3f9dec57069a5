import { readFile } from "node:fs/promises";
import { StartupError } from "../../../platform/startup-error.ts";
import { promptHidden, readFirstLine } from "../../cli/tenant/password.ts";

/** For a script: others can see a command line, but not the environment of another user's process. */
const VARIABLE = "BACKUP_PASSPHRASE";

/**
 * The passphrase of the backup at `path`: the first line of the file, else of the environment, else what is typed unseen on the
 * terminal, else the first line of standard input. Throws StartRefused where none is given.
 */
export async function readPassphrase(path: string, file: string | null): Promise<string> {
  const passphrase = (await given(path, file)).normalize("NFC");
  if (passphrase !== "") return passphrase;
  throw new StartupError(
    `${path}: is encrypted; give its passphrase on a terminal, by --passphrase-file, by ${VARIABLE}, or on standard input`,
  );
}

async function given(path: string, file: string | null): Promise<string> {
  if (file !== null) return (await readFile(file, "utf8")).split(/\r?\n/, 1)[0] ?? "";
  const ofEnvironment = process.env[VARIABLE];
  if (ofEnvironment) return ofEnvironment;
  return process.stdin.isTTY ? promptHidden(`Passphrase of ${path}: `) : readFirstLine(process.stdin);
}
