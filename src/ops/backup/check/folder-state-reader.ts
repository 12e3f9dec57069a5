import { closeSync, openSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { STATE_FILE } from "../../../storage/file-names.ts";
import { readWal, readWalHead } from "../../../storage/generations/wal.ts";
import { listNames } from "../data-folder/interrupted-restore.ts";

const Noted = z.object({ generation: z.string(), frames: z.int() });

/** What is worth telling of a copy, though it is whole: it may hold less than the person thinks. */
export function notesOf(folder: string, generation: string): string[] {
  const notes: string[] = [];
  const noted = notedIn(folder);
  if (noted?.generation === generation && framesOf(join(folder, `${generation}-wal`)) < noted.frames)
    notes.push("its log ends earlier than the server has recorded: check the second line for missing data");
  return notes;
}

function notedIn(folder: string): z.output<typeof Noted> | null {
  if (!listNames(folder).includes(STATE_FILE)) return null;
  try {
    return Noted.parse(JSON.parse(readFileSync(join(folder, STATE_FILE), "utf8")));
  } catch {
    // Cut short by the copying of it, which happens while the box works: it says nothing then.
    return null;
  }
}

function framesOf(log: string): number {
  const fd = openSync(log, "r");
  try {
    const head = readWalHead(fd);
    return head === null ? 0 : readWal(fd, head).end.frames;
  } finally {
    closeSync(fd);
  }
}
