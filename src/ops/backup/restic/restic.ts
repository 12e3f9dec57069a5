import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { parseJson } from "../../../platform/parse-json.ts";
import { type ProgramCall, type ProgramEnd, runProgram } from "../../programs/run.ts";
import { type Connection, connectionTo, SSH_LOG, secretsOf } from "./connection.ts";
import type { RepositoryAccess } from "./destination.ts";
import { detailOf, failureKind, RepositoryError } from "./failures.ts";
import { resticPath } from "./programs.ts";

/** Where a repository keeps its temporary files, and how its programs end. */
export interface RepositoryOptions {
  /** A private folder (0700). The caller removes it. */
  readonly work: string;
  /** Folder of restic's cache of indexes; null: none, so each call downloads them again. */
  readonly cache: string | null;
  /** Ends a running program; the call rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** Ends a call that makes no progress for so long, by default half an hour. */
  readonly stallMs?: number;
}

/** For a call that transfers little. */
const QUICK_MS = 60_000;
/** For a call that transfers much. */
const LONG_MS = 24 * 3_600_000;
/** restic itself repeats a request for 15 minutes. */
const STALL_MS = 30 * 60_000;

/** Runs restic for one repository. Its functions reject with RepositoryError. */
export class Restic {
  readonly work: string;
  readonly #connection: Connection;
  readonly #secrets: readonly string[];
  readonly #options: RepositoryOptions;

  /** Throws RepositoryError where a program is missing. */
  constructor(access: RepositoryAccess, options: RepositoryOptions) {
    this.work = options.work;
    this.#connection = connectionTo(access, options.work);
    this.#secrets = secretsOf(access);
    this.#options = options;
  }

  /** Runs a call that transfers little, in a minute at most. Rejects where it fails. */
  async quick(args: readonly string[]): Promise<ProgramEnd> {
    return this.checked(await this.run(args, { timeoutMs: QUICK_MS }));
  }

  /** Runs a call that may transfer much: it ends when nothing moves. `into`: as of `failure`. Rejects where it fails. */
  async long(
    args: readonly string[],
    { into, ...more }: Pick<ProgramCall, "onWritten"> & { readonly into?: string } = {},
  ): Promise<ProgramEnd> {
    return this.checked(await this.run(args, { timeoutMs: LONG_MS, ...more }), into);
  }

  /** Runs a call until its end, whatever its status is. */
  async run(
    args: readonly string[],
    more: Pick<ProgramCall, "cwd" | "timeoutMs" | "onLine" | "onMessage" | "onWritten"> = {},
  ): Promise<ProgramEnd> {
    const { cache, signal, stallMs = STALL_MS } = this.#options;
    const cached = cache === null ? ["--no-cache"] : ["--cache-dir", cache, "--cleanup-cache"];
    const { env, options } = this.#connection;
    const all = [...args, ...cached, ...options];
    const end = await runProgram({ program: resticPath(), args: all, env, signal, stallMs, ...more });
    signal?.throwIfAborted();
    return end;
  }

  /** The same end. `into`: as of `failure`. Throws where it is a failure. */
  checked(end: ProgramEnd, into?: string): ProgramEnd {
    if (end.status !== 0) throw this.failure(end, into);
    return end;
  }

  /** The error of a failed call. `into`: the folder of this server that it has restored into. */
  failure({ messages: own, wasStopped, wasKilled }: ProgramEnd, into?: string): RepositoryError {
    const log = join(this.work, SSH_LOG);
    const messages = existsSync(log) ? `${readFileSync(log, "utf8")}${own}` : own;
    const found = wasKilled ? "killed" : failureKind(messages, this.#ownFolders(into));
    const stopped = { timeout: "unreachable", stalled: "stalled", aborted: "other" } as const;
    const kind = found === "other" && wasStopped !== null ? stopped[wasStopped] : found;
    return new RepositoryError(kind, detailOf(messages, this.#secrets));
  }

  /** Folders of this server that the programs write into. */
  #ownFolders(into?: string): string[] {
    const { work, cache } = this.#options;
    return [work, cache, into].filter((folder) => typeof folder === "string");
  }

  /** Parses the output of a call. Throws where it is not as expected. */
  parsed<T extends z.ZodType>(shape: T, lines: readonly string[]): z.output<T> {
    const text = lines.join("\n");
    const parsed = shape.safeParse(parseJson(text));
    if (parsed.success) return parsed.data;
    throw new RepositoryError("other", detailOf(text, this.#secrets));
  }
}

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
