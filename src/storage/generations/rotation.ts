import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { generationName } from "../file-names.ts";
import { bytesOf, type Generation, openGeneration } from "./generations.ts";
import { type NextGeneration, startNextGeneration } from "./next-generation.ts";

/** So little is left to take over that the writes may wait for it. */
const FEW_FRAMES = 256;
const MOST_ROUNDS = 8;

/** What a renewal needs of the storage around it. */
export interface RotationDependencies {
  readonly folder: string;
  current(): Generation;
  /** Milliseconds since 1970. */
  now(): number;
  /** Keeps writes waiting; resolves when nobody else writes or holds them back, with what lets them go on. */
  pauseWrites(): Promise<() => void>;
  /** Resolves when everything committed is on the disk. */
  flush(): Promise<void>;
  /** From now on the storage works on this one; closes the other. */
  switchTo(next: Generation): void;
  /** Notes what the main file holds, by an ordinary write; null: nobody waits, so it is noted at once. */
  readonly saveChecksum: ((sha256: string) => Promise<void>) | null;
  /** The folder names a generation newest that is not the one worked on: the process must end before it writes again. */
  onDiverged(error: Error): void;
}

/** Moves the storage to its next generation while it works. */
export interface Rotation {
  /** Makes the next generation and moves over; callers at once share one. Rejects when it can't be made: the old one goes on. */
  run(isChecked: boolean): Promise<void>;
  /** Ends what is under way, if it can still be ended; resolves when nothing is. */
  stop(): Promise<void>;
}

/** The renewal of one storage; one at a time. */
export function makeRotation(parts: RotationDependencies): Rotation {
  let running: Promise<void> | null = null;
  let making: NextGeneration | null = null;

  async function renew(isChecked: boolean): Promise<void> {
    const from = parts.current();
    const name = generationName(parts.now(), from.name);
    const next = startNextGeneration(parts.folder, from, name);
    making = next;
    try {
      for (let round = 0; round < MOST_ROUNDS; round++) if ((await next.catchUp()) <= FEW_FRAMES) break;
      await moveOver(next, name, isChecked);
      if (parts.saveChecksum !== null) await parts.saveChecksum(await next.hash(parts.current().mainFd));
    } finally {
      making = null;
      await next.end();
    }
  }

  /** The short part: no commit is made from the last look at the log until the new one is open. */
  async function moveOver(next: NextGeneration, name: string, isChecked: boolean): Promise<void> {
    const release = await parts.pauseWrites();
    try {
      await parts.flush();
      // From here on it can't be ended half way.
      making = null;
      await next.finish({ isChecked, isNotedLater: parts.saveChecksum !== null });
      parts.switchTo(openGeneration(parts.folder, name));
    } catch (error) {
      const file = join(parts.folder, name);
      // Published, but not worked on: what would be written to the old one now would be lost at the next start.
      if (existsSync(file)) parts.onDiverged(error instanceof Error ? error : new Error(String(error)));
      else rmSync(`${file}-wal`, { force: true });
      throw error;
    } finally {
      release();
    }
  }

  return {
    run(isChecked) {
      running ??= renew(isChecked).finally(() => {
        running = null;
      });
      return running;
    },
    async stop() {
      await making?.end();
      // How it ended was told to who asked for it.
      await running?.catch(() => {});
    },
  };
}

/** True when the log is over its limit: `logBytes`, or the size of the main file where that is more. */
export function isRotationDue(generation: Generation, logBytes: number): boolean {
  const { main, log } = bytesOf(generation);
  return log > Math.max(logBytes, main);
}

/** Bytes that the next generation needs on the disk, at the most. */
export function bytesToRotate(generation: Generation): number {
  const { main, log } = bytesOf(generation);
  return main + log;
}
