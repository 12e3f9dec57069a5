import { createServer } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { machineMs } from "./clock.ts";

/** One connection of a printer at a sink: its bytes, and the time of the label's last byte. */
export interface Arrival {
  /** Latin-1: one character a byte. */
  readonly bytes: string;
  /** By `machineMs`; NaN without a whole label. */
  readonly lastByteMs: number;
}

/** A printer that reads everything as fast as it can, sends nothing, and closes in order after its peer has. */
export interface Sink {
  readonly port: number;
  /** All since the last `clear`, in the order of their ends. */
  readonly arrivals: readonly Arrival[];
  clear(): void;
  close(): void;
}

const host = "127.0.0.1";
const arrivalSeconds = 60;

/** Starts a sink on a free port of loopback. A label is whole when the bytes of its connection end with `labelEnd`. */
export async function startSink(labelEnd: string): Promise<Sink> {
  let arrivals: Arrival[] = [];
  const server = createServer((socket) => {
    let bytes = "";
    let lastByteMs = Number.NaN;
    socket.setEncoding("latin1");
    socket.on("data", (part: string) => {
      bytes += part;
      if (bytes.endsWith(labelEnd)) lastByteMs = machineMs();
    });
    // Node ends its own side after the peer's end: the orderly close.
    socket.on("end", () => arrivals.push({ bytes, lastByteMs }));
    // A broken connection delivers no label, which is then counted as missing.
    socket.on("error", () => socket.destroy());
  });
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  server.once("error", reject);
  server.listen(0, host, resolve);
  await promise;
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("a sink has no port");
  return {
    port: address.port,
    get arrivals() {
      return arrivals;
    },
    clear() {
      arrivals = [];
    },
    close: () => server.close(),
  };
}

/** Waits until the sinks together have received so many labels. Throws when they do not. */
export async function waitForArrivals(sinks: readonly Sink[], count: number): Promise<void> {
  const deadline = performance.now() + arrivalSeconds * 1000;
  for (;;) {
    const come = sinks.reduce((sum, sink) => sum + sink.arrivals.length, 0);
    if (come >= count) return;
    if (performance.now() > deadline) {
      throw new Error(`${come} of ${count} labels came to the printers within ${arrivalSeconds} s`);
    }
    await sleep(1);
  }
}
