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
  SILENT_MS,
  SLOW_READER,
} from "../../platform/limits.ts";
import { addressMatcher, normalizeAddress, rateLimitKey } from "../limits/client-address.ts";

/** The open connections of both ports. */
export type Connections = ReturnType<typeof makeConnections>;

/** The limits of this process. The total stays below its limit of open files. */
export function connectionLimits() {
  const total = Math.max(1, Math.min(MAX_CONNECTIONS, maxDescriptors() - RESERVED_DESCRIPTORS));
  return {
    total,
    /** Trusted proxies are exempt. */
    perAddress: Math.min(MAX_CONNECTIONS_PER_ADDRESS, Math.ceil(total / 2)),
    /** Time from the connection to the end of the headers of its first request, in milliseconds. */
    headersMs: MAX_HEADERS_MS,
    /** Time without a byte in either direction, in milliseconds. */
    silentMs: SILENT_MS,
    /** Requests of a connection that may wait for the response to its first one. */
    waitingRequests: MAX_WAITING_REQUESTS,
    /** Requests of one address that begin in one turn of the event loop. Trusted proxies are exempt. */
    requestsPerTurn: MAX_REQUESTS_PER_TURN,
    /** Speed at which a client must read a response. */
    slowReader: SLOW_READER,
  };
}

/** Creates the register of a server's connections. */
export function makeConnections(limits: ConnectionLimits, trustedProxies: readonly string[]) {
  const pool = new ConnectionPool(limits, addressMatcher(trustedProxies));
  const bySocket = new WeakMap<Socket, Connection>();
  return {
    /**
     * Registers a new connection. Above a limit it closes an older one: an idle one of the same address, or one of the address
     * with the most connections. If there is none to close, it closes the new one. `expire` closes the connection when its first
     * request does not arrive in time.
     */
    accept(socket: Socket, expire: () => void) {
      const connection = pool.add(socket, expire);
      if (connection !== null) bySocket.set(socket, connection);
    },
    /** Links the TLS socket, which requests name, to its registered connection `rawSocket`. */
    tlsEstablished(socket: Socket, rawSocket: Socket) {
      const connection = bySocket.get(rawSocket);
      if (connection === undefined) return;
      connection.socket = socket;
      bySocket.set(socket, connection);
    },
    /**
     * A listener that calls `handle` when the earlier requests of the connection have their responses: a handler without a socket would not
     * notice that the client has left. An address that sends many requests at once waits for later turns of the event loop. Closes
     * the connection if too many requests wait.
     */
    inTurn(handle: RequestListener): RequestListener {
      return (request, response) => {
        const connection = bySocket.get(request.socket);
        if (connection === undefined) handle(request, response);
        else pool.receive(connection, [request, response, handle]);
      };
    },
    /** Time without a byte in either direction after which `silent` is called, in milliseconds. */
    silentMs: limits.silentMs,
    /** Closes a silent connection, unless the server is making its response: that of a job takes as long as the job. */
    silent(socket: Socket) {
      const connection = bySocket.get(socket);
      if (connection === undefined || !isMakingResponse(connection)) socket.destroy();
    },
    /** Begins to close connections whose clients read too slowly. Returns the function that stops it. */
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

/** Limits on open connections. */
export type ConnectionLimits = ReturnType<typeof connectionLimits>;

/** A request that has not been handled yet. */
type WaitingRequest = readonly [IncomingMessage, ServerResponse, RequestListener];

/** An open connection. */
interface Connection {
  readonly rawSocket: Socket;
  /** The socket of its requests: the TLS socket, or `rawSocket`. */
  socket: Socket;
  readonly client: Client;
  isCounted: boolean;
  readonly timer: NodeJS.Timeout;
  hasRequested: boolean;
  isBusy: boolean;
  /** The response in progress, or the last one; null: there was none yet. */
  response: ServerResponse | null;
  /** Requests after the one in progress. */
  readonly waiting: WaitingRequest[];
  /** Ends the request in progress. One function for all requests. */
  readonly responseClosed: () => void;
  /** Bytes that the client had taken at the last check; null: no bytes waited for it. */
  drainedBytes: number | null;
}

/** The connections of one address. The sets keep the order of insertion, so the first entry is the oldest. */
interface Client {
  readonly key: string;
  readonly isExempt: boolean;
  readonly open: Set<Connection>;
  /** Connections without any request. They are closed before idle ones. */
  readonly unused: Set<Connection>;
  readonly idle: Set<Connection>;
}

/** Counts connections in total and for each address, and closes idle and hostile ones. */
class ConnectionPool {
  readonly #limits: ConnectionLimits;
  readonly #isTrusted: (address: string) => boolean;
  readonly #clients = new Map<string, Client>();
  readonly #turns: RequestTurns;
  #total = 0;

  constructor(limits: ConnectionLimits, isTrusted: (address: string) => boolean) {
    this.#limits = limits;
    this.#isTrusted = isTrusted;
    this.#turns = new RequestTurns(limits.requestsPerTurn);
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
      rawSocket: socket,
      socket,
      client,
      timer,
      isCounted: true,
      hasRequested: false,
      isBusy: false,
      response: null,
      waiting: [],
      responseClosed: () => this.#handleNext(connection),
      drainedBytes: null,
    };
    client.unused.add(connection);
    client.open.add(connection);
    this.#total++;
    socket.once("close", () => this.#remove(connection));
    return connection;
  }

  /** Handles a request, or lets it wait for the one in progress, or for the next turn. */
  receive(connection: Connection, request: WaitingRequest): void {
    // Requests that were read with the one that closed the connection.
    if (!connection.isCounted) return;
    if (connection.isBusy) {
      if (connection.waiting.length >= this.#limits.waitingRequests) this.#close(connection);
      else connection.waiting.push(request);
      return;
    }
    const { client } = connection;
    if (!connection.hasRequested) {
      connection.hasRequested = true;
      clearTimeout(connection.timer);
      client.unused.delete(connection);
    } else client.idle.delete(connection);
    connection.isBusy = true;
    this.#begin(connection, request);
  }

  /** Closes connections on which bytes wait for a client that has taken too few since the last call. */
  closeSlowReaders(): void {
    for (const { open } of this.#clients.values()) {
      for (const connection of open) {
        const { socket, drainedBytes: before } = connection;
        const waiting = socket.writableLength;
        connection.drainedBytes = waiting === 0 ? null : socket.bytesWritten - waiting;
        if (before === null || connection.drainedBytes === null) continue;
        if (connection.drainedBytes - before < this.#limits.slowReader.bytes) this.#close(connection);
      }
    }
  }

  #handleNext(connection: Connection): void {
    if (!connection.isCounted) return;
    const next = connection.waiting.shift();
    if (next !== undefined) {
      this.#begin(connection, next);
      return;
    }
    connection.isBusy = false;
    connection.client.idle.add(connection);
  }

  #begin(connection: Connection, request: WaitingRequest): void {
    const { key, isExempt } = connection.client;
    if (isExempt) handleRequest(connection, request);
    else
      this.#turns.take(key, () => {
        if (connection.isCounted) handleRequest(connection, request);
      });
  }

  #clientOf(address: string): Client {
    const key = rateLimitKey(address);
    const isExempt = this.#isTrusted(address);
    return this.#clients.get(key) ?? { key, isExempt, open: new Set(), unused: new Set(), idle: new Set() };
  }

  #remove(connection: Connection): void {
    if (!connection.isCounted) return;
    connection.isCounted = false;
    const { client, timer } = connection;
    clearTimeout(timer);
    client.unused.delete(connection);
    client.idle.delete(connection);
    client.open.delete(connection);
    this.#total--;
    if (client.open.size === 0) this.#clients.delete(client.key);
  }

  #close(connection: Connection): void {
    this.#remove(connection);
    connection.socket.destroy();
    connection.rawSocket.destroy();
  }

  /** Closes a connection where a new one of `client` would exceed a limit. Returns false where none may be closed. */
  #makeSpace(client: Client): boolean {
    if (!client.isExempt && client.open.size >= this.#limits.perAddress) return this.#closeIdle(client);
    return this.#total < this.#limits.total || this.#displaceFor(client);
  }

  /** Closes a connection of the address with the most: an idle one, else the oldest. Addresses with one keep it while it is busy. */
  #displaceFor(newcomer: Client): boolean {
    const candidates = [...this.#clients.values()]
      .filter(({ open }) => open.size >= newcomer.open.size)
      .toSorted(
        (one, other) => Number(one.isExempt) - Number(other.isExempt) || other.open.size - one.open.size,
      );
    for (const candidate of candidates) {
      if (this.#closeIdle(candidate)) return true;
      if (candidate.isExempt || candidate.open.size <= newcomer.open.size + 1) continue;
      const [oldest] = candidate.open;
      if (oldest !== undefined) this.#close(oldest);
      return true;
    }
    return false;
  }

  /** Closes the client's oldest idle connection. Returns false where it has none. */
  #closeIdle({ unused, idle }: Client): boolean {
    const [oldest] = unused.size > 0 ? unused : idle;
    if (oldest === undefined) return false;
    this.#close(oldest);
    return true;
  }
}

function handleRequest(connection: Connection, [request, response, handle]: WaitingRequest): void {
  response.once("close", connection.responseClosed);
  connection.response = response;
  handle(request, response);
}

/** True after the whole request, until the response begins. */
function isMakingResponse({ isBusy, response }: Connection): boolean {
  return isBusy && response?.req.complete === true && !response.headersSent;
}

/** The requests of one address since the last scheduled turn. */
interface Share {
  begun: number;
  readonly waiting: (() => void)[];
}

/**
 * Spreads the requests of one address over turns of the event loop, so that requests of others are read in between: one packet
 * of thousands of short requests would hold them all up. Requests of an address begin in the order of arrival.
 */
export class RequestTurns {
  readonly #perTurn: number;
  #shares = new Map<string, Share>();
  #isScheduled = false;

  /** `perTurn`: requests of one address that begin in one turn. */
  constructor(perTurn: number) {
    this.#perTurn = perTurn;
  }

  /** Calls `begin` now, or in a later turn where the address has used up its share of this one. */
  take(address: string, begin: () => void): void {
    const share = this.#shares.get(address) ?? { begun: 0, waiting: [] };
    this.#shares.set(address, share);
    if (share.begun >= this.#perTurn) {
      share.waiting.push(begin);
      return;
    }
    share.begun++;
    // Until half of a share is used up, it may last for several turns: one for each request would cost a lone client a tenth of
    // its speed.
    if (2 * share.begun >= this.#perTurn) this.#schedule();
    begin();
  }

  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    setImmediate(() => this.#nextTurn());
  }

  #nextTurn(): void {
    this.#isScheduled = false;
    const before = this.#shares;
    this.#shares = new Map();
    for (const [address, { waiting }] of before) {
      if (waiting.length === 0) continue;
      const now = waiting.splice(0, this.#perTurn);
      this.#shares.set(address, { begun: now.length, waiting });
      this.#schedule();
      for (const begin of now) begin();
    }
  }
}
