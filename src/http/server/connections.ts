import { readFileSync } from "node:fs";
import type { Socket } from "node:net";
import {
  MAX_CONNECTIONS,
  MAX_CONNECTIONS_PER_ADDRESS,
  MAX_HEADERS_MS,
  RESERVED_DESCRIPTORS,
} from "../../platform/limits.ts";
import { addressMatcher, normalizeAddress, rateLimitKey } from "./client-address.ts";

/** Limits on open connections. */
export interface ConnectionLimits {
  readonly total: number;
  /** Trusted proxies are exempt. */
  readonly perAddress: number;
  /** Time from the connection to the end of the headers of its first request, in milliseconds. */
  readonly headersMs: number;
}

/** The open connections of both ports. */
export interface Connections {
  /**
   * Registers a new connection. Above a limit it closes the oldest idle connection of the same address, or of the address
   * with the most connections. If none is idle, it closes the new one. `expire` closes the connection when its first request
   * does not arrive in time.
   */
  accept(socket: Socket, expire: () => void): void;
  /** Links the TLS socket, which requests name, to its registered connection `rawSocket`. */
  tlsEstablished(socket: Socket, rawSocket: Socket): void;
  /** Marks a connection as busy. The returned function ends the request. */
  requestStarted(socket: Socket): () => void;
}

interface Connection {
  readonly socket: Socket;
  readonly client: Client;
  isCounted: boolean;
  readonly timer: NodeJS.Timeout;
  hasRequested: boolean;
  requests: number;
}

/** The connections of one address. The sets keep the order of insertion, so the first entry is the oldest. */
interface Client {
  readonly key: string;
  readonly isExempt: boolean;
  count: number;
  /** Connections without any request. They are closed before idle ones. */
  readonly unused: Set<Connection>;
  readonly idle: Set<Connection>;
}

/** The limits of this process. The total stays below its limit of open files. */
export function connectionLimits(): ConnectionLimits {
  const total = Math.max(1, Math.min(MAX_CONNECTIONS, maxDescriptors() - RESERVED_DESCRIPTORS));
  const perAddress = Math.min(MAX_CONNECTIONS_PER_ADDRESS, Math.ceil(total / 2));
  return { total, perAddress, headersMs: MAX_HEADERS_MS };
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
      if (connection) bySocket.set(socket, connection);
    },
    requestStarted(socket) {
      const connection = bySocket.get(socket);
      return connection === undefined ? () => {} : startRequest(connection);
    },
  };
}

/** Marks the connection as busy; the returned function ends the request. */
function startRequest(connection: Connection): () => void {
  const { client } = connection;
  if (!connection.hasRequested) {
    connection.hasRequested = true;
    clearTimeout(connection.timer);
    client.unused.delete(connection);
  } else if (connection.requests === 0) client.idle.delete(connection);
  connection.requests++;
  return () => {
    connection.requests--;
    if (connection.requests === 0 && connection.isCounted) client.idle.add(connection);
  };
}

/** Counts connections in total and for each address, and closes idle ones above the limits. */
class ConnectionPool {
  readonly #limits: ConnectionLimits;
  readonly #isTrusted: (address: string) => boolean;
  readonly #clients = new Map<string, Client>();
  #total = 0;

  constructor(limits: ConnectionLimits, isTrusted: (address: string) => boolean) {
    this.#limits = limits;
    this.#isTrusted = isTrusted;
  }

  /** Adds a connection. Closes it and returns null where the limits leave no space. */
  add(socket: Socket, expire: () => void): Connection | null {
    const client = this.#clientOf(normalizeAddress(socket.remoteAddress ?? ""));
    if (!this.#makeSpace(client)) {
      socket.destroy();
      return null;
    }
    this.#clients.set(client.key, client);
    // Checks after pending reads: the event loop may have been blocked longer than the client.
    const check = () => {
      if (connection.isCounted && !connection.hasRequested) expire();
    };
    const timer = setTimeout(() => setImmediate(check), this.#limits.headersMs).unref();
    const connection: Connection = {
      socket,
      client,
      timer,
      isCounted: true,
      hasRequested: false,
      requests: 0,
    };
    client.unused.add(connection);
    client.count++;
    this.#total++;
    socket.once("close", () => this.#remove(connection));
    return connection;
  }

  #clientOf(address: string): Client {
    const key = rateLimitKey(address);
    const isExempt = this.#isTrusted(address);
    return this.#clients.get(key) ?? { key, isExempt, count: 0, unused: new Set(), idle: new Set() };
  }

  #remove(connection: Connection): void {
    if (!connection.isCounted) return;
    connection.isCounted = false;
    const { client, timer } = connection;
    clearTimeout(timer);
    client.unused.delete(connection);
    client.idle.delete(connection);
    this.#total--;
    if (--client.count === 0) this.#clients.delete(client.key);
  }

  /** Closes an idle connection where a new one of `client` would exceed a limit. Returns false where none is idle. */
  #makeSpace(client: Client): boolean {
    if (!client.isExempt && client.count >= this.#limits.perAddress) return this.#closeIdle(client);
    if (this.#total < this.#limits.total) return true;
    const [largest] = [...this.#clients.values()]
      .filter((other) => other.unused.size + other.idle.size > 0 && other.count >= client.count)
      .toSorted((one, other) => Number(one.isExempt) - Number(other.isExempt) || other.count - one.count);
    return largest !== undefined && this.#closeIdle(largest);
  }

  /** Closes the client's oldest idle connection. Returns false where it has none. */
  #closeIdle({ unused, idle }: Client): boolean {
    const [oldest] = unused.size > 0 ? unused : idle;
    if (oldest === undefined) return false;
    this.#remove(oldest);
    oldest.socket.destroy();
    return true;
  }
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
