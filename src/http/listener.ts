import { createServer, type RequestListener, type Server, STATUS_CODES } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo, Socket } from "node:net";
import { TLSSocket } from "node:tls";

const HEADERS_MS = 20_000;
const REQUEST_MS = 120_000;
const UNREAD_MS = 90_000;
/** A terminal that scans now and then keeps its connection. */
const IDLE_MS = 65_000;
/** How long a stop waits for requests whose head was received. */
const LAST_REQUESTS_MS = 8000;

const LIMITS = {
  headersTimeout: HEADERS_MS,
  requestTimeout: REQUEST_MS,
  keepAliveTimeout: IDLE_MS,
  requireHostHeader: false,
};
/** Said at each certificate too: what a context does not say is the runtime's default. */
const VERSIONS = { minVersion: "TLSv1.2" } as const;

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
export function plainListener(answer: RequestListener, nextId: () => string): Listener {
  return limited(createServer(LIMITS, answer), nextId);
}

/** Takes requests over TLS 1.2 or newer, with the certificate that it is given last. */
export function secureListener(
  answer: RequestListener,
  nextId: () => string,
): Listener & { useCertificate(credentials: Credentials): void } {
  const server = createTlsServer({ ...LIMITS, ...VERSIONS, handshakeTimeout: HEADERS_MS }, answer);
  const { listen, stop } = limited(server, nextId);
  const inHandshake = new Map<string, Socket>();
  server.on("connection", (socket: Socket) => {
    const peer = peerOf(socket);
    inHandshake.set(peer, socket);
    socket.once("close", () => inHandshake.delete(peer));
  });
  server.on("secureConnection", (socket) => inHandshake.delete(peerOf(socket)));
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

function limited(server: Server, nextId: () => string): Listener {
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
    server.listen(port, host, () => {
      server.off("error", failed);
      done((server.address() as AddressInfo).port);
    });
  });
}

const PARSER_FAULTS: Readonly<Record<string, readonly [number, string]>> = {
  HPE_HEADER_OVERFLOW: [431, "The address and headers of this request are longer than 16 KiB."],
  ERR_HTTP_REQUEST_TIMEOUT: [408, "The request did not arrive in time."],
};

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
}
