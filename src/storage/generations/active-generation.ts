import { preparer } from "../database/connection.ts";
import type { QueryText } from "../database/statement.ts";
import type { SyncedPosition } from "./folder-state.ts";
import { countFrames, type Generation } from "./generations.ts";
import type { OpenedGeneration } from "./opening.ts";

/** The generation that the storage works on. A rotation replaces it. */
export class ActiveGeneration {
  #current: Generation;
  #prepare: ReturnType<typeof preparer>;
  #isSynced: boolean;
  readonly #syncedAtStart: SyncedPosition;

  constructor({ generation, mustRotate, synced }: OpenedGeneration) {
    this.#current = generation;
    this.#prepare = preparer(generation.db);
    this.#isSynced = !mustRotate;
    this.#syncedAtStart = synced;
  }

  get current(): Generation {
    return this.#current;
  }

  /** False while the log may show more than the disk holds. The next rotation ends this. */
  get isSynced(): boolean {
    return this.#isSynced;
  }

  prepare<Row>(text: QueryText<Row>) {
    return this.#prepare(text);
  }

  /** The position that a flush now makes durable. */
  position(): SyncedPosition {
    if (!this.#isSynced) return this.#syncedAtStart;
    return { generation: this.#current.name, frames: countFrames(this.#current) };
  }

  /** Works on another generation from now on. Returns the superseded one, still open. */
  replace(next: Generation): Generation {
    const superseded = this.#current;
    this.#current = next;
    this.#isSynced = true;
    this.#prepare = preparer(next.db);
    return superseded;
  }
}
