import { readFileSync } from "node:fs";
import type { Socket } from "node:net";
import {
  MAX_CONNECTIONS,
  MAX_CONNECTIONS_PER_ADDRESS,
  MAX_HEADERS_MS,
  RESERVED_DESCRIPTORS,
} from "../../platform/limits.ts";
import { addressList, plain, rateLimitKey } from "./client-address.ts";

/** How many connections the server keeps open. */
export interface ConnectionLimits {
  readonly total: number;
  /** Trusted proxies are exempt. */
  readonly perAddress: number;
  /** From the connection to the end of the headers of its first request. */
  readonly headersMs: number;
}

/** The open connections of both ports. */
export interface Connections {
  /**
   * Registers a new connection. Above a limit the oldest idle connection of the same address is closed instead, or of the
   * address with most; where none is idle, the new one. `expire` ends it when its first request does not arrive in time.
   */
  accept(socket: Socket, expire: () => void): void;
  /** The TLS socket over a registered connection, which requests name instead. */
  secured(socket: Socket, over: Socket): void;
  /** A request has begun: its connection is not idle until the function that this gives is called. */
  began(socket: Socket): () => void;
}

interface Connection {
  readonly socket: Socket;
  readonly client: Client;
  isCounted: boolean;
  readonly timer: NodeJS.Timeout;
  hasAsked: boolean;
  requests: number;
}

/** The connections of one address. Sets keep the order in which they became what they are. */
interface Client {
  readonly key: string;
  readonly isExempt: boolean;
  count: number;
  /** No request yet: closed before those that wait for their next one. */
  readonly silent: Set<Connection>;
  readonly idle: Set<Connection>;
}

/** The limits of this process: the total stays below the number of files that it may open. */
export function connectionLimits(): ConnectionLimits {
  const total = Math.max(1, Math.min(MAX_CONNECTIONS, maxDescriptors() - RESERVED_DESCRIPTORS));
  const perAddress = Math.min(MAX_CONNECTIONS_PER_ADDRESS, Math.ceil(total / 2));
  return { total, perAddress, headersMs: MAX_HEADERS_MS };
}

/** Makes the register of a server's connections. */
export function makeConnections(limits: ConnectionLimits, trustedProxies: readonly string[]): Connections {
  const isTrusted = addressList(trustedProxies);
  const clients = new Map<string, Client>();
  const known = new WeakMap<Socket, Connection>();
  let total = 0;

  function clientOf(address: string): Client {
    const key = rateLimitKey(address);
    const isExempt = isTrusted(address);
    return clients.get(key) ?? { key, isExempt, count: 0, silent: new Set(), idle: new Set() };
  }

  function forget(connection: Connection): void {
    if (!connection.isCounted) return;
    connection.isCounted = false;
    const { client, timer } = connection;
    clearTimeout(timer);
    client.silent.delete(connection);
    client.idle.delete(connection);
    total--;
    if (--client.count === 0) clients.delete(client.key);
  }

  /** Closes an idle connection to make room for a new one of `client`; false: there is none. */
  function makeRoom(client: Client): boolean {
    if (!client.isExempt && client.count >= limits.perAddress) return closeIdle(client);
    if (total < limits.total) return true;
    const [largest] = [...clients.values()]
      .filter((other) => other.silent.size + other.idle.size > 0 && other.count >= client.count)
      .toSorted((one, other) => Number(one.isExempt) - Number(other.isExempt) || other.count - one.count);
    return largest !== undefined && closeIdle(largest);
  }

  /** Closes the client's oldest idle connection; false: it has none. */
  function closeIdle({ silent, idle }: Client): boolean {
    const [oldest] = silent.size > 0 ? silent : idle;
    if (oldest === undefined) return false;
    forget(oldest);
    oldest.socket.destroy();
    return true;
  }

  return {
    accept(socket, expire) {
      const client = clientOf(plain(socket.remoteAddress ?? ""));
      if (!makeRoom(client)) {
        socket.destroy();
        return;
      }
      clients.set(client.key, client);
      // After what has arrived is read: the event loop may have been held up longer than the client.
      const look = () => {
        if (connection.isCounted && !connection.hasAsked) expire();
      };
      const timer = setTimeout(() => setImmediate(look), limits.headersMs).unref();
      const connection: Connection = { socket, client, timer, isCounted: true, hasAsked: false, requests: 0 };
      known.set(socket, connection);
      client.silent.add(connection);
      client.count++;
      total++;
      socket.once("close", () => forget(connection));
    },
    secured(socket, over) {
      const connection = known.get(over);
      if (connection) known.set(socket, connection);
    },
    began(socket) {
      const connection = known.get(socket);
      if (connection === undefined) return () => {};
      const { client } = connection;
      if (!connection.hasAsked) {
        connection.hasAsked = true;
        clearTimeout(connection.timer);
        client.silent.delete(connection);
      } else if (connection.requests === 0) client.idle.delete(connection);
      connection.requests++;
      return () => {
        connection.requests--;
        if (connection.requests === 0 && connection.isCounted) client.idle.add(connection);
      };
    },
  };
}

/** How many files the process may open (proc(5)); no limit where the system does not tell. */
function maxDescriptors(): number {
  try {
    const limit = /^Max open files\s+(\d+)/m.exec(readFileSync("/proc/self/limits", "utf8"))?.[1];
    return limit === undefined ? Number.POSITIVE_INFINITY : Number(limit);
  } catch {
    // No such file on this system.
    return Number.POSITIVE_INFINITY;
  }
}
