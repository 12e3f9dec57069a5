import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { MINIMAL_ENVIRONMENT } from "../harness/minimal-environment.ts";
import { PROGRAMS } from "../harness/programs.ts";

/** The program of scripts/rotate. */
/** Runs `npm run rotate -- …` on the folder, without a terminal; `nodeArguments` precede the program. */
export async function rotate(
  folder: string,
  args: readonly string[],
  settings: Readonly<Record<string, string>> = {},
  nodeArguments: readonly string[] = [],
): Promise<{ status: number | null; stdout: string; stderr: string }> {
  const child = spawn(process.execPath, [...nodeArguments, PROGRAMS.rotate, ...args], {
    env: { ...MINIMAL_ENVIRONMENT, DATA_DIR: folder, STORAGE_RESERVE_MEGABYTES: "1", ...settings },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const [stdout, stderr, [status]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, "close"),
  ]);
  return { status, stdout, stderr };
}
