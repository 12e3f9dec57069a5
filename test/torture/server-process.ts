import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { ANY_LOCAL_PRINTER } from "../harness/printer-settings.ts";
import { PROGRAMS } from "../harness/programs.ts";

const READY_MS = 60_000;
/** A stop may take 30 s (a label being sent); a server that needs longer hangs. */
const STOP_MS = 40_000;

/** How a process ended: its status, or the signal that ended it. */
export interface End {
  readonly status: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** The product as a process of its own. */
export interface ServerProcess {
  readonly url: string;
  readonly pid: number;
  /** Resolves at any end of the process. */
  readonly ended: Promise<End>;
  /** All that it has written to standard output and error so far. */
  output(): string;
  /** Sends the signal and waits for the end. Throws when it does not end. */
  end(signal: "SIGTERM" | "SIGKILL"): Promise<End>;
}

/** A start that ended before `ready`. */
export class NotStarted extends Error {
  readonly end: End;
  readonly output: string;

  constructor(end: End, output: string) {
    super(`the server did not start (status ${end.status}, signal ${end.signal}): ${output.slice(-600)}`);
    this.end = end;
    this.output = output;
  }
}

const running = new Set<ChildProcess>();
// The end of this process ends its child processes.
process.on("exit", killAll);

/** Ends every running server, before this process exits. */
export function killAll(): void {
  for (const child of running) child.kill("SIGKILL");
}

/**
 * Starts the product on a data folder, on a free port of loopback. `prefix` is the command before the words of the program, which it
 * must replace (exec). Throws NotStarted when it ends before it is ready.
 */
export async function startServerProcess(
  folder: string,
  environment: Readonly<Record<string, string>> = {},
  prefix: readonly string[] = [],
): Promise<ServerProcess> {
  const [command = "", ...words] = [...prefix, process.execPath, PROGRAMS.server];
  const child = spawn(command, words, {
    env: {
      ...process.env,
      DATA_DIR: folder,
      HOST: "127.0.0.1",
      PORT: "0",
      HTTPS_PORT: "off",
      MDNS_ENABLED: "false",
      LOG_LEVEL: "error",
      STORAGE_RESERVE_MEGABYTES: "1",
      ...ANY_LOCAL_PRINTER,
      ...environment,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  running.add(child);
  let output = "";
  const ready = Promise.withResolvers<string>();
  child.stderr.on("data", (piece) => {
    output += piece;
  });
  child.stdout.on("data", (piece) => {
    output += piece;
    const url = /^ready (\S+)$/m.exec(output)?.[1];
    if (url !== undefined) ready.resolve(url);
  });
  const ended = once(child, "close").then(([status, signal]): End => {
    running.delete(child);
    return { status, signal };
  });
  const url = await Promise.race([
    ready.promise,
    ended.then((end) => Promise.reject(new NotStarted(end, output))),
    sleep(READY_MS, null, { ref: false }).then(() => Promise.reject(new Error(`not ready: ${output}`))),
  ]);
  return {
    url,
    pid: child.pid ?? 0,
    ended,
    output: () => output,
    async end(signal) {
      child.kill(signal);
      const end = await Promise.race([ended, sleep(STOP_MS, null, { ref: false })]);
      if (end === null) throw new Error(`the server does not end: ${output.slice(-600)}`);
      return end;
    },
  };
}
