import { spawnSync } from "node:child_process";

const MOST_MS = 10_000;

/** What a program of the system prints; null where it is not there or fails. */
export function runCommand(program: string, ...words: readonly string[]): string | null {
  const { status, stdout } = spawnSync(program, words, { encoding: "utf8", timeout: MOST_MS });
  return status === 0 ? stdout.trim() : null;
}
