import { on } from "node:events";
import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import type { BareJob, BareLane, BareResult } from "./bare-net.ts";
import { machineMs } from "./clock.ts";

// The bare `net` program: connects, sends the same bytes, half-closes, waits for the close. It stores nothing, so its end
// loses unsent labels: it is the limit, not a competitor.

process.on("disconnect", () => process.exit());
for await (const [job] of on(process, "message")) process.send?.(await print(job as BareJob));

async function print({ lanes, pauseMs }: BareJob): Promise<BareResult> {
  const beganMs = machineMs();
  const began = await Promise.all(lanes.map((lane) => printLane(lane, pauseMs)));
  return { tookMs: machineMs() - beganMs, began };
}

/** Sends one label after another; a dead printer's are dropped. Returns the start time of each. */
async function printLane({ port, labels }: BareLane, pauseMs: number): Promise<number[]> {
  const began: number[] = [];
  for (const label of labels) {
    if (pauseMs > 0) await sleep(pauseMs);
    began.push(machineMs());
    if (!(await send(port, Buffer.from(label, "latin1")))) break;
  }
  return began;
}

/** False when the connection is refused; throws on any other error. */
function send(port: number, bytes: Buffer): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: "127.0.0.1", port, noDelay: true }, () => socket.end(bytes));
    socket.resume();
    socket.once("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "ECONNREFUSED") resolve(false);
      else reject(error);
    });
    socket.once("close", (hadError) => {
      if (!hadError) resolve(true);
    });
  });
}
