import { createServer, type RequestListener, type Server, STATUS_CODES } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo, Socket } from "node:net";
import { TLSSocket } from "node:tls";
import { MAX_HEADERS_MS, MAX_LATER_HEADERS_MS } from "../../platform/limits.ts";
import type { Connections } from "./connections.ts";

const REQUEST_MS = 120_000;
const UNREAD_MS = 90_000;
/** A terminal that scans now and then keeps its connection. */
const IDLE_MS = 65_000;
/** How long a stop waits for requests whose head was received. */
const LAST_REQUESTS_MS = 8000;

/** The runtime looks for late headers and requests this often. */
const CHECK_MS = 1000;
/** From the last answer of a connection until it is closed, whether or not the client closes its side. */
const LINGER_MS = 1000;

/** Connections that wait to be accepted; the system may allow fewer. With few a flood of them keeps others out. */
const BACKLOG = 4096;

const LIMITS = {
  headersTimeout: MAX_LATER_HEADERS_MS,
  connectionsCheckingInterval: CHECK_MS,
  requestTimeout: REQUEST_MS,
  keepAliveTimeout: IDLE_MS,
  requireHostHeader: false,
};
/** With forward secrecy and authenticated encryption alone (RFC 9325, 4.2); Chromium 77 knows them. */
const CIPHERS = [
  ...["TLS_AES_128_GCM_SHA256", "TLS_AES_256_GCM_SHA384", "TLS_CHACHA20_POLY1305_SHA256"],
  ...["ECDHE-ECDSA-AES128-GCM-SHA256", "ECDHE-RSA-AES128-GCM-SHA256"],
  ...["ECDHE-ECDSA-AES256-GCM-SHA384", "ECDHE-RSA-AES256-GCM-SHA384"],
  ...["ECDHE-ECDSA-CHACHA20-POLY1305", "ECDHE-RSA-CHACHA20-POLY1305"],
];

/** Said at each certificate too: what a context does not say is the runtime's default. */
const VERSIONS = { minVersion: "TLSv1.2", ciphers: CIPHERS.join(":") } as const;

/** A port that takes requests. */
export interface Listener {
  /** Starts to listen; gives the port. */
  listen(host: string, port: number): Promise<number>;
  /** Lets running requests end, then closes every connection. */
  stop(): Promise<void>;
}

/** A certificate (with its chain) and its private key, PEM. */
export interface Credentials {
  readonly certificate: string;
  readonly key: string;
}

/** Takes requests over plain HTTP; `nextId` names those that are no HTTP at all. */
export function plainListener(
  answer: RequestListener,
  nextId: () => string,
  connections: Connections,
): Listener {
  const server = createServer(LIMITS, answer);
  // Before the parser is attached: a refused connection costs nothing more.
  server.prependListener("connection", (socket: Socket) =>
    connections.accept(socket, () => refuseMalformed(LATE, socket, nextId())),
  );
  return limited(server, nextId, connections);
}

/** Takes requests over TLS 1.2 or newer, with the certificate that it is given last. */
export function secureListener(
  answer: RequestListener,
  nextId: () => string,
  connections: Connections,
): Listener & { useCertificate(credentials: Credentials): void } {
  const server = createTlsServer({ ...LIMITS, ...VERSIONS, handshakeTimeout: MAX_HEADERS_MS }, answer);
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
    const over = inHandshake.get(peer);
    if (over) connections.secured(socket, over);
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
  server.prependListener("request", ({ socket }, response) => {
    response.once("close", connections.began(socket));
  });
  // A client that takes nothing any more is dropped, and what is held for it.
  server.setTimeout(UNREAD_MS);
  server.on("clientError", (error, socket) => refuseMalformed(error, socket as Socket, nextId()));
  server.on("checkExpectation", (_, response) => {
    const body = { message: "Expect has an unsupported value. Use 100-continue.", requestId: nextId() };
    response.writeHead(417, { "Content-Type": "application/json" }).end(JSON.stringify(body));
  });
  return {
    listen: (host, port) => listen(server, host, port),
    async stop() {
      const closed = new Promise<void>((done) => server.close(() => done()));
      server.closeIdleConnections();
      const timer = setTimeout(() => server.closeAllConnections(), LAST_REQUESTS_MS);
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

const PARSER_FAULTS: Readonly<Record<string, readonly [number, string]>> = {
  HPE_HEADER_OVERFLOW: [431, "The address and headers of this request are longer than 16 KiB."],
  ERR_HTTP_REQUEST_TIMEOUT: [408, "The request did not arrive in time."],
};

/** As the runtime reports it. */
const LATE = Object.assign(new Error("the headers are late"), { code: "ERR_HTTP_REQUEST_TIMEOUT" });

/** What is no HTTP at all gets the same kind of answer, written by hand; a failed handshake gets TLS's own. */
function refuseMalformed(error: Error & { code?: string }, socket: Socket, requestId: string): void {
  const isHandshake = socket instanceof TLSSocket && !/^(HPE|ERR_HTTP)_/.test(error.code ?? "");
  if (!socket.writable || error.code === "ECONNRESET" || isHandshake) {
    socket.destroy();
    return;
  }
  const [status, message] = PARSER_FAULTS[error.code ?? ""] ?? [
    400,
    "This is not a well-formed HTTP request.",
  ];
  const body = JSON.stringify({ message, requestId });
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nContent-Type: application/json\r\nConnection: close\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
  // The client's side may stay open for as long as it likes.
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
}
