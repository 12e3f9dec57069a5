import type { IncomingMessage } from "node:http";
import { Agent, request } from "node:https";
import type { Socket } from "node:net";
import { text } from "node:stream/consumers";
import { TLSSocket } from "node:tls";
import type { z } from "zod";
import { limitedText } from "../../../platform/limited-text.ts";
import type { PeerAddress, PeerMachine } from "../membership/membership.ts";

/** Time without a byte after which a request fails. Longer than the wait of a position. */
const SILENT_MS = 10_000;
const CONNECT_MS = 2000;
const MAX_JSON = 4 * 1024 * 1024;

/** The other machine has answered with an error. */
export class PeerRefused extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** How this machine shows itself, and whom it accepts. */
interface PeerCredentials {
  /** Null: this machine has no certificate yet (pairing). */
  readonly own: { readonly certificate: string; readonly key: string } | null;
  /** SHA-256 fingerprint of the other machine's certificate, as X509Certificate has it. */
  readonly fingerprint: string;
}

/** Options of a request. */
interface PeerRequestOptions {
  readonly method?: "GET" | "POST";
  readonly body?: object;
  readonly signal?: AbortSignal;
}

/** Requests to the other machine of the pair, over connections that both have proven their certificates on. */
export class PeerClient {
  readonly #agent: Agent;
  readonly #fingerprint: string;
  #address: PeerAddress;

  constructor({ own, fingerprint }: PeerCredentials, address: PeerAddress) {
    this.#fingerprint = fingerprint;
    this.#address = address;
    this.#agent = new Agent({
      keepAlive: true,
      maxSockets: 6,
      maxCachedSessions: 0,
      minVersion: "TLSv1.3",
      // The handshake proves that the other side has the certificate's key; `#connected` compares the certificate.
      rejectUnauthorized: false,
      ...(own && { cert: own.certificate, key: own.key }),
    });
  }

  /** A client of this machine of the pair, which shows the own certificate. */
  static to(
    { fingerprint, ...address }: PeerMachine,
    { certificate, key }: NonNullable<PeerCredentials["own"]>,
  ): PeerClient {
    return new PeerClient({ own: { certificate, key }, fingerprint }, address);
  }

  /** Uses these addresses from now on. */
  moveTo(address: PeerAddress): void {
    this.#address = address;
  }

  /** Requests JSON. Rejects with PeerRefused, or with the error of the connection to each address. */
  async json<T extends z.ZodType>(
    path: string,
    schema: T,
    options: PeerRequestOptions = {},
  ): Promise<z.output<T>> {
    const response = await this.#request(path, options);
    const content = await limitedText(whole(response), MAX_JSON);
    if (content === null) throw new Error("the response is too long");
    return schema.parse(JSON.parse(content));
  }

  /** Requests a part of a file. Null: 404. */
  async bytes(path: string, signal?: AbortSignal): Promise<AsyncIterable<Uint8Array> | null> {
    try {
      return whole(await this.#request(path, signal === undefined ? {} : { signal }));
    } catch (error) {
      if (error instanceof PeerRefused && error.status === 404) return null;
      throw error;
    }
  }

  close(): void {
    this.#agent.destroy();
  }

  /** Tries each address, the one that has answered last first. */
  async #request(path: string, options: PeerRequestOptions): Promise<IncomingMessage> {
    const { addresses, port } = this.#address;
    let failure: unknown = new Error("the other machine has no known address");
    for (const address of addresses) {
      try {
        const response = await this.#send(address, port, path, options);
        if (addresses[0] !== address)
          this.#address = { port, addresses: [address, ...addresses.filter((one) => one !== address)] };
        const { statusCode = 500 } = response;
        if (statusCode === 200) return response;
        throw new PeerRefused(statusCode, (await text(response)).slice(0, 500));
      } catch (error) {
        if (error instanceof PeerRefused || options.signal?.aborted) throw error;
        failure = error;
      }
    }
    throw failure;
  }

  #send(
    host: string,
    port: number,
    path: string,
    { method = "GET", body, signal }: PeerRequestOptions,
  ): Promise<IncomingMessage> {
    return new Promise((resolve, reject) => {
      const content = body === undefined ? null : JSON.stringify(body);
      const headers = content === null ? {} : { "Content-Length": Buffer.byteLength(content) };
      const sent = request({
        agent: this.#agent,
        host,
        port,
        path,
        method,
        headers,
        ...(signal && { signal }),
      });
      const connecting = setTimeout(() => sent.destroy(new Error(`${host} does not answer`)), CONNECT_MS);
      // Nothing is sent to a machine that is not the peer: the request ends only after the check.
      sent.on("socket", (socket) => {
        const begin = () => {
          clearTimeout(connecting);
          if (this.#isPeer(socket)) sent.end(content ?? undefined);
          else sent.destroy(new Error(`${host} is not the other machine of this pair`));
        };
        if (sent.reusedSocket) begin();
        else socket.once("secureConnect", begin);
      });
      sent.setTimeout(SILENT_MS, () => sent.destroy(new Error(`${host} has stopped answering`)));
      sent.on("error", (error) => {
        clearTimeout(connecting);
        reject(error);
      });
      sent.on("response", resolve);
    });
  }

  #isPeer(socket: Socket): boolean {
    if (!(socket instanceof TLSSocket)) return false;
    return socket.getPeerX509Certificate()?.fingerprint256 === this.#fingerprint;
  }
}

/** Throws where the connection breaks before the end of the response. */
async function* whole(response: IncomingMessage): AsyncGenerator<Uint8Array> {
  for await (const chunk of response) yield chunk;
  if (!response.complete) throw new Error("the connection broke");
}
