import { rmSync } from "node:fs";
import { join } from "node:path";
import { DatabaseWorker } from "../../platform/database-worker.ts";
import { UNFINISHED_PREFIX } from "../file-names.ts";
import type { Generation } from "./generations.ts";
import { savedMainChecksum } from "./main-file-checksum.ts";

/** What the thread is given: descriptors are the process's, so it opens no file of the live generation. */
export interface NextGenerationData {
  readonly mainFd: number;
  readonly walFd: number;
  /** What the main file must hold; null where it was not noted. */
  readonly sha256: string | null;
  readonly folder: string;
  /** File name of the generation to make. */
  readonly name: string;
}

/**
 * `follow` takes over what the log has gained since; `finish` too, and gives the generation its log and its name; `hash`
 * tells what a main file holds.
 */
export type NextGenerationRequest =
  | { readonly kind: "follow" }
  | { readonly kind: "finish"; readonly isChecked: boolean; readonly isNotedLater: boolean }
  | { readonly kind: "hash"; readonly fd: number };

/** What it answers to each order. */
export type NextGenerationResponse =
  | { readonly kind: "followed"; readonly frames: number }
  | { readonly kind: "finished" }
  | { readonly kind: "hashed"; readonly sha256: string }
  | { readonly kind: "failed"; readonly message: string; readonly code: string };

/** The next generation while it is made: the main file, with the log worked into it page by page, in a thread. */
export interface NextGeneration {
  /** Takes over what was committed by now; gives how many frames of the log that were. */
  catchUp(): Promise<number>;
  /**
   * Takes over the rest (nobody may write meanwhile) and publishes it, synced. `isChecked`: only when SQLite finds it
   * whole; `isNotedLater`: what it holds is hashed afterwards, for that takes its time.
   * Rejects with MakingFailed; nothing of it is left then.
   */
  finish(how: { readonly isChecked: boolean; readonly isNotedLater: boolean }): Promise<void>;
  /** SHA-256 (hex) of the main file behind `fd`, which stays open meanwhile. */
  hash(fd: number): Promise<string>;
  /** Ends the thread; removes what is unfinished. */
  end(): Promise<void>;
}

/** The next generation could not be made; `code` of the file system or of SQLite, else empty. */
export class NextGenerationError extends Error {
  readonly code: string;

  constructor(message: string, code: string) {
    super(message);
    this.code = code;
  }
}

/** Begins to make the generation `name` from an open one, which goes on working. */
export function startNextGeneration(folder: string, from: Generation, name: string): NextGeneration {
  const workerData: NextGenerationData = {
    mainFd: from.mainFd,
    walFd: from.walFd,
    sha256: savedMainChecksum(from.db),
    folder,
    name,
  };
  const worker = new DatabaseWorker(new URL("./next-generation-worker.ts", import.meta.url), { workerData });
  const ended = new Promise<never>((_, failed) => {
    worker.on("error", (error) => failed(new NextGenerationError(String(error), "")));
    worker.on("exit", () => failed(new NextGenerationError("the thread has ended", "")));
  });
  // Without an order under way nobody waits for it.
  ended.catch(() => {});

  async function give(order: NextGenerationRequest): Promise<NextGenerationResponse> {
    const answer = new Promise<NextGenerationResponse>((done) => worker.once("message", done));
    worker.postMessage(order);
    const progress = await Promise.race([answer, ended]);
    if (progress.kind === "failed") throw new NextGenerationError(progress.message, progress.code);
    return progress;
  }

  return {
    async catchUp() {
      const progress = await give({ kind: "follow" });
      return progress.kind === "followed" ? progress.frames : 0;
    },
    async finish(how) {
      await give({ kind: "finish", ...how });
    },
    async hash(fd) {
      const progress = await give({ kind: "hash", fd });
      if (progress.kind !== "hashed") throw new NextGenerationError("the main file was not hashed", "");
      return progress.sha256;
    },
    async end() {
      await worker.terminate();
      for (const suffix of ["", "-wal", "-shm", "-journal"])
        rmSync(join(folder, UNFINISHED_PREFIX + name + suffix), { force: true });
    },
  };
}
