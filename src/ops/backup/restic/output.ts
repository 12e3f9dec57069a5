import { z } from "zod";

// What restic prints with `--json` (0.14 and later). Other lines are ignored.

const Status = z.object({
  message_type: z.literal("status"),
  percent_done: z.number(),
  files_done: z.number().optional(),
  bytes_done: z.number().optional(),
  total_bytes: z.number().optional(),
});
const FileError = z.object({
  message_type: z.literal("error"),
  item: z.string(),
  during: z.string().optional(),
});
const Summary = z.object({
  message_type: z.literal("summary"),
  files_new: z.int(),
  files_changed: z.int(),
  files_unmodified: z.int(),
  data_added: z.number(),
  total_bytes_processed: z.number(),
  snapshot_id: z.string(),
});
const Message = z.discriminatedUnion("message_type", [Status, FileError, Summary]);

/** A line of `backup`; null: another line. */
export function parseBackupLine(line: string): z.output<typeof Message> | null {
  return Message.safeParse(parseJson(line)).data ?? null;
}

export const Snapshots = z.array(
  z.object({ id: z.string(), time: z.string(), tags: z.array(z.string()).nullish() }),
);
export const Stats = z.object({ total_size: z.number() });

/** Parses JSON; undefined where it is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
