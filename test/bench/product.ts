import { mkdirSync } from "node:fs";
import { startDemo } from "../harness/demo-process.ts";
import { logIn } from "../torture/call.ts";
import { residentMb } from "./process.ts";

/** The product in a process of its own, on a data folder of the bench. */
export interface Product {
  readonly url: string;
  readonly pid: number;
  readonly folder: string;
  /** An Admin's. */
  readonly token: string;
  /** Milliseconds from the start of the process to its line `ready …`. */
  readonly startMs: number;
  /** Resident memory at that line. */
  readonly readyMb: number;
  /** Ends the process, where it still runs. */
  stop(): Promise<void>;
}

const running = new Set<number>();
// Any end of this process ends its child processes.
process.on("exit", () => {
  for (const pid of running) process.kill(pid, "SIGKILL");
});

/** Starts the demo with so many articles. */
export async function startProduct(folder: string, articles: number): Promise<Product> {
  mkdirSync(folder, { recursive: true });
  const began = performance.now();
  const demo = await startDemo(folder, {
    args: ["--articles", String(articles)],
    settings: { MDNS_ENABLED: "false" },
  });
  const startMs = performance.now() - began;
  const { pid, url } = demo;
  running.add(pid);
  const readyMb = residentMb(pid);
  return {
    url,
    pid,
    folder,
    startMs,
    readyMb,
    token: await logIn(url),
    async stop() {
      if (!running.has(pid)) return;
      const status = await demo.end("SIGTERM");
      running.delete(pid);
      if (status !== 0) throw new Error(`the product ended with status ${status}`);
    },
  };
}
