import { createServer, type Server, type Socket } from "node:net";
import type { LabelWrite, Moment } from "./ledger.ts";

/** One connection of the box to the printer. */
export interface Job {
  readonly firstByteAt: Moment;
  /** The box closed its side after it. */
  readonly isWhole: boolean;
}

/** A printer that takes everything, says nothing and closes in order; it keeps what it got. */
export interface StandIn {
  readonly port: number;
  /** Forgets what came, and takes labels; `now` tells when a first byte came. */
  open(now: () => Moment): Promise<void>;
  /** Nobody listens there any more; what came stays known. */
  shut(): Promise<void>;
  /** What came for this label. */
  jobsOf(label: LabelWrite): readonly Job[];
}

const HOST = "127.0.0.1";

/** Finds a free port of loopback for a printer, which is shut at first. */
export async function makeStandIn(): Promise<StandIn> {
  let jobs = new Map<string, Job[]>();
  const sockets = new Set<Socket>();
  let server: Server | null = await listening(createServer(), 0);
  const port = portOf(server);

  function take(socket: Socket, now: () => Moment): void {
    const job = { firstByteAt: Number.POSITIVE_INFINITY, isWhole: false };
    let bytes = "";
    let isKnown = false;
    sockets.add(socket);
    socket.setEncoding("latin1");
    socket.on("data", (piece: string) => {
      if (bytes === "") job.firstByteAt = now();
      bytes += piece;
      const key = isKnown ? null : keyIn(bytes);
      if (key === null) return;
      isKnown = true;
      jobs.set(key, [...(jobs.get(key) ?? []), job]);
    });
    socket.on("end", () => {
      job.isWhole = true;
    });
    // A box that was killed breaks its connection off; what came until then counts.
    socket.on("error", () => socket.destroy());
    socket.on("close", () => sockets.delete(socket));
  }

  const shut = async () => {
    for (const socket of sockets) socket.destroy();
    const closing = server;
    server = null;
    if (closing !== null) await new Promise((done) => closing.close(done));
  };
  await shut();
  return {
    port,
    async open(now) {
      jobs = new Map();
      server = await listening(
        createServer((socket) => take(socket, now)),
        port,
      );
    },
    shut,
    jobsOf: ({ articleId, copies }) => jobs.get(keyOf(articleId, copies)) ?? [],
  };
}

const keyOf = (articleId: number, copies: number) => `${articleId} ${copies}`;

/** The demo's EPL label shows the article's code; its last line is the number of copies. */
function keyIn(bytes: string): string | null {
  const found = /"A(\d{6})"[\s\S]*\nP(\d+)\r?\n/.exec(bytes);
  return found && keyOf(Number(found[1]), Number(found[2]));
}

async function listening(server: Server, port: number): Promise<Server> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  server.once("error", reject);
  server.listen(port, HOST, resolve);
  await promise;
  return server;
}

function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the stand-in has no port");
  return address.port;
}
