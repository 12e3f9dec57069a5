import { randomBytes } from "node:crypto";
import { readFileSync, statSync } from "node:fs";
import { uptime } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import { VERSION } from "../../platform/version.ts";
import { fileIdentity, replaceSmallFile, writeSmallFile } from "../files/durable-files.ts";
import { STATE_FILE } from "../files/file-names.ts";

const State = z.object({
  /** The process that opened the folder last. */
  pid: z.int(),
  /** The version of its program. */
  version: z.string().optional(),
  /** Identifies the machine's start at that time. Null where the system does not report it. */
  bootId: z.string().nullable(),
  /** Identity of this file. A copy has another one. */
  mark: z.string(),
  /** True when everything was on the disk at its end. */
  isClean: z.boolean(),
  /** The last time, ISO 8601. The clock never goes back before it. */
  time: z.string(),
  /** The open generation, and the number of its log's frames on the disk. */
  generation: z.string(),
  frames: z.int(),
  /** The time when each generation was superseded, in seconds of the machine's uptime. */
  superseded: z.record(z.string(), z.number()),
  /** Identifies these data and their history in this folder. A copy that is opened has another one. */
  timeline: z.string().optional(),
});
type SavedState = z.output<typeof State>;

/** How the previous process left the folder. */
export interface PreviousRun {
  /** True for a folder that was never opened at this place: a copy, a restored folder, or one without a state file. */
  readonly isCopied: boolean;
  /** True when the process was killed and the machine still runs: a part of the log may be in the page cache only. */
  readonly isDoubtful: boolean;
  /** True when the machine has restarted without a clean stop of the process: probably a power cut. */
  readonly endsUnflushed: boolean;
  /** The last saved time, ISO 8601. Null: not known. */
  readonly time: string | null;
  /** The flushed position. Null: not known. The log of a copy may be older than its state file. */
  readonly synced: SyncedPosition | null;
}

/** The position up to which a generation's log is on the disk. */
export interface SyncedPosition {
  readonly generation: string;
  readonly frames: number;
}

/** The state file of the data folder (`tallybox.json`; not a secret). */
export interface FolderState {
  readonly previous: PreviousRun;
  /** Identifies these data and their history in this folder. */
  readonly timeline: string;
  /** Saves that this process has opened the folder. Called when the start can no longer fail. */
  begin(time: string, synced: SyncedPosition): void;
  /** Saves the time, so that nothing expired becomes valid again after a power cut. */
  saveTime(time: string, synced: SyncedPosition): Promise<void>;
  /** Records that a generation was superseded now. */
  supersede(generation: string): void;
  /** Seconds since the generation was superseded, by the machine's uptime. Without a record: since this start. */
  supersededSeconds(generation: string): number;
  /** Removes the record of a generation whose files are deleted. */
  forget(generation: string): void;
  /** Saves the end of the process. `isClean`: the whole log is on the disk. */
  end(time: string, synced: SyncedPosition, isClean: boolean): void;
}

/** Reads the state file. The caller holds the lock. A damaged file counts as none. */
export function openFolderState(folder: string): FolderState {
  const path = join(folder, STATE_FILE);
  const bootId = readBootId();
  const saved = readState(path);
  const isSameBoot = saved !== null && saved.bootId !== null && saved.bootId === bootId;
  const superseded: Record<string, number> = isSameBoot ? { ...saved.superseded } : {};
  const isCopied = saved === null || saved.mark !== fileIdentity(statSync(path));
  const startedAt = uptime();
  const timeline = (!isCopied && saved?.timeline) || randomBytes(6).toString("base64url");
  const { version } = VERSION;
  const contentOf =
    (time: string, { generation, frames }: SyncedPosition, isClean: boolean) =>
    (mark: string): string => {
      const now: SavedState = {
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
      isDoubtful: !saved?.isClean && (bootId === null || isSameBoot),
      endsUnflushed: !isCopied && !saved?.isClean && !isSameBoot,
      time: saved?.time ?? null,
      synced: saved,
    },
    begin: (time, synced) => writeSmallFile(path, contentOf(time, synced, false)),
    saveTime: (time, synced) => replaceSmallFile(path, contentOf(time, synced, false)),
    supersede(generation) {
      superseded[generation] = uptime();
    },
    supersededSeconds: (generation) => uptime() - (superseded[generation] ?? startedAt),
    forget(generation) {
      delete superseded[generation];
    },
    end: (time, synced, isClean) => writeSmallFile(path, contentOf(time, synced, isClean)),
  };
}

/** The id of the process that opened the folder last, for the error message of a second one. */
export function lastProcessId(folder: string): number | null {
  return readState(join(folder, STATE_FILE))?.pid ?? null;
}

/** The flushed position in the state file. Null where there is none. */
export function readSyncedPosition(folder: string): SyncedPosition | null {
  return readState(join(folder, STATE_FILE));
}

/** The version of the program that opened the folder, or its original, last. Null: not saved. */
export function lastProgramVersion(folder: string): string | null {
  return readState(join(folder, STATE_FILE))?.version ?? null;
}

function readState(path: string): SavedState | null {
  try {
    return State.parse(JSON.parse(readFileSync(path, "utf8")));
  } catch {
    // Missing, or truncated by a copy: as if the folder had never been opened here.
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
