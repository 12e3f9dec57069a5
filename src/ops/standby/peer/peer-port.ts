import type { Log } from "../../../platform/log.ts";
import { PeerServer, type PeerService } from "./peer-server.ts";

const RETRY_MS = 5000;

/** A certificate and its key, PEM. */
interface Credentials {
  readonly certificate: string;
  readonly key: string;
}

/** The port of a machine for its peer. A port that is in use is tried again: the server itself must work without its peer. */
export class PeerPort {
  readonly #address: { readonly host: string; readonly port: number };
  readonly #service: PeerService;
  readonly #log: Log;
  #server: PeerServer | null = null;
  #retry: NodeJS.Timeout | undefined;

  constructor(address: { readonly host: string; readonly port: number }, service: PeerService, log: Log) {
    this.#address = address;
    this.#service = service;
    this.#log = log;
  }

  /** The number of the open port, or of the one that is to be opened. */
  get number(): number {
    return this.#server?.port ?? this.#address.port;
  }

  /** Opens the port with this certificate, in place of an earlier one. Null: it is in use, and is tried again. */
  async open(credentials: Credentials): Promise<number | null> {
    await this.close();
    try {
      this.#server = await PeerServer.listen(credentials, this.#address, this.#service, this.#log);
      return this.#server.port;
    } catch (error) {
      const { port } = this.#address;
      this.#log.error({ err: error, port }, "the port for the other machine of the pair can't be opened");
      this.#retry = setTimeout(() => this.open(credentials), RETRY_MS).unref();
      return null;
    }
  }

  /** Closes it and all connections. */
  async close(): Promise<void> {
    clearTimeout(this.#retry);
    const server = this.#server;
    this.#server = null;
    await server?.close();
  }
}
