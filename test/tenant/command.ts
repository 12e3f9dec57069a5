import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { MINIMAL_ENVIRONMENT } from "../harness/minimal-environment.ts";
import { PROGRAMS } from "../harness/programs.ts";

/** The output and the exit status of a run of the command. */
export interface Ran {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs `npm run tenant -- …` as the process that it is, with this on standard input. */
export async function tenant(folder: string, args: readonly string[], input = ""): Promise<Ran> {
  const child = spawn(process.execPath, [PROGRAMS.tenant, ...args], {
    env: { ...MINIMAL_ENVIRONMENT, DATA_DIR: folder, STORAGE_RESERVE_MEGABYTES: "1" },
  });
  // A refused command does not read its input.
  child.stdin.on("error", () => {});
  child.stdin.end(input);
  const [stdout, stderr, [status]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, "close"),
  ]);
  return { status, stdout, stderr };
}

/** The command line that adds a tenant. */
export function add(name: string, user: string): string[] {
  return ["add", name, "--user", user, "--first", "Ada", "--last", "Novak"];
}
