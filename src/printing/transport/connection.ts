import { connect, type Socket } from "node:net";

const MAX_RECEIVED = 64 * 1024;

/** Connects within `ms`. Rejects with the system's error, or with code ETIMEDOUT or ECANCELED. */
export function connectTo(
  address: string,
  port: number,
  ms: number,
  signal: AbortSignal,
): Promise<Connection> {
  return new Promise((done, failed) => {
    const socket = connect({ host: address, port, noDelay: true, allowHalfOpen: true });
    const fail = (error: Error) => {
      clearTimeout(timer);
      signal.removeEventListener("abort", abort);
      socket.destroy();
      failed(error);
    };
    const abort = () => fail(Object.assign(new Error("aborted"), { code: "ECANCELED" }));
    const timer = setTimeout(() => fail(Object.assign(new Error("timed out"), { code: "ETIMEDOUT" })), ms);
    signal.addEventListener("abort", abort, { once: true });
    socket.once("error", fail);
    socket.once("connect", () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", abort);
      socket.off("error", fail);
      done(new Connection(socket));
    });
  });
}

/** A TCP connection to a printer, with half-close. All waits end when the connection ends. */
export class Connection {
  readonly socket: Socket;
  readonly #waiters = new Set<() => void>();
  #received: Buffer = Buffer.alloc(0);
  #state: "open" | "closed" | "failed" = "open";
  #hasAcknowledgedAll = false;

  constructor(socket: Socket) {
    this.socket = socket;
    socket.on("data", (bytes: Buffer) => {
      this.#received = Buffer.concat([this.#received, bytes]).subarray(-MAX_RECEIVED);
      this.#notify();
    });
    socket.on("end", () => {
      // With both sides closed and all bytes acknowledged, the kernel's socket has no peer any more (ENOTCONN). Node caches
      // `remotePort`, so it must not be read before.
      this.#hasAcknowledgedAll = socket.writableFinished && socket.remotePort === undefined;
      this.#setEnded("closed");
    });
    socket.on("error", () => this.#setEnded("failed"));
    socket.on("close", (hadError) =>
      this.#setEnded(hadError || this.#state === "open" ? "failed" : "closed"),
    );
  }

  /** Resolves when our kernel has accepted the bytes. Rejects when the connection failed or the printer closed it. */
  write(bytes: Buffer): Promise<void> {
    return new Promise((done, failed) => {
      const assertOpen = () => {
        if (this.#state !== "open") finish(new Error(`the connection is ${this.#state}`));
      };
      const finish = (error?: Error | null) => {
        this.#waiters.delete(assertOpen);
        if (error) failed(error);
        else done();
      };
      if (this.#state !== "open") return assertOpen();
      this.#waiters.add(assertOpen);
      this.socket.write(bytes, finish);
    });
  }

  /** Parses all bytes received since `discardReceived`. Resolves to the first result but null; to null after `ms` or at the end. */
  waitForReply<T>(parse: (received: Buffer) => T | null, ms: number): Promise<T | null> {
    return this.#until(() => parse(this.#received), ms);
  }

  /** Discards the bytes received so far. */
  discardReceived(): void {
    this.#received = Buffer.alloc(0);
  }

  /** Closes our side (FIN) after the written bytes. */
  end(): void {
    this.socket.end();
  }

  /** True when the printer closed in order and has acknowledged every byte; false when that is unknown. */
  hasAcknowledgedAll(): boolean {
    return this.#hasAcknowledgedAll;
  }

  /** Open, closed by the printer in order (FIN), or failed (reset, timeout). */
  state(): "open" | "closed" | "failed" {
    return this.#state;
  }

  /** Resolves when the state is no longer "open", at the latest after `ms`. */
  async waitForClose(ms: number): Promise<void> {
    await this.#until(() => (this.#state === "open" ? null : this.#state), ms);
  }

  destroy(): void {
    this.socket.destroy();
  }

  /** Resets the connection and discards unsent bytes. */
  reset(): void {
    this.socket.resetAndDestroy();
  }

  #notify(): void {
    for (const check of [...this.#waiters]) check();
  }

  #setEnded(next: "closed" | "failed"): void {
    if (this.#state !== "failed") this.#state = next;
    this.#notify();
  }

  /** Waits until `look` returns a value other than null. Resolves to null after `ms`. */
  #until<T>(read: () => T | null, ms: number): Promise<T | null> {
    const found = read();
    if (found !== null) return Promise.resolve(found);
    return new Promise((done) => {
      const finish = (value: T | null) => {
        clearTimeout(timer);
        this.#waiters.delete(check);
        done(value);
      };
      const check = () => {
        const value = read();
        if (value !== null || this.#state !== "open") finish(value);
      };
      const timer = setTimeout(() => finish(read()), ms);
      this.#waiters.add(check);
    });
  }
}
