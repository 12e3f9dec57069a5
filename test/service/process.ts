import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { onTestFinished } from "vitest";
import { MINIMAL_ENVIRONMENT } from "../harness/minimal-environment.ts";
import { ANY_LOCAL_PRINTER } from "../harness/printer-settings.ts";
import { PROGRAMS } from "../harness/programs.ts";

/** As in the unit. */
const QUIET = "--disable-warning=ExperimentalWarning";

/** The server as a process of its own. */
export interface ServerProcess {
  readonly url: string;
  readonly process: ChildProcess;
  /** Its output on standard error. */
  complaints(): string;
  /** Its exit status, null where a signal ended it. */
  readonly ended: Promise<number | null>;
}

/**
 * Starts the server as the unit does, on a folder and a free port, and waits until it is ready. Throws when it exits
 * before.
 */
export async function startServerProcess(
  folder: string,
  environment: Readonly<Record<string, string>>,
  nodeArguments: readonly string[] = [],
  stderr: "pipe" | number = "pipe",
): Promise<ServerProcess> {
  const child = spawn(process.execPath, [QUIET, ...nodeArguments, PROGRAMS.server], {
    env: {
      ...MINIMAL_ENVIRONMENT,
      DATA_DIR: folder,
      HOST: "127.0.0.1",
      PORT: "0",
      HTTPS_PORT: "off",
      LOG_LEVEL: "error",
      STORAGE_RESERVE_MEGABYTES: "1",
      ...ANY_LOCAL_PRINTER,
      ...environment,
    },
    stdio: ["ignore", "pipe", stderr],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  const ended = once(child, "exit").then(([status]) => status as number | null);
  let [output, complaints] = ["", ""];
  child.stderr?.on("data", (bytes) => {
    complaints += bytes;
  });
  for await (const piece of child.stdout ?? []) {
    output += piece;
    const url = /^ready (\S+)$/m.exec(output)?.[1];
    if (url) return { url, process: child, ended, complaints: () => complaints };
  }
  throw new Error(`the server did not start: ${output} ${complaints}`);
}
