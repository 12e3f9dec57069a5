import { fdatasyncSync, ftruncateSync, statfsSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import type { Clock } from "../../platform/clock.ts";
import { StartupError, startupErrorKindOf } from "../../platform/startup-error.ts";
import { isOfToday, migrate, refuseNewer, refuseOlder } from "../database/migrations.ts";
import { generationName, madeAt } from "../file-names.ts";
import { openFolder } from "../folder.ts";
import type { Earlier, FolderState, Written } from "./folder-state.ts";
import { createGeneration, framesOf, type Generation, openGeneration, unreadable } from "./generations.ts";
import { lostCommits } from "./lost-commits.ts";
import { MakingFailed } from "./next-generation.ts";
import { makeRotation, roomFor } from "./rotation.ts";
import { readWalHead, walBytes } from "./wal.ts";

/** The folder at its start: its newest generation open, sound, and of today's schema. */
export interface Opened {
  readonly generation: Generation;
  readonly state: FolderState;
  /** True when this start made the database. */
  readonly isNew: boolean;
  /** The log may not be on the disk as it reads, and there was no room to make it sure: only what the reserve is for is written before. */
  readonly mustRenew: boolean;
  /** What is on the disk for sure. */
  readonly sure: Written;
  unlock(): void;
}

/** What a start does that may take long. */
export type OpeningPhase = "checking" | "renewing" | "migrating";

interface OpeningOptions {
  readonly folder: string;
  readonly clock: Clock;
  readonly reserveBytes: number;
  readonly schemaVersion?: number;
  readonly onPhase?: (phase: OpeningPhase) => void;
}

/**
 * Opens the folder. After a clean stop or a restart of the machine its log is carried on; where the process was killed (a
 * failed sync, perhaps: the page cache may show what the disk lacks) or the folder is a copy, the next generation comes
 * first, written and synced anew; a copy is checked as a whole. Rejects with StartRefused; nothing is touched then.
 */
export async function openFirst(options: OpeningOptions): Promise<Opened> {
  const { onPhase = () => {} } = options;
  onPhase("checking");
  const { newest, state, unlock } = openFolder(options.folder);
  let generation: Generation | null = null;
  try {
    const isNew = newest === null;
    generation = openGeneration(options.folder, newest ?? createFirst(options));
    const { earlier } = state;
    refuseNewer(generation.db, generation.file);
    if (!isNew) refuseShortened(generation, earlier);
    const times = [earlier.time, madeAt(generation.name)].map((time) => Date.parse(time ?? "") || 0);
    options.clock.notBefore(Math.max(lastWrite(generation.db), ...times));
    const isUnsure = !isNew && (earlier.isCopied || isDoubtful(generation, earlier));
    const mustRenew = isUnsure && !hasRoom(options, generation);
    if (mustRenew) refuseOlder(generation.db, generation.file);
    else if (isUnsure) {
      onPhase("renewing");
      generation = await renewed(options, generation, state);
    }
    if (earlier.isCut) cutAfterLastCommit(generation);
    if (!isNew && !isOfToday(generation.db)) onPhase("migrating");
    migrate(generation.db, generation.file, options.schemaVersion);
    // The note of how far the log is on the disk comes next; where that is not sure, what was sure before stands.
    if (!mustRenew) fdatasyncSync(generation.walFd);
    const written = { generation: generation.name, frames: framesOf(generation) };
    const sure = mustRenew ? (earlier.written ?? { ...written, frames: 0 }) : written;
    state.begin(options.clock.iso(), sure);
    return { generation, state, isNew, mustRenew, sure, unlock };
  } catch (error) {
    generation?.close();
    unlock();
    throw newest === null ? asFirstRefusal(options.folder, error) : asRefusal(options.folder, error);
  }
}

function createFirst({ folder, clock, schemaVersion }: OpeningOptions): string {
  const name = generationName(clock.now(), undefined);
  createGeneration(folder, name, (db) => migrate(db, join(folder, name), schemaVersion));
  return name;
}

/** True when the process was killed and the log shows more than was known to be on the disk. */
function isDoubtful(generation: Generation, { isDoubtful, written }: Earlier): boolean {
  if (!isDoubtful) return false;
  return written?.generation !== generation.name || framesOf(generation) > written.frames;
}

/** The same content as a new generation, synced; a copied folder's is checked first. */
async function renewed(
  { folder, clock }: OpeningOptions,
  from: Generation,
  { earlier, supersede }: FolderState,
): Promise<Generation> {
  let current = from;
  const renewal = makeRotation({
    folder,
    current: () => current,
    now: clock.now,
    hold: async () => () => {},
    settled: async () => {},
    swap(next) {
      current = next;
      from.close();
      supersede(from.name);
    },
    note: null,
    lost() {},
  });
  await renewal.run(earlier.isCopied);
  return current;
}

/**
 * A log that is shorter than it was known to be on the disk was damaged: SQLite would carry on from before the damage and
 * say nothing. A copy's may be shorter, for the note may have been copied later; but then nothing stands behind its end.
 */
function refuseShortened(generation: Generation, { isCopied, written }: Earlier): void {
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
  const frames = framesOf(generation);
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
  const head = readWalHead(generation.walFd);
  if (head !== null) ftruncateSync(generation.walFd, walBytes(head, framesOf(generation)));
}

function lastWrite(db: Database.Database): number {
  return Date.parse(String(db.prepare("SELECT at FROM changeCounter").pluck().get()));
}

function hasRoom({ folder, reserveBytes }: OpeningOptions, generation: Generation): boolean {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize - reserveBytes >= roomFor(generation);
}

/** In a folder without a database there is none that could be damaged. */
function asFirstRefusal(folder: string, error: unknown): unknown {
  const why = startupErrorKindOf(error);
  if (error instanceof StartupError || why === null) return error;
  const reason = error instanceof Error ? error.message : String(error);
  return new StartupError(`${folder}: no database can be made here (${reason})`, why);
}

function asRefusal(folder: string, error: unknown): unknown {
  if (error instanceof MakingFailed) {
    const why = startupErrorKindOf(error) ?? "damaged";
    return new StartupError(
      `${folder}: the database can't be carried on (${error.message}); it was left as it is`,
      why,
    );
  }
  if (error instanceof Database.SqliteError) return unreadable(folder, error);
  const why = startupErrorKindOf(error);
  if (error instanceof StartupError || why === null) return error;
  return new StartupError(`${folder}: the data folder can't be used (${String(error)})`, why);
}
