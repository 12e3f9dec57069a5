import { createServer, type Server, type Socket } from "node:net";
import type { LabelWrite, Moment } from "./ledger.ts";

/** One connection of the server to the printer. */
export interface Job {
  readonly firstByteAt: Moment;
  /** The server closed its side after it. */
  readonly isWhole: boolean;
}

/** A printer that reads everything, sends nothing and closes in order; it keeps the received bytes. */
export interface PrinterStub {
  readonly port: number;
  /** Forgets the received bytes, and accepts labels; `now` gives the time of a first byte. */
  open(now: () => Moment): Promise<void>;
  /** Stops listening; the received bytes are kept. */
  shut(): Promise<void>;
  /** The jobs received for this label. */
  jobsOf(label: LabelWrite): readonly Job[];
}

const HOST = "127.0.0.1";

/** Finds a free port of loopback for a printer, which is shut at first. */
export async function createPrinterStub(): Promise<PrinterStub> {
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
    // A killed server breaks its connection; bytes received before that count.
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
  if (address === null || typeof address === "string") throw new Error("the printer stub has no port");
  return address.port;
}
