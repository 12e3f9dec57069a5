import { rmSync } from "node:fs";
import { join } from "node:path";
import { DatabaseWorker } from "../../platform/database-worker.ts";
import { UNFINISHED_PREFIX } from "../file-names.ts";
import type { Generation } from "./generations.ts";
import { savedMainChecksum } from "./main-file-checksum.ts";

/** Start data of the worker. It uses the process's descriptors, so it opens no file of the live generation. */
export interface NextGenerationData {
  readonly mainFd: number;
  readonly walFd: number;
  /** The expected SHA-256 (hex) of the main file. Null: it was not saved. */
  readonly sha256: string | null;
  readonly folder: string;
  /** File name of the generation to make. */
  readonly name: string;
}

/**
 * A request to the worker. `follow` copies the new commits of the log. `finish` also writes the log of the new generation and
 * publishes it. `hash` computes the checksum of a main file.
 */
export type NextGenerationRequest =
  | { readonly kind: "follow" }
  | { readonly kind: "finish"; readonly isChecked: boolean; readonly isChecksumDeferred: boolean }
  | { readonly kind: "hash"; readonly fd: number };

/** The worker's response to a request. */
export type NextGenerationResponse =
  | { readonly kind: "followed"; readonly frames: number }
  | { readonly kind: "finished" }
  | { readonly kind: "hashed"; readonly sha256: string }
  | { readonly kind: "failed"; readonly message: string; readonly code: string };

/** The next generation while a worker creates it: a copy of the main file, with the pages of the log written into it. */
export interface NextGeneration {
  /** Copies the commits so far. Resolves with their number of frames. */
  catchUp(): Promise<number>;
  /**
   * Copies the rest, flushes and publishes the generation. Writes must be paused. `isChecked`: SQLite's quick_check must pass
   * first. `isChecksumDeferred`: the checksum is computed later, because it takes long.
   * Rejects with NextGenerationError; no file of the generation remains then.
   */
  finish(how: { readonly isChecked: boolean; readonly isChecksumDeferred: boolean }): Promise<void>;
  /** SHA-256 (hex) of the main file behind `fd`, which stays open meanwhile. */
  hash(fd: number): Promise<string>;
  /** Ends the worker and removes unfinished files. */
  end(): Promise<void>;
}

/** The next generation could not be created. `code`: of the file system or SQLite, else empty. */
export class NextGenerationError extends Error {
  readonly code: string;

  constructor(message: string, code: string) {
    super(message);
    this.code = code;
  }
}

/** Starts to create the generation `name` from an open one, which stays in use. */
export function startNextGeneration(folder: string, from: Generation, name: string): NextGeneration {
  const workerData: NextGenerationData = {
    mainFd: from.mainFd,
    walFd: from.walFd,
    sha256: savedMainChecksum(from.db),
    folder,
    name,
  };
  const worker = new DatabaseWorker(new URL("./next-generation-worker.ts", import.meta.url), { workerData });
  const ended = new Promise<never>((_, reject) => {
    worker.on("error", (error) => reject(new NextGenerationError(String(error), "")));
    worker.on("exit", () => reject(new NextGenerationError("the worker has ended", "")));
  });
  // Without a pending request nothing awaits it.
  ended.catch(() => {});

  async function send(request: NextGenerationRequest): Promise<NextGenerationResponse> {
    const message = new Promise<NextGenerationResponse>((resolve) => worker.once("message", resolve));
    worker.postMessage(request);
    const response = await Promise.race([message, ended]);
    if (response.kind === "failed") throw new NextGenerationError(response.message, response.code);
    return response;
  }

  return {
    async catchUp() {
      const response = await send({ kind: "follow" });
      return response.kind === "followed" ? response.frames : 0;
    },
    async finish(how) {
      await send({ kind: "finish", ...how });
    },
    async hash(fd) {
      const response = await send({ kind: "hash", fd });
      if (response.kind !== "hashed") throw new NextGenerationError("the main file was not hashed", "");
      return response.sha256;
    },
    async end() {
      await worker.terminate();
      for (const suffix of ["", "-wal", "-shm", "-journal"])
        rmSync(join(folder, UNFINISHED_PREFIX + name + suffix), { force: true });
    },
  };
}
