import { randomBytes } from "node:crypto";
import { readFileSync, statSync } from "node:fs";
import { uptime } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import { VERSION } from "../../platform/version.ts";
import { STATE_FILE } from "../file-names.ts";
import { fileIdentity, replaceSmallFile, writeSmallFile } from "../files.ts";

const State = z.object({
  /** The process that works on the folder, or did. */
  pid: z.int(),
  /** The version of its program. */
  version: z.string().optional(),
  /** The machine's start during which it did; null where the system does not tell. */
  bootId: z.string().nullable(),
  /** This file's own mark: every copy of it has another. */
  mark: z.string(),
  /** Everything was on the disk when it ended. */
  isClean: z.boolean(),
  /** ISO 8601: no time before it is given again. */
  time: z.string(),
  /** The generation that was open, and how many frames of its log were on the disk by then. */
  generation: z.string(),
  frames: z.int(),
  /** When each generation was superseded, in seconds of the machine's uptime. */
  superseded: z.record(z.string(), z.number()),
  /** Names these data and what becomes of them here: a copy that is worked on has another. */
  timeline: z.string().optional(),
});
type Kept = z.output<typeof State>;

/** What the folder says of those who worked on it before. */
export interface PreviousRun {
  /** Never before worked on at this place: a copy, a restored folder, or one from before such notes were kept. */
  readonly isCopied: boolean;
  /** Some of the log may be in the page cache alone: the process was killed, perhaps after a failed sync, and the machine runs on. */
  readonly isDoubtful: boolean;
  /** The machine was started anew since, without a clean end here: a power cut, most likely. */
  readonly isCut: boolean;
  /** ISO 8601, null where nothing is known. */
  readonly time: string | null;
  /** What was on the disk for sure; null where it is not known. Of a copy the log may have been copied before this was. */
  readonly synced: SyncedPosition | null;
}

/** How far a generation's log was on the disk. */
export interface SyncedPosition {
  readonly generation: string;
  readonly frames: number;
}

/** The note of who works on the folder, since when, and how it ended (`tallybox.json`; not a secret). */
export interface FolderState {
  readonly previous: PreviousRun;
  /** Names these data and what becomes of them here. */
  readonly timeline: string;
  /** Notes that the folder is worked on now. Called once the start can no longer be refused. */
  begin(time: string, written: SyncedPosition): void;
  /** Keeps the time, so that nothing that expired comes back after a power cut. */
  saveTime(time: string, written: SyncedPosition): Promise<void>;
  /** Notes that a generation was superseded just now. */
  supersede(generation: string): void;
  /** How many seconds ago it was superseded, at the least: one that nobody noted, at this start. The system's clock has no part in it. */
  supersededSeconds(generation: string): number;
  /** Its files are gone. */
  forget(generation: string): void;
  /** Notes the end; `isClean`: all that the log shows is on the disk. */
  end(time: string, written: SyncedPosition, isClean: boolean): void;
}

/** Reads the note; the lock is held already. A note that is damaged counts as none. */
export function openFolderState(folder: string): FolderState {
  const path = join(folder, STATE_FILE);
  const bootId = readBootId();
  const kept = readKept(path);
  const isSameBoot = kept !== null && kept.bootId !== null && kept.bootId === bootId;
  const superseded: Record<string, number> = isSameBoot ? { ...kept.superseded } : {};
  const isCopied = kept === null || kept.mark !== fileIdentity(statSync(path));
  const startedAt = uptime();
  const timeline = (!isCopied && kept?.timeline) || randomBytes(6).toString("base64url");
  const { version } = VERSION;
  const note =
    (time: string, { generation, frames }: SyncedPosition, isClean: boolean) =>
    (mark: string): string => {
      const now: Kept = {
        pid: process.pid,
        version,
        bootId,
        mark,
        isClean,
        time,
        generation,
        frames,
        superseded,
        timeline,
      };
      return `${JSON.stringify(now)}\n`;
    };
  return {
    timeline,
    previous: {
      isCopied,
      isDoubtful: !kept?.isClean && (bootId === null || isSameBoot),
      isCut: !isCopied && !kept?.isClean && !isSameBoot,
      time: kept?.time ?? null,
      synced: kept,
    },
    begin: (time, written) => writeSmallFile(path, note(time, written, false)),
    saveTime: (time, written) => replaceSmallFile(path, note(time, written, false)),
    supersede(generation) {
      superseded[generation] = uptime();
    },
    supersededSeconds: (generation) => uptime() - (superseded[generation] ?? startedAt),
    forget(generation) {
      delete superseded[generation];
    },
    end: (time, written, isClean) => writeSmallFile(path, note(time, written, isClean)),
  };
}

/** The process that noted itself last, for the message to a second one. */
export function lastProcessId(folder: string): number | null {
  return readKept(join(folder, STATE_FILE))?.pid ?? null;
}

/** How far the log was on the disk for sure, as the folder itself says; null where it does not. */
export function readSyncedPosition(folder: string): SyncedPosition | null {
  return readKept(join(folder, STATE_FILE));
}

/** The version of the program that worked on the folder last, or on what it was copied from; null where it is not noted. */
export function lastProgramVersion(folder: string): string | null {
  return readKept(join(folder, STATE_FILE))?.version ?? null;
}

function readKept(path: string): Kept | null {
  try {
    return State.parse(JSON.parse(readFileSync(path, "utf8")));
  } catch {
    // Absent, or cut short by the copying of it: as if never worked on here.
    return null;
  }
}

function readBootId(): string | null {
  try {
    return readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
  } catch {
    // Not Linux, or hidden from the service.
    return null;
  }
}
