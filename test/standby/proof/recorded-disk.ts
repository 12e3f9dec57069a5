import { closeSync, fstatSync, openSync, readFileSync, renameSync, rmSync } from "node:fs";
import { diskAt, readStart, type Start } from "../../torture/power/disk.ts";
import { writeImage } from "../../torture/power/image.ts";
import { readJournal } from "../../torture/power/journal.ts";
import { afterTheCut } from "../../torture/power/machine.ts";
import type { Random } from "../../torture/random.ts";
import type { Shim } from "../../torture/shim/shim.ts";

/** A disk on which something is unsynced at any moment. */
const SYNC_MS = 4;

/** A data folder whose changes are recorded, so that its machine can lose its power. */
export class RecordedDisk {
  readonly #folder: string;
  readonly #shim: Shim;
  readonly #random: Random;
  #start: Start;
  #cuts = 0;
  #afterCut: Record<string, string> = {};

  /** No process may use the folder yet. */
  constructor(folder: string, shim: Shim, random: Random) {
    this.#folder = folder;
    this.#shim = shim;
    this.#random = random;
    this.#start = readStart(folder);
  }

  /** The environment of a server on this disk. */
  environment(): Record<string, string> {
    const watched = { folder: this.#folder, journal: this.#journal, syncMs: SYNC_MS };
    return { ...this.#shim.environment(watched), ...this.#afterCut };
  }

  /** Puts what a power cut leaves in place of the folder: all that was synced, and a random part of the rest. No process uses it. */
  cut(): void {
    const image = `${this.#folder}.image`;
    const fd = openSync(this.#journal, "a+");
    const { size } = fstatSync(fd);
    closeSync(fd);
    writeImage(diskAt(this.#start, readJournal(readFileSync(this.#journal)), size), image, this.#random);
    rmSync(this.#folder, { recursive: true });
    renameSync(image, this.#folder);
    rmSync(this.#journal);
    this.#cuts++;
    this.#afterCut = afterTheCut(this.#folder, this.#shim, this.#random);
    this.#start = readStart(this.#folder);
  }

  /** Removes what was recorded. */
  remove(): void {
    for (const path of [this.#journal, `${this.#folder}.boot`]) rmSync(path, { force: true });
  }

  get #journal(): string {
    return `${this.#folder}.journal-${this.#cuts}`;
  }
}
