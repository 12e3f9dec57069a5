import { fdatasyncSync, ftruncateSync, statfsSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import type { Clock } from "../../platform/clock.ts";
import { StartupError, startupErrorKindOf } from "../../platform/startup-error.ts";
import {
  assertNotNewer,
  assertNotOlder,
  hasFirstSchema,
  isCurrentSchema,
  migrate,
} from "../database/migrations.ts";
import { createdAt, generationName } from "../file-names.ts";
import { openFolder } from "../folder.ts";
import { CONVERSION_ROOM, convertGeneration } from "./convert-generation.ts";
import type { FolderState, PreviousRun, SyncedPosition } from "./folder-state.ts";
import {
  countFrames,
  createGeneration,
  type Generation,
  openGeneration,
  toStartupError,
} from "./generations.ts";
import { lostCommits } from "./lost-commits.ts";
import { NextGenerationError } from "./next-generation.ts";
import { bytesToRotate, makeRotation } from "./rotation.ts";
import { readWalHeader, walBytes } from "./wal.ts";

/** The folder at its start: its newest generation open, sound, and of today's schema. */
export interface OpenedGeneration {
  readonly generation: Generation;
  readonly state: FolderState;
  /** True when this start made the database. */
  readonly isNew: boolean;
  /** The log may not be on the disk as it reads, and there was no room to make it sure: only what the reserve is for is written before. */
  readonly mustRotate: boolean;
  /** What is on the disk for sure. */
  readonly synced: SyncedPosition;
  unlock(): void;
}

/** What a start does that may take long. */
export type OpeningPhase = "checking" | "renewing" | "migrating";

interface OpeningOptions {
  readonly folder: string;
  readonly clock: Clock;
  readonly reserveBytes: number;
  readonly onPhase?: (phase: OpeningPhase) => void;
}

/**
 * Opens the folder. After a clean stop or a restart of the machine its log is carried on; where the process was killed (a
 * failed sync, perhaps: the page cache may show what the disk lacks) or the folder is a copy, the next generation comes
 * first, written and synced anew; a copy is checked as a whole. Rejects with StartRefused; nothing is touched then.
 */
export async function openNewestGeneration(options: OpeningOptions): Promise<OpenedGeneration> {
  const { onPhase = () => {} } = options;
  onPhase("checking");
  const { newest, state, unlock } = openFolder(options.folder);
  let generation: Generation | null = null;
  try {
    const isNew = newest === null;
    generation = openGeneration(options.folder, newest ?? createFirst(options));
    const { previous: earlier } = state;
    assertNotNewer(generation.db, generation.file);
    if (!isNew) refuseShortened(generation, earlier);
    const times = [earlier.time, createdAt(generation.name)].map((time) => Date.parse(time ?? "") || 0);
    options.clock.notBefore(Math.max(lastWrite(generation.db), ...times));
    const isUnsure = !isNew && (earlier.isCopied || isDoubtful(generation, earlier));
    const mustRenew = isUnsure && !hasRoom(options, generation);
    if (mustRenew || (hasFirstSchema(generation.db) && !hasRoom(options, generation, CONVERSION_ROOM)))
      assertNotOlder(generation.db, generation.file);
    else if (isUnsure) {
      onPhase("renewing");
      generation = await renewed(options, generation, state);
    }
    if (earlier.isCut) cutAfterLastCommit(generation);
    if (!isNew && !isCurrentSchema(generation.db)) onPhase("migrating");
    if (hasFirstSchema(generation.db)) generation = converted(options, generation, state);
    migrate(generation.db, generation.file);
    // The note of how far the log is on the disk comes next; where that is not sure, what was sure before stands.
    if (!mustRenew) fdatasyncSync(generation.walFd);
    const written = { generation: generation.name, frames: countFrames(generation) };
    const sure = mustRenew ? (earlier.synced ?? { ...written, frames: 0 }) : written;
    state.begin(options.clock.iso(), sure);
    return { generation, state, isNew, mustRotate: mustRenew, synced: sure, unlock };
  } catch (error) {
    generation?.close();
    unlock();
    throw newest === null ? asFirstRefusal(options.folder, error) : asRefusal(options.folder, error);
  }
}

function createFirst({ folder, clock }: OpeningOptions): string {
  const name = generationName(clock.now(), undefined);
  createGeneration(folder, name, (db) => migrate(db, join(folder, name)));
  return name;
}

/** True when the process was killed and the log shows more than was known to be on the disk. */
function isDoubtful(generation: Generation, { isDoubtful, synced: written }: PreviousRun): boolean {
  if (!isDoubtful) return false;
  return written?.generation !== generation.name || countFrames(generation) > written.frames;
}

/** The same content as a new generation, synced; a copied folder's is checked first. */
async function renewed(
  { folder, clock }: OpeningOptions,
  from: Generation,
  { previous: earlier, supersede }: FolderState,
): Promise<Generation> {
  let current = from;
  const renewal = makeRotation({
    folder,
    current: () => current,
    now: clock.now,
    pauseWrites: async () => () => {},
    flush: async () => {},
    switchTo(next) {
      current = next;
      from.close();
      supersede(from.name);
    },
    saveChecksum: null,
    onDiverged() {},
  });
  await renewal.run(earlier.isCopied);
  return current;
}

/** The same data as a new generation of today's schema. The former generation does not change. */
function converted(
  { folder, clock }: OpeningOptions,
  from: Generation,
  { supersede }: FolderState,
): Generation {
  const name = generationName(clock.now(), from.name);
  convertGeneration(folder, from, name);
  from.close();
  supersede(from.name);
  return openGeneration(folder, name);
}

/**
 * A log that is shorter than it was known to be on the disk was damaged: SQLite would carry on from before the damage and
 * say nothing. A copy's may be shorter, for the note may have been copied later; but then nothing stands behind its end.
 */
function refuseShortened(generation: Generation, { isCopied, synced: written }: PreviousRun): void {
  if (isCopied) {
    if (lostCommits(`${generation.file}-wal`, written) !== "lost") return;
    throw new StartupError(
      `${generation.file}-wal: the database's log is damaged in the middle; it was left as it is`,
      "damaged",
    );
  }
  if (written === null || written.generation < generation.name) return;
  if (written.generation > generation.name) {
    throw new StartupError(
      `${generation.file}: the database that was worked on last (${written.generation}) is missing; nothing was touched`,
      "damaged",
    );
  }
  const frames = countFrames(generation);
  if (frames >= written.frames) return;
  throw new StartupError(
    `${generation.file}-wal: the database's log is damaged (${frames} of ${written.frames} pages can be read); it was left as it is`,
    "damaged",
  );
}

/**
 * What a power cut has left behind the last whole commit goes: overwritten in part, it would look like commits that were
 * lost. No copy is under way that has begun before the cut.
 */
function cutAfterLastCommit(generation: Generation): void {
  const head = readWalHeader(generation.walFd);
  if (head !== null) ftruncateSync(generation.walFd, walBytes(head, countFrames(generation)));
}

function lastWrite(db: Database.Database): number {
  return Date.parse(String(db.prepare("SELECT at FROM changeCounter").pluck().get()));
}

function hasRoom({ folder, reserveBytes }: OpeningOptions, generation: Generation, times = 1): boolean {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize - reserveBytes >= times * bytesToRotate(generation);
}

/** In a folder without a database there is none that could be damaged. */
function asFirstRefusal(folder: string, error: unknown): unknown {
  const why = startupErrorKindOf(error);
  if (error instanceof StartupError || why === null) return error;
  const reason = error instanceof Error ? error.message : String(error);
  return new StartupError(`${folder}: no database can be made here (${reason})`, why);
}

function asRefusal(folder: string, error: unknown): unknown {
  if (error instanceof NextGenerationError) {
    const why = startupErrorKindOf(error) ?? "damaged";
    return new StartupError(
      `${folder}: the database can't be carried on (${error.message}); it was left as it is`,
      why,
    );
  }
  if (error instanceof Database.SqliteError) return toStartupError(folder, error);
  const why = startupErrorKindOf(error);
  if (error instanceof StartupError || why === null) return error;
  return new StartupError(`${folder}: the data folder can't be used (${String(error)})`, why);
}
