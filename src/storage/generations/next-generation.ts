import { rmSync } from "node:fs";
import { join } from "node:path";
import { WorkerClient } from "../../platform/workers/client.ts";
import { DatabaseWorker } from "../../platform/workers/database-worker.ts";
import { codeOf } from "../../platform/workers/error-serialization.ts";
import { UNFINISHED_PREFIX } from "../files/file-names.ts";
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

/** The functions of the worker. */
export interface NextGenerationProgram {
  /** Copies the new commits of the log. Returns their number of frames. */
  follow(input: null): number;
  /** Copies the rest, writes the log of the new generation and publishes it. */
  finish(how: FinishOptions): void;
  /** Flushes the main file and leaves it unfinished, without a log. Returns its checksum. */
  finishMain(input: null): string;
  /** Computes the checksum of a main file. */
  hash(fd: number): string;
}

/** Options of `finish` (NextGeneration.finish). */
export interface FinishOptions {
  readonly isChecked: boolean;
  readonly isChecksumDeferred: boolean;
}

/** The next generation while a worker creates it: a copy of the main file, with the pages of the log written into it. */
export interface NextGeneration {
  /** Copies the commits so far. Resolves with their number of frames. */
  catchUp(): Promise<number>;
  /**
   * Copies the rest, flushes and publishes the generation. Writes must be paused. `isChecked`: SQLite's quick_check must pass
   * first. `isChecksumDeferred`: the checksum is computed later, because it takes long.
   * Rejects with NextGenerationError; no file of the generation remains then.
   */
  finish(how: FinishOptions): Promise<void>;
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
  const worker = startNextGenerationWorker(workerData);
  return {
    catchUp: () => worker.call("follow", null).catch(rethrow),
    finish: (how) => worker.call("finish", how).catch(rethrow),
    hash: (fd) => worker.call("hash", fd).catch(rethrow),
    async end() {
      await worker.terminate();
      for (const suffix of ["", "-wal", "-shm", "-journal"])
        rmSync(join(folder, UNFINISHED_PREFIX + name + suffix), { force: true });
    },
  };
}

/** Starts the worker. */
export function startNextGenerationWorker(
  workerData: NextGenerationData,
): WorkerClient<NextGenerationProgram> {
  const program = new URL("./next-generation-worker.ts", import.meta.url);
  return new WorkerClient<NextGenerationProgram>(new DatabaseWorker(program, { workerData }));
}

function rethrow(error: unknown): never {
  throw new NextGenerationError(error instanceof Error ? error.message : String(error), codeOf(error) ?? "");
}
