import { closeSync, openSync } from "node:fs";
import { startNextGenerationWorker } from "../generations/next-generation.ts";

/**
 * Makes the main file of the next generation from a main file and its whole log, as the original server does: the result is the
 * same, byte for byte. Writes it to `folder` under the unfinished name of `name`, flushed, and resolves with its SHA-256 (hex).
 * No SQLite connection may be open on the files.
 */
export async function makeNextMain(from: string, folder: string, name: string): Promise<string> {
  const mainFd = openSync(from, "r");
  const walFd = openSync(`${from}-wal`, "r");
  const worker = startNextGenerationWorker({ mainFd, walFd, sha256: null, folder, name });
  try {
    await worker.call("follow", null);
    return await worker.call("finishMain", null);
  } finally {
    await worker.terminate();
    closeSync(mainFd);
    closeSync(walFd);
  }
}
