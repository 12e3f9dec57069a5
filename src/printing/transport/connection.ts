import { connect, type Socket } from "node:net";

/** A TCP connection to a printer: raw bytes both ways, closed in halves. All waits end when the connection does. */
export interface Connection {
  readonly socket: Socket;
  /** Resolves when our kernel has taken the bytes. Rejects when the connection failed or the printer closed it. */
  write(bytes: Buffer): Promise<void>;
  /** What `read` makes of all that was received since the last `forget`; null after `ms`, or when the connection ended. */
  waitForReply<T>(read: (received: Buffer) => T | null, ms: number): Promise<T | null>;
  /** Drops what was received so far. */
  discardReceived(): void;
  /** Closes our side after the bytes that were written. */
  end(): void;
  /** True when it closed in order and is known to have taken every byte; false says nothing. */
  hasAcknowledgedAll(): boolean;
  /** How it stands: open, closed by the printer in order (FIN), or failed (reset, timeout). */
  state(): "open" | "closed" | "failed";
  /** Resolves when the state is no longer "open", at the latest after `ms`. */
  waitForClose(ms: number): Promise<void>;
  destroy(): void;
  /** Ends it at once, and throws away what was not sent yet. */
  reset(): void;
}

const MAX_RECEIVED = 64 * 1024;

/** Connects within `ms`; rejects with the system's error, or with code ETIMEDOUT. */
export function connectTo(
  address: string,
  port: number,
  ms: number,
  signal: AbortSignal,
): Promise<Connection> {
  return new Promise((done, failed) => {
    const socket = connect({ host: address, port, noDelay: true, allowHalfOpen: true });
    const refuse = (error: Error) => {
      clearTimeout(timer);
      signal.removeEventListener("abort", abort);
      socket.destroy();
      failed(error);
    };
    const abort = () => refuse(Object.assign(new Error("aborted"), { code: "ECANCELED" }));
    const timer = setTimeout(() => refuse(Object.assign(new Error("timed out"), { code: "ETIMEDOUT" })), ms);
    signal.addEventListener("abort", abort, { once: true });
    socket.once("error", refuse);
    socket.once("connect", () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", abort);
      socket.off("error", refuse);
      done(wrap(socket));
    });
  });
}

function wrap(socket: Socket): Connection {
  let received: Buffer = Buffer.alloc(0);
  let state: "open" | "closed" | "failed" = "open";
  let tookAll = false;
  const waiting = new Set<() => void>();
  const tell = () => {
    for (const look of [...waiting]) look();
  };
  const settle = (next: "closed" | "failed") => {
    if (state !== "failed") state = next;
    tell();
  };
  socket.on("data", (bytes: Buffer) => {
    received = Buffer.concat([received, bytes]).subarray(-MAX_RECEIVED);
    tell();
  });
  socket.on("end", () => {
    // Both sides closed and all acknowledged: then the kernel's socket has no peer any more (ENOTCONN). Asked here for
    // the first time, for Node keeps the answer.
    tookAll = socket.writableFinished && socket.remotePort === undefined;
    settle("closed");
  });
  socket.on("error", () => settle("failed"));
  socket.on("close", (hadError) => settle(hadError || state === "open" ? "failed" : "closed"));

  /** Waits until `look` gives something else than null, or the time is over (null). */
  function until<T>(look: () => T | null, ms: number): Promise<T | null> {
    const found = look();
    if (found !== null) return Promise.resolve(found);
    return new Promise((done) => {
      const finish = (value: T | null) => {
        clearTimeout(timer);
        waiting.delete(check);
        done(value);
      };
      const check = () => {
        const value = look();
        if (value !== null || state !== "open") finish(value);
      };
      const timer = setTimeout(() => finish(look()), ms);
      waiting.add(check);
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
          waiting.delete(check);
          if (error) failed(error);
          else done();
        };
        waiting.add(check);
        socket.write(bytes, finish);
      }),
    waitForReply: (read, ms) => until(() => read(received), ms),
    discardReceived() {
      received = Buffer.alloc(0);
    },
    end: () => socket.end(),
    state: () => state,
    hasAcknowledgedAll: () => tookAll,
    async waitForClose(ms) {
      await until(() => (state === "open" ? null : state), ms);
    },
    destroy: () => socket.destroy(),
    reset: () => socket.resetAndDestroy(),
  };
}
