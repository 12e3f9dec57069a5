import { createServer } from "node:net";

/**
 * Below the ports that the system chooses by itself (32768 on Linux), so that no connection and no other server of a test takes one
 * between two starts of the server that has it, and with none that browsers refuse (10080). Each worker has a range of its own.
 */
const FIRST = 11_000;
const RANGE = 5000;
const start = FIRST + (Number(process.env["VITEST_POOL_ID"] ?? 0) % 4) * RANGE;
let next = Math.floor(Math.random() * RANGE);

/** A port that nobody listens at, and that this process did not get before. */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < RANGE; tries++) {
    const port = start + (next++ % RANGE);
    if (await isFree(port)) return port;
  }
  throw new Error(`no free port from ${start} to ${start + RANGE - 1}`);
}

/** Different ports that nobody listens at. */
export async function freePorts(count: number): Promise<number[]> {
  const ports: number[] = [];
  while (ports.length < count) ports.push(await freePort());
  return ports;
}

const isFree = (port: number) =>
  new Promise<boolean>((done) => {
    const server = createServer();
    server.once("error", () => done(false));
    server.listen(port, "127.0.0.1", () => server.close(() => done(true)));
  });
