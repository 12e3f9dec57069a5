import { fdatasyncSync, ftruncateSync, statfsSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import type { Clock } from "../../platform/clock.ts";
import { errorMessage } from "../../platform/error-code.ts";
import { StartupError, startupErrorKindOf } from "../../platform/startup-error.ts";
import { assertNotOlder, assertReadable, isCurrentSchema, migrate } from "../database/migrations.ts";
import { createdAt, generationName } from "../files/file-names.ts";
import { openFolder } from "./folder.ts";
import type { FolderState, PreviousRun, SyncedPosition } from "./folder-state.ts";
import {
  countFrames,
  createGeneration,
  type Generation,
  openGeneration,
  toStartupError,
} from "./generations.ts";
import { savedMainChecksum } from "./main-file-checksum.ts";
import { removeSuperseded } from "./maintenance.ts";
import { bytesToRotate, makeRotation, NextGenerationError, startNextGeneration } from "./rotation.ts";
import { lostCommits, readWalHeader, walBytes } from "./wal.ts";

/** A data folder after its start: its newest generation is open, checked and of the current schema. */
export interface OpenedGeneration {
  readonly generation: Generation;
  readonly state: FolderState;
  /** True when this start made the database. */
  readonly isNew: boolean;
  /** True when the log may not be on the disk and there was no disk space to rotate. Until the rotation only reserved writes run. */
  readonly mustRotate: boolean;
  /** The position up to which the log is known to be on the disk. */
  readonly synced: SyncedPosition;
  unlock(): void;
}

/** A step of the start that may take long. */
export type OpeningPhase = "checking" | "rotating" | "converting";

interface OpeningOptions {
  readonly folder: string;
  readonly clock: Clock;
  readonly reserveBytes: number;
  readonly onPhase?: (phase: OpeningPhase) => void;
}

/**
 * Opens the folder. After a clean stop or a restart of the machine the log is continued. After a killed process the page cache
 * may show data that the disk lacks, and a copied folder may not be flushed: both start with a rotation, which writes and
 * flushes all data again. A copied folder is checked as a whole first. Rejects with StartupError; the newest generation is unchanged
 * then.
 */
export async function openNewestGeneration(options: OpeningOptions): Promise<OpenedGeneration> {
  const { onPhase = () => {} } = options;
  onPhase("checking");
  const { newest, state, unlock } = openFolder(options.folder);
  let generation: Generation | null = null;
  try {
    const isNew = newest === null;
    generation = openGeneration(options.folder, newest ?? createFirst(options));
    const { previous } = state;
    assertReadable(generation.db, generation.file);
    if (!isNew) assertNotShortened(generation, previous);
    const times = [previous.time, createdAt(generation.name)].map((time) => Date.parse(time ?? "") || 0);
    options.clock.notBefore(Math.max(lastWrite(generation.db), ...times));
    const needsRotation = !isNew && (previous.isCopied || isDoubtful(generation, previous));
    if (needsRotation && previous.isCopied && !hasSpace(options, generation))
      await removeEarlier(options.folder, generation, state);
    const cannotRotate = needsRotation && !hasSpace(options, generation);
    if (cannotRotate) assertNotOlder(generation.db, generation.file);
    else if (needsRotation) {
      onPhase("rotating");
      generation = await rotateFirst(options, generation, state);
    }
    if (previous.endsUnflushed) cutAfterLastCommit(generation);
    if (!isNew && !isCurrentSchema(generation.db)) onPhase("converting");
    migrate(generation.db, generation.file);
    // The flushed position is saved next. Without a rotation the previous one stays valid.
    if (!cannotRotate) fdatasyncSync(generation.walFd);
    const position = { generation: generation.name, frames: countFrames(generation) };
    const synced = cannotRotate ? (previous.synced ?? { ...position, frames: 0 }) : position;
    state.begin(options.clock.iso(), synced);
    return { generation, state, isNew, mustRotate: cannotRotate, synced, unlock };
  } catch (error) {
    generation?.close();
    unlock();
    throw newest === null ? toFirstStartError(options.folder, error) : toStartError(options.folder, error);
  }
}

function createFirst({ folder, clock }: OpeningOptions): string {
  const name = generationName(clock.now(), undefined);
  createGeneration(folder, name, (db) => migrate(db, join(folder, name)));
  return name;
}

/** True when the process was killed and the log is longer than its flushed position. */
function isDoubtful(generation: Generation, { isDoubtful, synced: position }: PreviousRun): boolean {
  if (!isDoubtful) return false;
  return position?.generation !== generation.name || countFrames(generation) > position.frames;
}

/**
 * Makes room at the first start of a copied folder, which nobody copies yet: removes the superseded generations, whatever their age.
 * They stay where the newest main file is damaged.
 */
async function removeEarlier(folder: string, newest: Generation, { forget }: FolderState): Promise<void> {
  const next = startNextGeneration(folder, newest, newest.name);
  try {
    if ((await next.hash(newest.mainFd)) !== savedMainChecksum(newest.db)) return;
  } finally {
    await next.end();
  }
  const state = { forget, supersededSeconds: () => Number.POSITIVE_INFINITY };
  await removeSuperseded({ folder, state, isLeased: () => false }, 1);
}

/** Writes the same content as a new, flushed generation. A copied folder is checked first. */
async function rotateFirst(
  { folder, clock }: OpeningOptions,
  from: Generation,
  { previous, supersede }: FolderState,
): Promise<Generation> {
  let current = from;
  const rotation = makeRotation({
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
  await rotation.run(previous.isCopied);
  return current;
}

/**
 * Throws StartupError when the log is shorter than its flushed position: it was damaged, and SQLite would silently continue
 * before the damage. The log of a copy may be shorter, because the state file may be copied later; but then nothing follows its
 * end.
 */
function assertNotShortened(generation: Generation, { isCopied, synced: position }: PreviousRun): void {
  if (isCopied) {
    if (lostCommits(`${generation.file}-wal`, position) !== "lost") return;
    throw new StartupError(
      `${generation.file}-wal: the database's log is damaged in the middle; it was not changed`,
      "damaged",
    );
  }
  if (position === null || position.generation < generation.name) return;
  if (position.generation > generation.name) {
    throw new StartupError(
      `${generation.file}: the newest database (${position.generation}) is missing; nothing was changed`,
      "damaged",
    );
  }
  const frames = countFrames(generation);
  if (frames >= position.frames) return;
  throw new StartupError(
    `${generation.file}-wal: the database's log is damaged (${frames} of ${position.frames} pages can be read); it was not changed`,
    "damaged",
  );
}

/**
 * Cuts what a power cut has left after the last whole commit. Partly overwritten, it would look like lost commits. No copy
 * that began before the cut is still running.
 */
function cutAfterLastCommit(generation: Generation): void {
  const head = readWalHeader(generation.walFd);
  if (head !== null) ftruncateSync(generation.walFd, walBytes(head, countFrames(generation)));
}

function lastWrite(db: Database.Database): number {
  return Date.parse(String(db.prepare("SELECT at FROM changeCounter").pluck().get()));
}

function hasSpace({ folder, reserveBytes }: OpeningOptions, generation: Generation): boolean {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize - reserveBytes >= bytesToRotate(generation);
}

/** The error of a first start: the folder has no database that could be damaged. */
function toFirstStartError(folder: string, error: unknown): unknown {
  const kind = startupErrorKindOf(error);
  if (error instanceof StartupError || kind === null) return error;
  const reason = errorMessage(error);
  return new StartupError(`${folder}: no database can be created here (${reason})`, kind);
}

function toStartError(folder: string, error: unknown): unknown {
  if (error instanceof NextGenerationError) {
    const kind = startupErrorKindOf(error) ?? "damaged";
    return new StartupError(
      `${folder}: the database can't be continued (${error.message}); it was not changed`,
      kind,
    );
  }
  if (error instanceof Database.SqliteError) return toStartupError(folder, error);
  const kind = startupErrorKindOf(error);
  if (error instanceof StartupError || kind === null) return error;
  return new StartupError(`${folder}: the data folder can't be used (${String(error)})`, kind);
}
