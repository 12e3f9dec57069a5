import { readFileSync } from "node:fs";
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import {
  MAX_CONNECTIONS,
  MAX_CONNECTIONS_PER_ADDRESS,
  MAX_HEADERS_MS,
  MAX_REQUESTS_PER_TURN,
  MAX_WAITING_REQUESTS,
  RESERVED_DESCRIPTORS,
  SLOW_READER,
} from "../../platform/limits.ts";
import { addressMatcher } from "../limits/client-address.ts";
import { type Connection, type ConnectionLimits, ConnectionPool } from "./connection-pool.ts";

/** The open connections of both ports. */
export interface Connections {
  /**
   * Registers a new connection. Above a limit it closes an older one: an idle one of the same address, or one of the address
   * with the most connections. If there is none to close, it closes the new one. `expire` closes the connection when its first
   * request does not arrive in time.
   */
  accept(socket: Socket, expire: () => void): void;
  /** Links the TLS socket, which requests name, to its registered connection `rawSocket`. */
  tlsEstablished(socket: Socket, rawSocket: Socket): void;
  /**
   * Calls `handle` when the earlier requests of the connection have their responses: a handler without a socket would not
   * notice that the client has left. An address that sends many requests at once waits for later turns of the event loop. Closes
   * the connection if too many requests wait.
   */
  requestReceived(request: IncomingMessage, response: ServerResponse, handle: RequestListener): void;
  /** Begins to close connections whose clients read too slowly. Returns the function that stops it. */
  watchReaders(): () => void;
}

/** The limits of this process. The total stays below its limit of open files. */
export function connectionLimits(): ConnectionLimits {
  const total = Math.max(1, Math.min(MAX_CONNECTIONS, maxDescriptors() - RESERVED_DESCRIPTORS));
  return {
    total,
    perAddress: Math.min(MAX_CONNECTIONS_PER_ADDRESS, Math.ceil(total / 2)),
    headersMs: MAX_HEADERS_MS,
    waitingRequests: MAX_WAITING_REQUESTS,
    requestsPerTurn: MAX_REQUESTS_PER_TURN,
    slowReader: SLOW_READER,
  };
}

/** Creates the register of a server's connections. */
export function makeConnections(limits: ConnectionLimits, trustedProxies: readonly string[]): Connections {
  const pool = new ConnectionPool(limits, addressMatcher(trustedProxies));
  const bySocket = new WeakMap<Socket, Connection>();
  return {
    accept(socket, expire) {
      const connection = pool.add(socket, expire);
      if (connection !== null) bySocket.set(socket, connection);
    },
    tlsEstablished(socket, rawSocket) {
      const connection = bySocket.get(rawSocket);
      if (connection === undefined) return;
      connection.socket = socket;
      bySocket.set(socket, connection);
    },
    requestReceived(request, response, handle) {
      const connection = bySocket.get(request.socket);
      if (connection === undefined) handle(request, response);
      else pool.receive(connection, [request, response, handle]);
    },
    watchReaders() {
      // Checks after pending writes: the event loop may have been blocked longer than the client.
      const check = () => setImmediate(() => pool.closeSlowReaders());
      const timer = setInterval(check, limits.slowReader.ms).unref();
      return () => clearInterval(timer);
    },
  };
}

/** The process limit of open files (proc(5)); infinite where the system does not report it. */
function maxDescriptors(): number {
  try {
    const limit = /^Max open files\s+(\d+)/m.exec(readFileSync("/proc/self/limits", "utf8"))?.[1];
    return limit === undefined ? Number.POSITIVE_INFINITY : Number(limit);
  } catch {
    // No such file on this system.
    return Number.POSITIVE_INFINITY;
  }
}
