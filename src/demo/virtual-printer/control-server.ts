import { createServer, type Server, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import type { Faults } from "./faults.ts";
import { listenAt, portsToTry } from "./listening.ts";

const REOPEN_TRIES = 50;
const REOPEN_PAUSE_MS = 20;

/** Where a printer listens: lets connections in, one at a time where a fault says so. */
export class ControlServer {
  isShut = true;
  #port = 0;
  #server: Server | undefined;
  #faults: Faults;
  readonly #serve: (socket: Socket, leave: () => Promise<void>) => void;
  readonly #waiting: Socket[] = [];
  readonly #open = new Set<Socket>();

  /** `serve` takes a paused socket, and calls `leave` before it ends it. */
  constructor(faults: Faults, serve: (socket: Socket, leave: () => Promise<void>) => void) {
    this.#faults = faults;
    this.#serve = serve;
  }

  /** Begins to listen at `wanted`, or where that is taken or absent at a free port, which it gives. */
  async open(wanted?: number): Promise<number> {
    this.isShut = false;
    for (const port of portsToTry(wanted)) {
      this.#port = port;
      if (await this.#listen()) return port;
    }
    throw new Error("no free port found");
  }

  /** Listens again at its port; false, and shut, when another program has it. */
  async reopen(): Promise<boolean> {
    this.isShut = false;
    // A connection that just ended may hold the port for a moment.
    for (let tries = 0; tries < REOPEN_TRIES; tries++) {
      if (this.#server !== undefined || (await this.#listen())) return true;
      await sleep(REOPEN_PAUSE_MS);
    }
    this.isShut = true;
    return false;
  }

  /** Refuses connections from now on; those that waited are broken off. */
  shut(): void {
    this.isShut = true;
    this.#unlisten();
    this.#open.clear();
    this.#dropWaiting();
  }

  /** Takes changed faults into account. */
  obey(faults: Faults): void {
    this.#faults = faults;
    if (faults.refuseSecond && this.#open.size > 0) this.#unlisten();
    this.#letIn();
  }

  async #listen(): Promise<boolean> {
    const server = createServer({ allowHalfOpen: true, pauseOnConnect: true }, (socket) =>
      this.#arrived(socket),
    );
    if (!(await listenAt(server, this.#port))) return false;
    // Shut meanwhile.
    if (this.isShut) server.close();
    else this.#server = server;
    return true;
  }

  #unlisten(): void {
    this.#server?.close();
    this.#server = undefined;
  }

  #arrived(socket: Socket): void {
    // Whoever breaks off while it waits is no trouble of the printer's.
    socket.on("error", () => socket.destroy());
    this.#waiting.push(socket);
    this.#letIn();
  }

  #letIn(): void {
    const { refuseSecond, secondWaits } = this.#faults;
    while (this.#waiting.length > 0 && !((refuseSecond || secondWaits) && this.#open.size > 0)) {
      const socket = this.#waiting.shift();
      if (socket === undefined) return;
      this.#open.add(socket);
      if (refuseSecond) this.#unlisten();
      const leave = () => this.#left(socket);
      socket.once("close", () => void leave());
      this.#serve(socket, leave);
    }
    // They came before the door was closed behind the first.
    if (refuseSecond) this.#dropWaiting();
  }

  #dropWaiting(): void {
    for (const socket of this.#waiting.splice(0)) socket.resetAndDestroy();
  }

  async #left(socket: Socket): Promise<void> {
    if (!this.#open.delete(socket) || this.#open.size > 0) return;
    if (this.#server === undefined && !this.isShut) await this.reopen();
    this.#letIn();
  }
}
