import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createFolder } from "../../harness/folder.ts";
import { MINIMAL_ENVIRONMENT } from "../../harness/minimal-environment.ts";
import { PROGRAMS } from "../../harness/programs.ts";

interface Outcome {
  readonly status: unknown;
  readonly output: string;
}

/** Runs `npm run verify-record -- …` with the file `record` as it is given. */
export const verify = (file: Buffer | null, ...args: string[]): Promise<Outcome> =>
  runVerify({ record: file ?? undefined }, args);

/** Runs `npm run verify-record -- …` in a folder with these files; returns the exit status and the output. */
export async function runVerify(
  files: Readonly<Record<string, Buffer | undefined>>,
  args: readonly string[],
): Promise<Outcome> {
  const folder = createFolder();
  for (const [name, file] of Object.entries(files))
    if (file !== undefined) await writeFile(join(folder, name), file);
  return new Promise((done) => {
    const env = { ...MINIMAL_ENVIRONMENT, INIT_CWD: folder };
    execFile(process.execPath, [PROGRAMS.verifyRecord, ...args], { env }, (error, stdout, stderr) =>
      done({ status: error === null ? 0 : error.code, output: stdout + stderr }),
    );
  });
}
