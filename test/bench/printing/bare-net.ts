import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";

/** Labels (Latin-1) for the printer at a port of loopback, one connection at a time. */
export interface BareLane {
  readonly port: number;
  readonly labels: readonly string[];
}

/** All lanes at once; in each a pause before every label. */
export interface BareJob {
  readonly lanes: readonly BareLane[];
  readonly pauseMs: number;
}

/** `began`: for each lane when each label began, by `machineMs`. */
export interface BareResult {
  readonly tookMs: number;
  readonly began: readonly (readonly number[])[];
}

/** The bare `net` program, running in a process of its own as the product does. */
export interface BareNet {
  print(job: BareJob): Promise<BareResult>;
  stop(): Promise<void>;
}

/** Starts it. It ends with this process at the latest. */
export function startBareNet(): BareNet {
  const child = fork(join(import.meta.dirname, "bare.ts"));
  const ended = once(child, "exit");
  return {
    async print(job) {
      child.send(job);
      const responded = once(child, "message");
      const [message] = await Promise.race([
        responded,
        ended.then(() => Promise.reject(new Error("the bare net program ended"))),
      ]);
      return message as BareResult;
    },
    async stop() {
      child.disconnect();
      await ended;
    },
  };
}
