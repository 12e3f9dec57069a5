import type { Socket } from "node:net";
import { normalizeAddress, rateLimitKey } from "../../../http/limits/client-address.ts";
import { PEER_PLACES } from "../../../platform/limits.ts";

/** How many connections the port for the other machine keeps, and how long those that have not proven to be its own. */
export type PlaceLimits = typeof PEER_PLACES;

/** A connection that has not shown a certificate of the pair. */
interface Stranger {
  readonly socket: Socket;
  readonly group: Group;
  timer: NodeJS.Timeout;
}

/** The strangers of one address, the oldest first. */
interface Group {
  readonly key: string;
  /** The pair's own addresses have places of their own. */
  readonly isReserved: boolean;
  readonly strangers: Set<Stranger>;
}

/**
 * The places of the port for the other machine: a few for each address until a connection has shown a certificate of the pair, then
 * one of those that are kept for the pair. A new connection always gets a place; it takes that of an older one where none is free.
 */
export class PeerPlaces {
  readonly #limits: PlaceLimits;
  readonly #isOwnAddress: (address: string) => boolean;
  readonly #groups = new Map<string, Group>();
  readonly #bySocket = new Map<Socket, Stranger>();
  /** The oldest first. */
  readonly #peers = new Set<Socket>();

  /** `isOwnAddress`: whether a machine of the pair was last seen at the address. */
  constructor(isOwnAddress: (address: string) => boolean, limits: PlaceLimits = PEER_PLACES) {
    this.#isOwnAddress = isOwnAddress;
    this.#limits = limits;
  }

  /** Adds a new connection. */
  connected(socket: Socket): void {
    const group = this.#groupOf(normalizeAddress(socket.remoteAddress ?? ""));
    this.#makeSpace(group);
    const stranger: Stranger = { socket, group, timer: this.#timer(socket, this.#limits.handshakeMs) };
    // Again, because it may have been removed with its last connection.
    this.#groups.set(group.key, group);
    group.strangers.add(stranger);
    this.#bySocket.set(socket, stranger);
    socket.once("close", () => {
      this.#forget(stranger);
      this.#peers.delete(socket);
    });
  }

  /** The connection has ended its handshake: `isPeer` with a certificate of the pair. */
  established(socket: Socket, isPeer: boolean): void {
    const stranger = this.#bySocket.get(socket);
    if (stranger === undefined) return;
    clearTimeout(stranger.timer);
    if (!isPeer) {
      stranger.timer = this.#timer(socket, this.#limits.strangerMs);
      return;
    }
    this.#forget(stranger);
    const [oldest] = this.#peers;
    if (this.#peers.size >= this.#limits.peers && oldest !== undefined) {
      this.#peers.delete(oldest);
      oldest.destroy();
    }
    this.#peers.add(socket);
  }

  /** Closes all connections. */
  close(): void {
    for (const socket of [...this.#bySocket.keys(), ...this.#peers]) socket.destroy();
  }

  #groupOf(address: string): Group {
    const isReserved = this.#isOwnAddress(address);
    const key = isReserved ? "the pair" : rateLimitKey(address);
    return this.#groups.get(key) ?? { key, isReserved, strangers: new Set() };
  }

  #makeSpace(group: Group): void {
    const { perAddress, reserved, strangers } = this.#limits;
    if (group.isReserved || group.strangers.size >= perAddress) {
      if (group.strangers.size >= (group.isReserved ? reserved : perAddress)) this.#closeOldest(group);
      return;
    }
    const others = [...this.#groups.values()].filter(({ isReserved }) => !isReserved);
    const total = others.reduce((sum, one) => sum + one.strangers.size, 0);
    if (total < strangers) return;
    this.#closeOldest(others.reduce((most, one) => (one.strangers.size > most.strangers.size ? one : most)));
  }

  #closeOldest({ strangers }: Group): void {
    const [oldest] = strangers;
    if (oldest === undefined) return;
    this.#forget(oldest);
    oldest.socket.destroy();
  }

  #forget(stranger: Stranger): void {
    const { socket, group, timer } = stranger;
    clearTimeout(timer);
    this.#bySocket.delete(socket);
    group.strangers.delete(stranger);
    if (group.strangers.size === 0) this.#groups.delete(group.key);
  }

  /** Ends the connection after pending reads: the event loop may have been blocked longer than the client. */
  #timer(socket: Socket, ms: number): NodeJS.Timeout {
    const expire = () => this.#bySocket.has(socket) && socket.destroy();
    return setTimeout(() => setImmediate(expire), ms).unref();
  }
}
