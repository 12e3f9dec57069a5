import { createServer } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { machineMs } from "./clock.ts";

/** One connection of a printer at a sink: what came over it, and when the label's last byte did. */
export interface Arrival {
  /** Latin-1: one character a byte. */
  readonly bytes: string;
  /** By `machineMs`; NaN when no whole label came. */
  readonly lastByteMs: number;
}

/** A printer that takes everything as quickly as it can, says nothing, and closes in order after its peer has. */
export interface Sink {
  readonly port: number;
  /** All since the last `clear`, in the order of their ends. */
  readonly arrivals: readonly Arrival[];
  clear(): void;
  close(): void;
}

const host = "127.0.0.1";
const arrivalSeconds = 60;

/** Starts a sink on a free port of loopback. A label is whole when all that came over a connection ends in `labelEnd`. */
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
    // A broken connection delivers no label; that is seen in what is missing.
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

/** Waits until so many labels have come to the sinks together. Throws when they do not. */
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
