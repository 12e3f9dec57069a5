import { randomBytes } from "node:crypto";
import {
  closeSync,
  constants,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  lstatSync,
  openSync,
  readFileSync,
  statSync,
  writeSync,
} from "node:fs";
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
  /** Identity of the file in the one copy that continues the timeline. */
  continuation: z.string().optional(),
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
export type FolderState = ReturnType<typeof openFolderState>;

/** Reads the state file. The caller holds the lock. A damaged file counts as none. */
export function openFolderState(folder: string) {
  const path = join(folder, STATE_FILE);
  const bootId = readBootId();
  const saved = readState(path);
  const isSameBoot = saved !== null && saved.bootId !== null && saved.bootId === bootId;
  const superseded: Record<string, number> = isSameBoot ? { ...saved.superseded } : {};
  const identity = saved && fileIdentity(statSync(path));
  const isCopied = saved === null || saved.mark !== identity;
  const continued = isCopied && saved?.continuation !== identity ? null : saved?.timeline;
  const startedAt = uptime();
  const timeline = continued ?? randomBytes(6).toString("base64url");
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
    /** Identifies these data and their history in this folder. */
    timeline,
    previous: {
      isCopied,
      isDoubtful: !saved?.isClean && (bootId === null || isSameBoot),
      endsUnflushed: !isCopied && !saved?.isClean && !isSameBoot,
      time: saved?.time ?? null,
      synced: saved,
    },
    /** Saves that this process has opened the folder. Called when the start can no longer fail. */
    begin: (time: string, synced: SyncedPosition) => writeSmallFile(path, contentOf(time, synced, false)),
    /** Saves the time, so that nothing expired becomes valid again after a power cut. */
    saveTime: (time: string, synced: SyncedPosition) =>
      replaceSmallFile(path, contentOf(time, synced, false)),
    /** Records that a generation was superseded now. */
    supersede(generation: string) {
      superseded[generation] = uptime();
    },
    /** Seconds since the generation was superseded, by the machine's uptime. Without a record: since this start. */
    supersededSeconds: (generation: string) => uptime() - (superseded[generation] ?? startedAt),
    /** Removes the record of a generation whose files are deleted. */
    forget(generation: string) {
      delete superseded[generation];
    },
    /** Saves the end of the process. `isClean`: the whole log is on the disk. */
    end: (time: string, synced: SyncedPosition, isClean: boolean) =>
      writeSmallFile(path, contentOf(time, synced, isClean)),
  };
}

/**
 * Lets a whole copy of a folder continue its timeline, as an upgrade does. It still counts as a copy, which is checked. Neither
 * folder is in use. Where the copy takes the place of the original, `endTimeline` follows.
 */
export function continueTimeline(original: string, copy: string): void {
  changeState(copy, (state, continuation) =>
    state.mark === fileIdentity(lstatSync(join(original, STATE_FILE))) ? { ...state, continuation } : state,
  );
}

/** Ends the timeline in a folder whose copy continues it: if the folder is opened again, it counts as a copy. */
export function endTimeline(folder: string): void {
  changeState(folder, (state) => (state.mark === "" ? state : { ...state, mark: "" }));
}

/** Changes a state file, if any, in its place, which keeps its identity and owner. Root calls it: it opens no link and no pipe. */
function changeState(folder: string, change: (state: SavedState, identity: string) => SavedState): void {
  const path = join(folder, STATE_FILE);
  if (!lstatSync(path, { throwIfNoEntry: false })?.isFile()) return;
  const saved = readState(path);
  if (saved === null) return;
  const fd = openSync(path, constants.O_WRONLY | constants.O_NOFOLLOW);
  try {
    const changed = change(saved, fileIdentity(fstatSync(fd)));
    if (changed === saved) return;
    const text = `${JSON.stringify(changed)}\n`;
    ftruncateSync(fd);
    writeSync(fd, text);
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
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
