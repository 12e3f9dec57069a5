import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { asError, errorCode, errorMessage } from "../../platform/error-code.ts";
import { WorkerClient } from "../../platform/workers/client.ts";
import { DatabaseWorker } from "../../platform/workers/database-worker.ts";
import { generationName, UNFINISHED_PREFIX } from "../files/file-names.ts";
import { bytesOf, type Generation, openGeneration } from "./generations.ts";
import { savedMainChecksum } from "./main-file-checksum.ts";

/** Frames that are few enough to copy while writes are paused. */
const MAX_PAUSED_FRAMES = 256;
const MAX_ROUNDS = 8;

/** What a rotation needs from the storage. */
interface RotationDependencies {
  readonly folder: string;
  current(): Generation;
  /** Milliseconds since 1970. */
  now(): number;
  /** Pauses writes. Resolves when no other write or pause is active, with a function that resumes them. */
  pauseWrites(): Promise<() => void>;
  /** Resolves when every commit is on the disk. */
  flush(): Promise<void>;
  /** Makes `next` the storage's generation and closes the superseded one. */
  switchTo(next: Generation): void;
  /** Saves the checksum of the main file by an ordinary write. Null: the checksum is saved before the switch. */
  readonly saveChecksum: ((sha256: string) => Promise<void>) | null;
  /** Called when the newest generation of the folder is not the open one: the process must end before it writes again. */
  onDiverged(error: Error): void;
}

/** Moves the storage to its next generation while it is in use. */
export type Rotation = ReturnType<typeof makeRotation>;

/** Makes the rotation of one storage. One rotation runs at a time. */
export function makeRotation(storage: RotationDependencies) {
  let running: Promise<void> | null = null;
  let pending: NextGeneration | null = null;

  async function rotate(isChecked: boolean): Promise<void> {
    const from = storage.current();
    const name = generationName(storage.now(), from.name);
    const next = startNextGeneration(storage.folder, from, name);
    pending = next;
    try {
      for (let round = 0; round < MAX_ROUNDS; round++) if ((await next.catchUp()) <= MAX_PAUSED_FRAMES) break;
      await switchOver(next, name, isChecked);
      if (storage.saveChecksum !== null)
        await storage.saveChecksum(await next.hash(storage.current().mainFd));
    } finally {
      pending = null;
      await next.end();
    }
  }

  /** Copies the rest and switches. No commit happens from the last read of the log until the new generation is open. */
  async function switchOver(next: NextGeneration, name: string, isChecked: boolean): Promise<void> {
    const resumeWrites = await storage.pauseWrites();
    try {
      await storage.flush();
      // It can't be aborted from here on.
      pending = null;
      await next.finish({ isChecked, isChecksumDeferred: storage.saveChecksum !== null });
      storage.switchTo(openGeneration(storage.folder, name));
    } catch (error) {
      const file = join(storage.folder, name);
      // The next start would open the published generation and lose later writes to the old one.
      if (existsSync(file)) storage.onDiverged(asError(error));
      else rmSync(`${file}-wal`, { force: true });
      throw error;
    } finally {
      resumeWrites();
    }
  }

  return {
    /** Creates the next generation and switches to it. Concurrent calls share one rotation. Rejects when it fails: the old generation stays. */
    run(isChecked: boolean) {
      running ??= rotate(isChecked).finally(() => {
        running = null;
      });
      return running;
    },
    /** Aborts a running rotation if it still can be aborted. Resolves when none runs. */
    async stop() {
      await pending?.end();
      // The caller of `run` gets its error.
      await running?.catch(() => {});
    },
  };
}

/** True when the log is larger than `logBytes` and than the main file. */
export function isRotationDue(generation: Generation, logBytes: number): boolean {
  const { main, log } = bytesOf(generation);
  return log > Math.max(logBytes, main);
}

/** The most bytes that the next generation needs on the disk. */
export function bytesToRotate(generation: Generation): number {
  const { main, log } = bytesOf(generation);
  return main + log;
}

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
type NextGeneration = ReturnType<typeof startNextGeneration>;

/** The next generation could not be created. `code`: of the file system or SQLite, else empty. */
export class NextGenerationError extends Error {
  readonly code: string;

  constructor(message: string, code: string) {
    super(message);
    this.code = code;
  }
}

/** Starts to create the generation `name` from an open one, which stays in use. */
export function startNextGeneration(folder: string, from: Generation, name: string) {
  const workerData: NextGenerationData = {
    mainFd: from.mainFd,
    walFd: from.walFd,
    sha256: savedMainChecksum(from.db),
    folder,
    name,
  };
  const worker = startNextGenerationWorker(workerData);
  return {
    /** Copies the commits so far. Resolves with their number of frames. */
    catchUp: () => worker.call("follow", null).catch(rethrow),
    /**
     * Copies the rest, flushes and publishes the generation. Writes must be paused. `isChecked`: SQLite's quick_check must pass
     * first. `isChecksumDeferred`: the checksum is computed later, because it takes long.
     * Rejects with NextGenerationError; no file of the generation remains then.
     */
    finish: (how: FinishOptions) => worker.call("finish", how).catch(rethrow),
    /** SHA-256 (hex) of the main file behind `fd`, which stays open meanwhile. */
    hash: (fd: number) => worker.call("hash", fd).catch(rethrow),
    /** Ends the worker and removes unfinished files. */
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
  throw new NextGenerationError(errorMessage(error), errorCode(error) ?? "");
}
