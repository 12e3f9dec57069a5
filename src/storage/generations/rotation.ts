import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { generationName } from "../files/file-names.ts";
import { bytesOf, type Generation, openGeneration } from "./generations.ts";
import { type NextGeneration, startNextGeneration } from "./next-generation.ts";

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
export interface Rotation {
  /** Creates the next generation and switches to it. Concurrent calls share one rotation. Rejects when it fails: the old generation stays. */
  run(isChecked: boolean): Promise<void>;
  /** Aborts a running rotation if it still can be aborted. Resolves when none runs. */
  stop(): Promise<void>;
}

/** Makes the rotation of one storage. One rotation runs at a time. */
export function makeRotation(storage: RotationDependencies): Rotation {
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
      if (existsSync(file)) storage.onDiverged(error instanceof Error ? error : new Error(String(error)));
      else rmSync(`${file}-wal`, { force: true });
      throw error;
    } finally {
      resumeWrites();
    }
  }

  return {
    run(isChecked) {
      running ??= rotate(isChecked).finally(() => {
        running = null;
      });
      return running;
    },
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
