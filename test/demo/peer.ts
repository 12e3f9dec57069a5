import { connect, type Socket } from "node:net";
import { onTestFinished } from "vitest";
import {
  type Faults,
  startVirtualPrinter,
  type VirtualPrinter,
  type VirtualPrinterOptions,
} from "../../src/demo/virtual-printer/printer.ts";

/** A client of a printer: a bare socket, and the received bytes. */
export interface Peer {
  readonly socket: Socket;
  /** All bytes that the printer sent. */
  received(): Buffer;
  /** How the connection ended: FIN, RST, or refused; "open" while it has not. */
  ending(): "open" | "closed" | "reset" | "refused";
  /** Sends bytes; resolves when this machine's kernel has them. */
  send(bytes: Buffer | string): Promise<void>;
  /** Resolves as soon as `holds` is true. */
  until(holds: (peer: Peer) => boolean): Promise<void>;
  /** Half-closes, and waits until the printer has closed too. */
  finish(): Promise<void>;
}

const REFUSALS = new Map<string | undefined, "reset" | "refused">([["ECONNREFUSED", "refused"]]);

/** Connects to a port of loopback; resolves when it is connected or refused. */
async function connectPeer(port: number): Promise<Peer> {
  const socket = connect({ port, host: "127.0.0.1", allowHalfOpen: true });
  const received: Buffer[] = [];
  let ending: ReturnType<Peer["ending"]> = "open";
  const watchers = new Set<() => void>();
  const changed = () => {
    for (const watcher of [...watchers]) watcher();
  };
  socket.on("data", (bytes) => {
    received.push(Buffer.from(bytes));
    changed();
  });
  const left = (how: typeof ending) => {
    if (ending === "open") ending = how;
    changed();
  };
  socket.on("end", () => left("closed"));
  socket.on("error", (error: NodeJS.ErrnoException) => left(REFUSALS.get(error.code) ?? "reset"));
  const peer: Peer = {
    socket,
    received: () => Buffer.concat(received),
    ending: () => ending,
    send: (bytes) => new Promise((done) => socket.write(bytes, () => done())),
    until: (holds) =>
      new Promise((done) => {
        const watcher = () => {
          if (!holds(peer)) return;
          watchers.delete(watcher);
          done();
        };
        watchers.add(watcher);
        watcher();
      }),
    async finish() {
      socket.end();
      await peer.until(({ ending }) => ending() !== "open");
    },
  };
  await new Promise((done) => socket.once("connect", done).once("error", done));
  return peer;
}

/** A printer for one test, with these faults from the start. */
export async function createPrinter(
  options: VirtualPrinterOptions,
  faults: Partial<Faults> = {},
): Promise<VirtualPrinter> {
  const printer = await startVirtualPrinter(options);
  onTestFinished(() => printer.close());
  printer.setFaults(faults);
  return printer;
}

/** Connects a client to a printer for one test. */
export async function connectClient({ port }: { readonly port: number }): Promise<Peer> {
  const peer = await connectPeer(port);
  onTestFinished(() => {
    peer.socket.destroy();
  });
  return peer;
}
