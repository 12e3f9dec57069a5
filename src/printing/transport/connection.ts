import { connect, type Socket } from "node:net";

/** A TCP connection to a printer, with half-close. All waits end when the connection ends. */
export interface Connection {
  readonly socket: Socket;
  /** Resolves when our kernel has accepted the bytes. Rejects when the connection failed or the printer closed it. */
  write(bytes: Buffer): Promise<void>;
  /** Parses all bytes received since `discardReceived`. Resolves to the first result but null; to null after `ms` or at the end. */
  waitForReply<T>(parse: (received: Buffer) => T | null, ms: number): Promise<T | null>;
  /** Discards the bytes received so far. */
  discardReceived(): void;
  /** Closes our side (FIN) after the written bytes. */
  end(): void;
  /** True when the printer closed in order and has acknowledged every byte; false when that is unknown. */
  hasAcknowledgedAll(): boolean;
  /** Open, closed by the printer in order (FIN), or failed (reset, timeout). */
  state(): "open" | "closed" | "failed";
  /** Resolves when the state is no longer "open", at the latest after `ms`. */
  waitForClose(ms: number): Promise<void>;
  destroy(): void;
  /** Resets the connection and discards unsent bytes. */
  reset(): void;
}

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
      done(wrap(socket));
    });
  });
}

function wrap(socket: Socket): Connection {
  let received: Buffer = Buffer.alloc(0);
  let state: "open" | "closed" | "failed" = "open";
  let hasAcknowledgedAll = false;
  const waiters = new Set<() => void>();
  const notify = () => {
    for (const look of [...waiters]) look();
  };
  const setEnded = (next: "closed" | "failed") => {
    if (state !== "failed") state = next;
    notify();
  };
  socket.on("data", (bytes: Buffer) => {
    received = Buffer.concat([received, bytes]).subarray(-MAX_RECEIVED);
    notify();
  });
  socket.on("end", () => {
    // With both sides closed and all bytes acknowledged, the kernel's socket has no peer any more (ENOTCONN). Node caches
    // `remotePort`, so it must not be read before.
    hasAcknowledgedAll = socket.writableFinished && socket.remotePort === undefined;
    setEnded("closed");
  });
  socket.on("error", () => setEnded("failed"));
  socket.on("close", (hadError) => setEnded(hadError || state === "open" ? "failed" : "closed"));

  /** Waits until `look` returns a value other than null. Resolves to null after `ms`. */
  function until<T>(look: () => T | null, ms: number): Promise<T | null> {
    const found = look();
    if (found !== null) return Promise.resolve(found);
    return new Promise((done) => {
      const finish = (value: T | null) => {
        clearTimeout(timer);
        waiters.delete(check);
        done(value);
      };
      const check = () => {
        const value = look();
        if (value !== null || state !== "open") finish(value);
      };
      const timer = setTimeout(() => finish(look()), ms);
      waiters.add(check);
    });
  }

  return {
    socket,
    write: (bytes) =>
      new Promise((done, failed) => {
        if (state !== "open") return failed(new Error(`the connection is ${state}`));
        const check = () => {
          if (state !== "open") finish(new Error(`the connection is ${state}`));
        };
        const finish = (error?: Error | null) => {
          waiters.delete(check);
          if (error) failed(error);
          else done();
        };
        waiters.add(check);
        socket.write(bytes, finish);
      }),
    waitForReply: (parse, ms) => until(() => parse(received), ms),
    discardReceived() {
      received = Buffer.alloc(0);
    },
    end: () => socket.end(),
    state: () => state,
    hasAcknowledgedAll: () => hasAcknowledgedAll,
    async waitForClose(ms) {
      await until(() => (state === "open" ? null : state), ms);
    },
    destroy: () => socket.destroy(),
    reset: () => socket.resetAndDestroy(),
  };
}
