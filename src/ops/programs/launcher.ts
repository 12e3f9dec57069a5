import { type ChildProcess, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { PassThrough, type Readable } from "node:stream";
import { fileURLToPath } from "node:url";

type Prefix = readonly string[];

/** The words before a command, where this system has their program. */
const existing = (...prefixes: readonly Prefix[]) =>
  prefixes.filter(([path = ""]) => existsSync(path)).flat();

/** Ends a program with the process that has started it. */
const ENDS_WITH_PARENT: Prefix = existing(["/usr/bin/setpriv", "--pdeathsig", "KILL", "--"]);

/** Gives a program processor and disk only when nobody else wants them. A system that denies it runs it at normal priority. */
const LOWEST_PRIORITY: Prefix = existing(["/usr/bin/nice", "-n", "19"], ["/usr/bin/ionice", "-c", "3", "-t"]);

const PROCESS = fileURLToPath(new URL("./launcher-process.ts", import.meta.url));
/** The launcher ends after so long without a program. A backup starts several, one after the other. */
export const IDLE_MS = 5000;

/** The end of a program: its status, or the signal that ended it. */
export interface LaunchedEnd {
  readonly status: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** A program that runs at the lowest priority. */
export interface Launched {
  readonly stdout: Readable;
  readonly stderr: Readable;
  /** Resolves with its process id; with null where it could not be started. */
  readonly pid: Promise<number | null>;
  /** Resolves when it has ended and its output is complete. Rejects where it can't be started. */
  readonly closed: Promise<LaunchedEnd>;
  kill(signal: NodeJS.Signals): void;
}

interface Entry {
  /** The launcher that has started it. */
  readonly launcher: ChildProcess;
  readonly stdout: PassThrough;
  readonly stderr: PassThrough;
  readonly pid: PromiseWithResolvers<number | null>;
  readonly closed: PromiseWithResolvers<LaunchedEnd>;
}

/**
 * The process that starts programs. A start blocks the process that makes it for some milliseconds, the longer the larger it is, and
 * counting would wait for each. So the server starts this one only, where a program is needed, and ends it when none is any more.
 */
class Launcher {
  /** The words before the command of a launcher, which its programs inherit. Tests take none. */
  priority: readonly string[] = LOWEST_PRIORITY;
  #process: ChildProcess | null = null;
  readonly #entries = new Map<number, Entry>();
  #newest = 0;
  #idle: NodeJS.Timeout | null = null;

  launch(
    command: readonly string[],
    { cwd, env }: { cwd: string | undefined; env: NodeJS.ProcessEnv },
  ): Launched {
    if (this.#idle !== null) clearTimeout(this.#idle);
    this.#process ??= this.#start();
    this.#process.ref();
    this.#process.channel?.ref();
    const id = ++this.#newest;
    const entry: Entry = {
      launcher: this.#process,
      stdout: new PassThrough(),
      stderr: new PassThrough(),
      pid: Promise.withResolvers(),
      closed: Promise.withResolvers(),
    };
    // The caller may wait for its output first.
    entry.closed.promise.catch(() => {});
    this.#entries.set(id, entry);
    this.#send({ id, start: { command: [...ENDS_WITH_PARENT, ...command], cwd, env } });
    const { stdout, stderr, pid, closed } = entry;
    return {
      stdout,
      stderr,
      pid: pid.promise,
      closed: closed.promise,
      kill: (signal) => this.#send({ id, signal }),
    };
  }

  #send(request: LauncherRequest): void {
    // A launcher that has gone ends all programs: its "close" says so.
    this.#process?.send(request, () => {});
  }

  #start(): ChildProcess {
    const [file = "", ...args] = [...ENDS_WITH_PARENT, ...this.priority, process.execPath, PROCESS];
    const child = spawn(file, args, {
      stdio: ["ignore", "ignore", "inherit", "ipc"],
      serialization: "advanced",
    });
    child.on("message", (event: LauncherEvent) => this.#receive(event));
    const gone = (end: LaunchedEnd) => {
      if (this.#process === child) this.#process = null;
      // An earlier launcher may end while a later one works.
      for (const [id, entry] of [...this.#entries]) if (entry.launcher === child) this.#close(id, end);
    };
    child.on("error", () => gone({ status: null, signal: null }));
    child.on("exit", (status, signal) => gone({ status, signal }));
    return child;
  }

  #receive(event: LauncherEvent): void {
    const entry = this.#entries.get(event.id);
    if (entry === undefined) return;
    if ("pid" in event) entry.pid.resolve(event.pid);
    else if ("chunk" in event) entry[event.stream].write(event.chunk);
    else if ("error" in event) {
      entry.closed.reject(new Error(event.error));
      this.#close(event.id, { status: null, signal: null });
    } else this.#close(event.id, { status: event.closed[0], signal: event.closed[1] });
  }

  #close(id: number, end: LaunchedEnd): void {
    const entry = this.#entries.get(id);
    if (entry === undefined) return;
    this.#entries.delete(id);
    entry.stdout.end();
    entry.stderr.end();
    entry.pid.resolve(null);
    entry.closed.resolve(end);
    if (this.#entries.size > 0) return;
    // An idle launcher does not keep the server from ending.
    this.#process?.unref();
    this.#process?.channel?.unref();
    this.#idle = setTimeout(() => this.#end(), IDLE_MS).unref();
  }

  #end(): void {
    if (this.#entries.size > 0) return;
    this.#process?.disconnect();
    this.#process = null;
  }
}

/** The launcher of this process. */
export const launcher = new Launcher();

// Messages between the server and its launcher (launcher-process.ts), over the channel of node:child_process.

/** Starts a program, or sends it a signal. `id` names it from then on. */
export type LauncherRequest =
  | {
      readonly id: number;
      readonly start: {
        readonly command: readonly string[];
        readonly cwd: string | undefined;
        readonly env: Readonly<Record<string, string | undefined>>;
      };
    }
  | { readonly id: number; readonly signal: NodeJS.Signals };

/** What a program does. After `closed` or `error` nothing follows. */
export type LauncherEvent =
  | { readonly id: number; readonly pid: number }
  | { readonly id: number; readonly stream: "stdout" | "stderr"; readonly chunk: Uint8Array }
  | { readonly id: number; readonly closed: readonly [status: number | null, signal: NodeJS.Signals | null] }
  | { readonly id: number; readonly error: string };
