import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import type { z } from "zod";
import { type Launched, type LaunchedEnd, launcher } from "./launcher.ts";

/** A program to run at the lowest priority. */
export interface ProgramCall {
  readonly program: string;
  readonly args: readonly string[];
  /** The whole environment; absent: that of this process. Secrets belong here, because other users can read arguments. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly cwd?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  /** The program is ended after this time. */
  readonly timeoutMs?: number | undefined;
  /** The program is ended when it has made no progress for so long: `onLine` has returned true; without it, it has read. */
  readonly stallMs?: number | undefined;
  /** Receives each line of the output; returns whether it shows progress. Absent: the lines are in the result. */
  readonly onLine?: ((line: string) => boolean) | undefined;
  /** Receives the bytes that the program has written so far, to files or other systems. */
  readonly onWritten?: ((bytes: number) => void) | undefined;
  /** Receives each line of standard error; one for which it returns true is not in the result. */
  readonly onMessage?: ((line: string) => boolean) | undefined;
}

/** The end of a program. */
export interface ProgramEnd {
  /** Null: it was ended by a signal. */
  readonly status: number | null;
  /** Whether something else than this process has killed it: the kernel, where memory is short. */
  readonly wasKilled: boolean;
  readonly lines: readonly string[];
  /** The last messages on standard error. */
  readonly messages: string;
  readonly wasStopped: "aborted" | "timeout" | "stalled" | null;
}

const MAX_MESSAGES = 20_000;
/** After an interrupt restic removes its lock. */
const KILL_AFTER_MS = 2000;
/** The kernel ends a program only when its disk responds, which may be never with a network drive. */
const GIVE_UP_AFTER_MS = 3000;

/** Runs a program until its end, or until it can't be killed. It rejects only where the program can't be started. */
export async function runProgram(call: ProgramCall): Promise<ProgramEnd> {
  const child = launcher.launch([call.program, ...call.args], {
    cwd: call.cwd,
    env: call.env ?? process.env,
  });
  const giveUp = Promise.withResolvers<void>();
  let wasStopped: ProgramEnd["wasStopped"] = null;
  const stop = (reason: NonNullable<ProgramEnd["wasStopped"]>) => {
    if (wasStopped !== null) return;
    wasStopped = reason;
    child.kill("SIGINT");
    setTimeout(() => child.kill("SIGKILL"), KILL_AFTER_MS).unref();
    setTimeout(giveUp.resolve, KILL_AFTER_MS + GIVE_UP_AFTER_MS).unref();
  };
  const abort = () => stop("aborted");
  call.signal?.addEventListener("abort", abort, { once: true });
  if (call.signal?.aborted === true) abort();
  const timeout = timer(call.timeoutMs, () => stop("timeout"));
  const isByLines = call.onLine !== undefined;
  const stall = isByLines ? timer(call.stallMs, () => stop("stalled")) : undefined;
  const pid = await child.pid;
  const reads = isByLines ? undefined : watchReads(pid, call.stallMs, () => stop("stalled"));
  const writes = watchWrites(pid, call.onWritten);
  const lines: string[] = [];
  const onLine = (line: string) => {
    if (call.onLine === undefined) lines.push(line);
    else if (call.onLine(line)) stall?.refresh();
  };
  let messages = "";
  const onMessage = (line: string) => {
    if (call.onMessage?.(line) !== true) messages = `${messages}${line}\n`.slice(-MAX_MESSAGES);
  };
  try {
    const ended = Promise.all([
      child.closed,
      readLines(child.stdout, onLine),
      readLines(child.stderr, onMessage),
    ]).then(([end]) => end);
    const { status, signal } = await Promise.race([ended, giveUp.promise.then(() => leave(child))]);
    const wasKilled = wasStopped === null && signal === "SIGKILL";
    return { status, wasKilled, lines, messages, wasStopped };
  } finally {
    clearInterval(reads);
    clearInterval(writes);
    clearTimeout(timeout);
    clearTimeout(stall);
    call.signal?.removeEventListener("abort", abort);
  }
}

/** The system has killed a process, for which the usual cause is that memory is short. */
export class ProcessKilled extends Error {}

/**
 * Runs a process of this program, which prints its result as one line of JSON. Null: it was stopped. Rejects with ProcessKilled
 * where the system has killed it, and with another error where it has failed.
 */
export async function runProcess<T extends z.ZodType>(
  shape: T,
  url: URL,
  args: readonly string[],
  more: Pick<ProgramCall, "signal" | "timeoutMs">,
): Promise<z.output<T> | null> {
  const path = fileURLToPath(url);
  const end = await runProgram({ ...more, program: process.execPath, args: [path, ...args] });
  if (end.wasStopped !== null) return null;
  if (end.wasKilled) throw new ProcessKilled(`${basename(path)} was killed`);
  if (end.status === 0) return shape.parse(JSON.parse(end.lines.join("")));
  throw new Error(`${basename(path)} ended with ${String(end.status)}: ${end.messages.slice(-1000)}`);
}

/** Waits for a program no more. */
function leave({ stdout, stderr }: Launched): LaunchedEnd {
  stdout.destroy();
  stderr.destroy();
  return { status: null, signal: null };
}

function timer(ms: number | undefined, then: () => void): NodeJS.Timeout | undefined {
  return ms === undefined ? undefined : setTimeout(then, ms).unref();
}

async function readLines(stream: Readable, onLine: (line: string) => void): Promise<void> {
  for await (const line of createInterface({ input: stream })) onLine(line);
}

/** A program that waits reads nothing, or a few bytes for itself. */
const PROGRESS_BYTES = 1000;

/**
 * Calls `onStall` when a program has read almost nothing for `stallMs`, from files or other systems. A system without
 * `/proc/PID/io` can't tell. The caller clears the returned interval.
 */
function watchReads(
  pid: number | null,
  stallMs: number | undefined,
  onStall: () => void,
): NodeJS.Timeout | undefined {
  if (pid === null || stallMs === undefined) return undefined;
  let last = 0;
  let since = performance.now();
  const look = () => {
    const bytes = bytesOf(pid, "rchar");
    if (bytes === null || bytes >= last + PROGRESS_BYTES) {
      last = bytes ?? last;
      since = performance.now();
    } else if (performance.now() - since >= stallMs) onStall();
  };
  return setInterval(look, Math.ceil(stallMs / 10)).unref();
}

const WRITES_INTERVAL_MS = 500;

/** Calls `onWritten` twice a second with the bytes that a program has written so far. The caller clears the returned interval. */
function watchWrites(
  pid: number | null,
  onWritten: ((bytes: number) => void) | undefined,
): NodeJS.Timeout | undefined {
  if (pid === null || onWritten === undefined) return undefined;
  const look = () => {
    const bytes = bytesOf(pid, "wchar");
    if (bytes !== null) onWritten(bytes);
  };
  return setInterval(look, WRITES_INTERVAL_MS).unref();
}

/** What a process has read (`rchar`) or written so far (proc(5)); null: not known. */
function bytesOf(pid: number, name: "rchar" | "wchar"): number | null {
  try {
    const lines = readFileSync(`/proc/${pid}/io`, "latin1").split("\n");
    const line = lines.find((one) => one.startsWith(`${name}: `));
    return line === undefined ? null : Number(line.slice(name.length + 2));
  } catch {
    return null;
  }
}
