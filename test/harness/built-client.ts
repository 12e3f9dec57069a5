import { execFileSync } from "node:child_process";
import { join } from "node:path";

const SETUP = join(import.meta.dirname, "../../scripts/setup.sh");

/** Builds the web client where a source is newer: a browser that shows an earlier one refutes a right change, or proves a wrong one. */
export default function buildClient(): void {
  // Vitest's own NODE_ENV would build another client than a user gets.
  const { NODE_ENV: _, ...env } = process.env;
  execFileSync("sh", [SETUP], { stdio: "inherit", env });
}
