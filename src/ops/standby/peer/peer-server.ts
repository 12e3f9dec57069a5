import { once } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer, type Server } from "node:https";
import type { AddressInfo, Socket } from "node:net";
import { TLSSocket } from "node:tls";
import { limitedText } from "../../../platform/limited-text.ts";
import type { Log } from "../../../platform/log.ts";
import type { FilePart } from "../../../storage/files/file-part.ts";
import { PeerPlaces, type PlaceLimits } from "./peer-places.ts";

const MAX_BODY = 64 * 1024;
const SILENT_MS = 30_000;
const BYTES = { "Content-Type": "application/octet-stream" };
/** Connections waiting to be accepted; the system may allow fewer. A small backlog lets a flood block the other machine. */
const BACKLOG = 4096;

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

/** A response to it: JSON, a whole file, a part of a file, or an error with one line of text. */
export type PeerResponse =
  | { readonly json: object }
  | { readonly bytes: Buffer }
  | { readonly part: FilePart }
  | { readonly status: number; readonly text: string };

/** What the port serves, and whom. */
export interface PeerService {
  /** Responds to a request of the other machine. */
  respond(request: PeerRequest): Promise<PeerResponse>;
  /** Whether the certificate with this fingerprint is one of the pair. */
  isOfPair(fingerprint: string): boolean;
  /** Whether a machine of the pair was last seen at this address. */
  isAddressOfPair(address: string): boolean;
}

/** The port on which the machines of a pair talk. */
export class PeerServer {
  readonly #server: Server;
  /** Also of those in the handshake, which the server itself does not close. */
  readonly #places: PeerPlaces;

  private constructor(server: Server, places: PeerPlaces, isOfPair: PeerService["isOfPair"]) {
    this.#server = server;
    this.#places = places;
    const inHandshake = new Map<string, Socket>();
    server.prependListener("connection", (socket: Socket) => {
      const port = portOf(socket);
      inHandshake.set(port, socket);
      socket.once("close", () => inHandshake.delete(port));
      places.connected(socket);
    });
    server.prependListener("secureConnection", (socket) => {
      const port = portOf(socket);
      const rawSocket = inHandshake.get(port);
      inHandshake.delete(port);
      const fingerprint = fingerprintOf(socket);
      if (rawSocket !== undefined)
        places.established(rawSocket, fingerprint !== null && isOfPair(fingerprint));
    });
  }

  /** Listens. Rejects when the port is taken. */
  static async listen(
    { certificate, key }: { readonly certificate: string; readonly key: string },
    { host, port }: { readonly host: string; readonly port: number },
    service: PeerService,
    log: Log,
    limits?: PlaceLimits,
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
        respond(request, response, service).catch((error: unknown) => {
          // A stranger's broken requests must not fill the log.
          if (service.isOfPair(fingerprintOf(request.socket) ?? ""))
            log.warn({ err: error }, "a request of the other machine failed");
          if (response.headersSent) response.destroy();
          else response.writeHead(500).end("failed");
        });
      },
    );
    server.setTimeout(SILENT_MS);
    const places = new PeerPlaces((address) => service.isAddressOfPair(address), limits);
    const listening = new PeerServer(server, places, (fingerprint) => service.isOfPair(fingerprint));
    server.listen({ host, port, backlog: BACKLOG });
    await once(server, "listening");
    return listening;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** Closes the port and all connections. */
  async close(): Promise<void> {
    const closed = new Promise<void>((done) => this.#server.close(() => done()));
    this.#places.close();
    await closed;
  }
}

function portOf({ remoteAddress, remotePort }: Socket): string {
  return `${remoteAddress} ${remotePort}`;
}

/** Fingerprint of the client's certificate; null: it has none. */
function fingerprintOf(socket: Socket): string | null {
  const certificate = socket instanceof TLSSocket ? socket.getPeerX509Certificate() : undefined;
  return certificate?.fingerprint256 ?? null;
}

async function respond(
  request: IncomingMessage,
  response: ServerResponse,
  service: PeerService,
): Promise<void> {
  const { socket } = request;
  const url = new URL(request.url ?? "/", "https://peer");
  const closing = new AbortController();
  response.once("close", () => closing.abort());
  const handled = await service.respond({
    path: url.pathname,
    query: url.searchParams,
    body: await bodyOf(request),
    fingerprint: fingerprintOf(socket),
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
  } else if ("bytes" in handled) response.writeHead(200, BYTES).end(handled.bytes);
  else if ("part" in handled) await sendPart(response, handled.part, closing.signal);
  else response.writeHead(handled.status, { "Content-Type": "text/plain" }).end(handled.text);
}

async function sendPart(
  response: ServerResponse,
  { bytes, chunks }: FilePart,
  closing: AbortSignal,
): Promise<void> {
  response.writeHead(200, { ...BYTES, "Content-Length": bytes });
  for await (const chunk of chunks) {
    if (closing.aborted) return;
    if (!response.write(chunk)) await Promise.race([once(response, "drain"), once(closing, "abort")]);
  }
  response.end();
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  const text = await limitedText(request, MAX_BODY);
  if (text === null) throw new Error("the body is too long");
  return text === "" ? null : JSON.parse(text);
}
