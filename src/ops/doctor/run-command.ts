import { spawnSync } from "node:child_process";

const TIMEOUT_MS = 10_000;

/** Runs a program of the system and returns its output; null where it is absent or fails. */
export function runCommand(program: string, ...args: readonly string[]): string | null {
  const { status, stdout } = spawnSync(program, args, { encoding: "utf8", timeout: TIMEOUT_MS });
  return status === 0 ? stdout.trim() : null;
}
