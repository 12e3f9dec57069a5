import { type ChildProcessByStdio, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { watchReads, watchWrites } from "./watch-io.ts";

/** A program to run at the lowest priority. */
export interface ProgramCall {
  readonly program: string;
  readonly args: readonly string[];
  /** The whole environment; absent: that of this process. Secrets belong here, because other users can read arguments. */
  readonly env?: Readonly<Record<string, string>>;
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

/**
 * Ends with this process (`setpriv`), and gets processor and disk only when nobody else wants them. A system that denies it runs
 * the program at normal priority.
 */
const LOWEST = [
  ["/usr/bin/setpriv", "--pdeathsig", "KILL", "--"],
  ["/usr/bin/nice", "-n", "19"],
  ["/usr/bin/ionice", "-c", "3", "-t"],
].filter(([path = ""]) => existsSync(path));

/** Runs a program until its end, or until it can't be killed. It rejects only where the program can't be started. */
export async function runProgram(call: ProgramCall): Promise<ProgramEnd> {
  const [command = "", ...args] = [...LOWEST.flat(), call.program, ...call.args];
  const child = spawn(command, args, {
    ...{ cwd: call.cwd, env: call.env ?? process.env },
    stdio: ["ignore", "pipe", "pipe"],
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
  const reads = isByLines ? undefined : watchReads(child.pid, call.stallMs, () => stop("stalled"));
  const writes = watchWrites(child.pid, call.onWritten);
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
      once(child, "close"),
      readLines(child.stdout, onLine),
      readLines(child.stderr, onMessage),
    ]).then(([[status]]) => status as number | null);
    const status = await Promise.race([ended, giveUp.promise.then(() => leave(child))]);
    const wasKilled = wasStopped === null && child.signalCode === "SIGKILL";
    return { status, wasKilled, lines, messages, wasStopped };
  } finally {
    clearInterval(reads);
    clearInterval(writes);
    clearTimeout(timeout);
    clearTimeout(stall);
    call.signal?.removeEventListener("abort", abort);
  }
}

/** Waits for a program no more. */
function leave(child: ChildProcessByStdio<null, Readable, Readable>): null {
  child.stdout.destroy();
  child.stderr.destroy();
  child.unref();
  return null;
}

function timer(ms: number | undefined, then: () => void): NodeJS.Timeout | undefined {
  return ms === undefined ? undefined : setTimeout(then, ms).unref();
}

async function readLines(stream: Readable, onLine: (line: string) => void): Promise<void> {
  for await (const line of createInterface({ input: stream })) onLine(line);
}
