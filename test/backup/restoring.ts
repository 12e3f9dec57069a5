import { vi } from "vitest";
import { runRestore } from "../../src/ops/backup/restore/restore.ts";
import { type Ran, resultOf } from "./copies.ts";

/**
 * Runs the restore command in this process, which takes a tenth of a process's CPU time. It can't be used beside a
 * running server on the same folder: closing its files here would release SQLite's locks.
 */
export async function restore(...args: string[]): Promise<Ran> {
  const umask = process.umask();
  const out = recordWrites(process.stdout);
  const errors = recordWrites(process.stderr);
  try {
    const status = await runRestore(args, process.cwd());
    return resultOf(status, { out: out.text(), stderr: errors.text() });
  } finally {
    out.stop();
    errors.stop();
    process.umask(umask);
  }
}

/** Collects the output to a stream instead of writing it, until `stop`. */
function recordWrites(stream: NodeJS.WriteStream): { text(): string; stop(): void } {
  let text = "";
  const spy = vi.spyOn(stream, "write").mockImplementation((piece) => {
    text += String(piece);
    return true;
  });
  return { text: () => text, stop: () => spy.mockRestore() };
}
