import { once } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer, type Server } from "node:https";
import type { AddressInfo, Socket } from "node:net";
import { TLSSocket } from "node:tls";
import type { Log } from "../../../platform/log.ts";
import type { FilePart } from "../files/original-files.ts";

const MAX_BODY = 64 * 1024;
const MAX_CONNECTIONS = 32;
const SILENT_MS = 30_000;

/** A request of the other machine. */
export interface PeerRequest {
  readonly path: string;
  readonly query: URLSearchParams;
  /** The parsed JSON; null: none. */
  readonly body: unknown;
  /** Fingerprint of the client's certificate; null: it has none. */
  readonly fingerprint: string | null;
  readonly address: string;
  /** Aborted when the connection closes. */
  readonly signal: AbortSignal;
}

/** A response to it: JSON, a part of a file, or an error with one line of text. */
export type PeerResponse =
  | { readonly json: object }
  | { readonly part: FilePart }
  | { readonly status: number; readonly text: string };

/** Responds to a request of the other machine. */
export type PeerHandler = (request: PeerRequest) => Promise<PeerResponse>;

/** The port on which the machines of a pair talk. */
export class PeerServer {
  readonly #server: Server;
  /** Also those in the handshake, which the server itself does not close. */
  readonly #sockets = new Set<Socket>();

  private constructor(server: Server) {
    this.#server = server;
    server.on("connection", (socket: Socket) => {
      this.#sockets.add(socket);
      socket.once("close", () => this.#sockets.delete(socket));
    });
  }

  /** Listens. Rejects when the port is taken. */
  static async listen(
    { certificate, key }: { readonly certificate: string; readonly key: string },
    { host, port }: { readonly host: string; readonly port: number },
    handle: PeerHandler,
    log: Log,
  ): Promise<PeerServer> {
    const server = createServer(
      {
        cert: certificate,
        key,
        minVersion: "TLSv1.3",
        requestCert: true,
        // The handshake proves that the client has the certificate's key; the handler compares the fingerprint.
        rejectUnauthorized: false,
        maxHeaderSize: 8192,
        requestTimeout: SILENT_MS,
      },
      (request, response) => {
        respond(request, response, handle).catch((error: unknown) => {
          log.warn({ err: error }, "a request of the other machine failed");
          if (response.headersSent) response.destroy();
          else response.writeHead(500).end("failed");
        });
      },
    );
    server.maxConnections = MAX_CONNECTIONS;
    server.setTimeout(SILENT_MS);
    const listening = new PeerServer(server);
    server.listen({ host, port });
    await once(server, "listening");
    return listening;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** Closes the port and all connections. */
  async close(): Promise<void> {
    const closed = new Promise<void>((done) => this.#server.close(() => done()));
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }
}

async function respond(
  request: IncomingMessage,
  response: ServerResponse,
  handle: PeerHandler,
): Promise<void> {
  const { socket } = request;
  const certificate = socket instanceof TLSSocket ? socket.getPeerX509Certificate() : undefined;
  const url = new URL(request.url ?? "/", "https://peer");
  const closing = new AbortController();
  response.once("close", () => closing.abort());
  const handled = await handle({
    path: url.pathname,
    query: url.searchParams,
    body: await bodyOf(request),
    fingerprint: certificate?.fingerprint256 ?? null,
    address: socket.remoteAddress ?? "",
    signal: closing.signal,
  });
  if (response.destroyed) {
    if ("part" in handled) await handled.part.release();
    return;
  }
  if ("json" in handled) {
    const text = JSON.stringify(handled.json);
    response.writeHead(200, {
      "Content-Type": "application/json",
      "Content-Length": Buffer.byteLength(text),
    });
    response.end(text);
  } else if ("part" in handled) await sendPart(response, handled.part, closing.signal);
  else response.writeHead(handled.status, { "Content-Type": "text/plain" }).end(handled.text);
}

async function sendPart(
  response: ServerResponse,
  { bytes, chunks }: FilePart,
  closing: AbortSignal,
): Promise<void> {
  response.writeHead(200, { "Content-Type": "application/octet-stream", "Content-Length": bytes });
  for await (const chunk of chunks) {
    if (closing.aborted) return;
    if (!response.write(chunk)) await Promise.race([once(response, "drain"), once(closing, "abort")]);
  }
  response.end();
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request) {
    bytes += chunk.length;
    if (bytes > MAX_BODY) throw new Error("the body is too long");
    parts.push(chunk);
  }
  if (bytes === 0) return null;
  return JSON.parse(Buffer.concat(parts).toString());
}
