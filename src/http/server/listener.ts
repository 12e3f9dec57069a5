import { createServer, type RequestListener, type Server, STATUS_CODES } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo, Socket } from "node:net";
import { TLSSocket } from "node:tls";
import type { Config } from "../../platform/config.ts";
import { errorCode } from "../../platform/error-code.ts";
import { MAX_HEADERS_MS, MAX_LATER_HEADERS_MS } from "../../platform/limits.ts";
import type { Log } from "../../platform/log.ts";
import { StartupError } from "../../platform/startup-error.ts";
import { assertUnlocked } from "../../storage/generations/folder.ts";
import type { Connections } from "./connections.ts";
import type { HttpServer } from "./server.ts";

const REQUEST_MS = 120_000;
/** Long enough to keep the connection of a terminal that scans occasionally. */
const IDLE_MS = 65_000;
/** Time that `stop` gives running requests. */
const STOP_TIMEOUT_MS = 8000;

/** Interval at which Node checks for late headers and requests. */
const CHECK_MS = 1000;
/** Time from the last response of a connection to its close, even if the client keeps its side open. */
const LINGER_MS = 1000;

/** Connections waiting to be accepted; the system may allow fewer. A small backlog lets a flood block other clients. */
const BACKLOG = 4096;

const LIMITS = {
  headersTimeout: MAX_LATER_HEADERS_MS,
  connectionsCheckingInterval: CHECK_MS,
  requestTimeout: REQUEST_MS,
  keepAliveTimeout: IDLE_MS,
  requireHostHeader: false,
  // A request without a body needs no stream for one.
  optimizeEmptyRequests: true,
};
/** Only forward secrecy and authenticated encryption (RFC 9325, 4.2). Chromium 77 supports them. */
const CIPHERS = [
  "TLS_AES_128_GCM_SHA256",
  "TLS_AES_256_GCM_SHA384",
  "TLS_CHACHA20_POLY1305_SHA256",
  "ECDHE-ECDSA-AES128-GCM-SHA256",
  "ECDHE-RSA-AES128-GCM-SHA256",
  "ECDHE-ECDSA-AES256-GCM-SHA384",
  "ECDHE-RSA-AES256-GCM-SHA384",
  "ECDHE-ECDSA-CHACHA20-POLY1305",
  "ECDHE-RSA-CHACHA20-POLY1305",
];

/** Repeated for each certificate: a new context without them would use Node's defaults. */
const VERSIONS = { minVersion: "TLSv1.2", ciphers: CIPHERS.join(":") } as const;

/** A port that accepts requests. */
interface Listener {
  /** Starts listening; resolves with the port. */
  listen(host: string, port: number): Promise<number>;
  /** Waits for running requests, then closes all connections. */
  stop(): Promise<void>;
}

/** A certificate (with its chain) and its private key, PEM. */
interface Credentials {
  readonly certificate: string;
  readonly key: string;
}

/** Creates the listener for plain HTTP. `nextId` creates request ids for malformed requests. */
export function plainListener(
  handle: RequestListener,
  nextId: () => string,
  connections: Connections,
): Listener {
  const server = createServer(LIMITS, connections.inTurn(handle));
  // Before the parser is attached: a rejected connection costs nothing more.
  server.prependListener("connection", (socket: Socket) =>
    connections.accept(socket, () => rejectMalformed(LATE, socket, nextId())),
  );
  return limited(server, nextId, connections);
}

/** Creates the listener for TLS 1.2 or newer. `useCertificate` sets the certificate of new connections. */
export function secureListener(
  handle: RequestListener,
  nextId: () => string,
  connections: Connections,
): Listener & { useCertificate(credentials: Credentials): void } {
  const server = createTlsServer(
    { ...LIMITS, ...VERSIONS, handshakeTimeout: MAX_HEADERS_MS },
    connections.inTurn(handle),
  );
  const { listen, stop } = limited(server, nextId, connections);
  const inHandshake = new Map<string, Socket>();
  server.prependListener("connection", (socket: Socket) => {
    connections.accept(socket, () => socket.destroy());
    if (socket.destroyed) return;
    const peer = peerOf(socket);
    inHandshake.set(peer, socket);
    socket.once("close", () => inHandshake.delete(peer));
  });
  server.prependListener("secureConnection", (socket) => {
    const peer = peerOf(socket);
    const rawSocket = inHandshake.get(peer);
    if (rawSocket) connections.tlsEstablished(socket, rawSocket);
    inHandshake.delete(peer);
  });
  return {
    listen,
    useCertificate: ({ certificate, key }) =>
      server.setSecureContext({ ...VERSIONS, cert: certificate, key }),
    async stop() {
      const stopped = stop();
      // The server knows a connection only after its handshake.
      for (const socket of inHandshake.values()) socket.destroy();
      await stopped;
    },
  };
}

function peerOf({ remoteAddress, remotePort }: Socket): string {
  return `${remoteAddress} ${remotePort}`;
}

function limited(server: Server, nextId: () => string, connections: Connections): Listener {
  server.setTimeout(connections.silentMs, connections.silent);
  server.on("clientError", (error, socket) => rejectMalformed(error, socket as Socket, nextId()));
  server.on(
    "checkExpectation",
    connections.inTurn((_, response) => {
      const body = { message: "Expect has an unsupported value. Use 100-continue.", requestId: nextId() };
      response.writeHead(417, { "Content-Type": "application/json" }).end(JSON.stringify(body));
    }),
  );
  return {
    listen: (host, port) => listen(server, host, port),
    async stop() {
      const closed = new Promise<void>((done) => server.close(() => done()));
      server.closeIdleConnections();
      const timer = setTimeout(() => server.closeAllConnections(), STOP_TIMEOUT_MS);
      await closed;
      clearTimeout(timer);
    },
  };
}

function listen(server: Server, host: string, port: number): Promise<number> {
  return new Promise((done, failed) => {
    server.once("error", failed);
    server.listen({ port, host, backlog: BACKLOG }, () => {
      server.off("error", failed);
      done((server.address() as AddressInfo).port);
    });
  });
}

const PARSER_ERRORS: Readonly<Record<string, readonly [number, string]>> = {
  HPE_HEADER_OVERFLOW: [431, "The address and headers of this request are longer than 16 KiB."],
  ERR_HTTP_REQUEST_TIMEOUT: [408, "The request did not arrive in time."],
};

/** The error that Node itself reports for late headers. */
const LATE = Object.assign(new Error("the headers are late"), { code: "ERR_HTTP_REQUEST_TIMEOUT" });

/** Writes the error response of a request that Node could not parse. After a failed TLS handshake the socket is closed. */
function rejectMalformed(error: Error & { code?: string }, socket: Socket, requestId: string): void {
  const isHandshake = socket instanceof TLSSocket && !/^(HPE|ERR_HTTP)_/.test(error.code ?? "");
  if (!socket.writable || error.code === "ECONNRESET" || isHandshake) {
    socket.destroy();
    return;
  }
  const [status, message] = PARSER_ERRORS[error.code ?? ""] ?? [
    400,
    "This is not a well-formed HTTP request.",
  ];
  const body = JSON.stringify({ message, requestId });
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nContent-Type: application/json\r\nConnection: close\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
  // The client may keep its side open.
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
}

/** The ports that the server listens on. */
export interface Ports {
  readonly http: number;
  /** Null: HTTPS is off. */
  readonly https: number | null;
}

/**
 * Opens the HTTP port and, unless it is off, the HTTPS port. If the default HTTPS port is in use, any free port is used
 * instead; a configured port has no fallback. Throws StartupError with one line that names the setting.
 */
export async function openPorts(server: HttpServer, config: Config, log: Log): Promise<Ports> {
  const { host, port, https } = config;
  const http = await server.listen(host, port).catch(portError(`PORT ${port}`, config));
  if (https.port === null) {
    if (https.isRequiredForLogin === true)
      throw new StartupError("Https:RequiredForLogin: HTTPS is required for logins, but Https:Port is off");
    return { http, https: null };
  }
  const { number, isChosen } = https.port;
  const listening = server.listenSecurely(host, number).catch((error: unknown) => {
    if (isChosen || errorCode(error) !== "EADDRINUSE")
      return portError(`HTTPS_PORT ${number}`, config)(error);
    log.warn({ taken: number }, "the default HTTPS port is in use by another program; using another port");
    return server.listenSecurely(host, 0);
  });
  return { http, https: await listening };
}

/** Creates the handler of a failed `listen`. Throws StartupError; a server that already uses the data folder is named. */
function portError(setting: string, { host, dataFolder }: Config): (error: unknown) => never {
  return (error) => {
    const code = errorCode(error) ?? String(error);
    if (code === "EADDRINUSE") {
      assertUnlocked(dataFolder);
      throw new StartupError(
        `${setting}: the port is in use by another program on ${host}; end that program or set another port`,
      );
    }
    if (code === "EACCES")
      throw new StartupError(`${setting}: this user may not use the port; set a port above 1023`);
    throw new StartupError(
      `HOST ${host}: not an address of this machine (${code}); set one of its addresses`,
    );
  };
}

/** The port part of a URL; empty for the default port of the scheme. */
export function portInUrl(port: number, defaultPort: number): string {
  return port === defaultPort ? "" : `:${port}`;
}

/** The host part of a URL for requests from this machine. */
export function hostInUrl(host: string): string {
  if (host === "0.0.0.0" || host === "::") return "127.0.0.1";
  return host.includes(":") ? `[${host}]` : host;
}
