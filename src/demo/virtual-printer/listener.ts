import { createServer, type Server, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import type { Faults } from "./faults.ts";

const REOPEN_TRIES = 50;
const REOPEN_PAUSE_MS = 20;

/** The TCP listener of a printer. Serves connections one at a time where a fault says so. */
export class PrinterListener {
  isClosed = true;
  #port = 0;
  #server: Server | undefined;
  #faults: Faults;
  readonly #serve: (socket: Socket, beforeClose: () => Promise<void>) => void;
  readonly #waiting: Socket[] = [];
  readonly #open = new Set<Socket>();

  /** `serve` gets a paused socket. It awaits `beforeClose` before it ends the socket. */
  constructor(faults: Faults, serve: (socket: Socket, beforeClose: () => Promise<void>) => void) {
    this.#faults = faults;
    this.#serve = serve;
  }

  /** Starts to listen at `preferred`, or at a free port where that is in use or absent. Resolves to the port. */
  async open(preferred?: number): Promise<number> {
    this.isClosed = false;
    for (const port of portsToTry(preferred)) {
      this.#port = port;
      if (await this.#listen()) return port;
    }
    throw new Error("no free port found");
  }

  /** Listens again at its port. Resolves to false, and stays closed, when another program uses the port. */
  async reopen(): Promise<boolean> {
    this.isClosed = false;
    // A connection that has just ended may keep the port in use for a moment.
    for (let tries = 0; tries < REOPEN_TRIES; tries++) {
      if (this.#server !== undefined || (await this.#listen())) return true;
      await sleep(REOPEN_PAUSE_MS);
    }
    this.isClosed = true;
    return false;
  }

  /** Refuses connections from now on, and resets those that wait. */
  close(): void {
    this.isClosed = true;
    this.#stopListening();
    this.#open.clear();
    this.#dropWaiting();
  }

  /** Applies changed faults. */
  applyFaults(faults: Faults): void {
    this.#faults = faults;
    if (faults.refusesSecond && this.#open.size > 0) this.#stopListening();
    this.#serveWaiting();
  }

  async #listen(): Promise<boolean> {
    const server = createServer({ allowHalfOpen: true, pauseOnConnect: true }, (socket) =>
      this.#accept(socket),
    );
    if (!(await listenAt(server, this.#port))) return false;
    // Closed meanwhile.
    if (this.isClosed) server.close();
    else this.#server = server;
    return true;
  }

  #stopListening(): void {
    this.#server?.close();
    this.#server = undefined;
  }

  #accept(socket: Socket): void {
    // A peer may reset its connection while it waits.
    socket.on("error", () => socket.destroy());
    this.#waiting.push(socket);
    this.#serveWaiting();
  }

  #serveWaiting(): void {
    const { refusesSecond, queuesSecond } = this.#faults;
    while (this.#waiting.length > 0 && !((refusesSecond || queuesSecond) && this.#open.size > 0)) {
      const socket = this.#waiting.shift();
      if (socket === undefined) return;
      this.#open.add(socket);
      if (refusesSecond) this.#stopListening();
      const beforeClose = () => this.#release(socket);
      socket.once("close", () => void beforeClose());
      this.#serve(socket, beforeClose);
    }
    // These connected before the listener closed for the first one.
    if (refusesSecond) this.#dropWaiting();
  }

  #dropWaiting(): void {
    for (const socket of this.#waiting.splice(0)) socket.resetAndDestroy();
  }

  async #release(socket: Socket): Promise<void> {
    if (!this.#open.delete(socket) || this.#open.size > 0) return;
    if (this.#server === undefined && !this.isClosed) await this.reopen();
    this.#serveWaiting();
  }
}

/** The address of all virtual printers and their page. */
export const ADDRESS = "127.0.0.1";

// Below the ephemeral ports: no program gets it while the printer is off.
const LOWEST_PORT = 20_000;
const PORTS = 10_000;
const TRIES = 50;

/** Lets a server listen at `port`. Resolves to false when the port is in use. */
export async function listenAt(server: Server, port: number): Promise<boolean> {
  return new Promise((done, failed) => {
    const onError = (error: NodeJS.ErrnoException) => {
      if (error.code === "EADDRINUSE") done(false);
      else failed(error);
    };
    server.once("error", onError);
    server.listen(port, ADDRESS, () => {
      server.off("error", onError);
      done(true);
    });
  });
}

/** The ports to try: `preferred` first, then random ones. */
export function portsToTry(preferred: number | undefined): number[] {
  const random = Array.from({ length: TRIES }, () => LOWEST_PORT + Math.floor(Math.random() * PORTS));
  return preferred === undefined ? random : [preferred, ...random];
}
