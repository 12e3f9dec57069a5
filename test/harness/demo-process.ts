import { spawn } from "node:child_process";
import { once } from "node:events";
import { outputOf } from "./output.ts";
import { PROGRAMS } from "./programs.ts";

/** The demo in a process of its own. */
export interface DemoProcess {
  /** The base URL, from the `ready` line. */
  readonly url: string;
  readonly pid: number;
  /** Ends it by the signal; returns the exit status, null where the signal ended it. */
  end(signal: "SIGTERM" | "SIGKILL"): Promise<number | null>;
}

export interface DemoOptions {
  /** The port; a free one by default. */
  readonly port?: number;
  /** Options of the command line, such as `--articles`. */
  readonly args?: readonly string[];
  /** Further settings. */
  readonly settings?: Readonly<Record<string, string>>;
}

/** Starts the demo on a data folder and waits for its `ready` line. Throws when it exits before. */
export async function startDemo(
  folder: string,
  { port = 0, args = [], settings = {} }: DemoOptions = {},
): Promise<DemoProcess> {
  const demo = spawn(process.execPath, [PROGRAMS.demo, ...args], {
    env: {
      ...process.env,
      DATA_DIR: folder,
      HOST: "127.0.0.1",
      PORT: String(port),
      LOG_LEVEL: "error",
      HTTPS_PORT: "off",
      ...settings,
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const url = await outputOf(demo.stdout, /^ready (http:\S+)$/m);
  return {
    url,
    pid: demo.pid ?? 0,
    async end(signal) {
      const ended = once(demo, "exit");
      demo.kill(signal);
      const [status] = await ended;
      return status;
    },
  };
}
