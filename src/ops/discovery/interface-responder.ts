import type { RemoteInfo } from "node:dgram";
import { Server } from "bonjour-service/dist/lib/mdns-server.js";
import type { MulticastDNS } from "multicast-dns";
import type { Network } from "../../platform/networks.ts";
import {
  type AnnouncedRecord,
  type Announcement,
  addressRecords,
  type DnsRecord,
  SERVICE_TYPES,
} from "./records.ts";
import { asksForMissingAddressType, legacyUnicastResponse, type ReceivedPacket } from "./response.ts";

// bonjour-service keeps the records and responds to queries. Its `publish` is not used: it announces every address of the
// machine in every network, treats its own echo from a second network as a conflict, and probes no host name.

const MDNS_PORT = 5353;
/** Repeats of an announcement: after one second, then after twice as long each time (RFC 6762, 8.3). */
const FIRST_REPEAT_MS = 1000;
const LAST_REPEAT_MS = 4000;
const GOODBYE_TIMEOUT_MS = 500;

/** Events of a responder. */
export interface ResponderEvents {
  /** Whether messages from this address come from another device in the network of the responder. */
  isFromPeer(source: string): boolean;
  /** Another device has sent these records in a response. */
  onResponse(records: readonly DnsRecord[]): void;
  /** Another device probes for the names of these records. */
  onProbe(records: readonly DnsRecord[]): void;
  /** The network can't be used. */
  onError(error: Error): void;
  /** An announcement was sent. */
  onAnnounced(): void;
}

/** Responder of the server in one network: probes for names, announces them, responds to queries and sends goodbyes. */
export interface InterfaceResponder {
  readonly network: Network;
  /** The announced records; null: none are registered. */
  readonly announcement: Announcement | null;
  /** The socket has failed: a new responder must be opened. */
  readonly hasFailed: boolean;
  /** Probes for `host` with its proposed addresses (RFC 6762, 8.1). */
  probe(host: string, services: readonly string[]): void;
  /** Registers the records, and announces them several times. */
  announce(announcement: Announcement): void;
  /** Removes the records without a goodbye. */
  unregister(): void;
  /** Removes the records and sends a goodbye; resolves when it is sent or the time limit is reached. */
  goodbye(): Promise<void>;
  close(): void;
}

/** Opens a responder in `network`. Later errors are reported by `events`. Throws only where no socket can be opened. */
export function openInterfaceResponder(network: Network, events: ResponderEvents): InterfaceResponder {
  return new SocketResponder(network, events);
}

class SocketResponder implements InterfaceResponder {
  readonly network: Network;
  readonly #events: ResponderEvents;
  readonly #server: Server;
  readonly #mdns: MulticastDNS;
  #announcement: Announcement | null = null;
  #hasFailed = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(network: Network, events: ResponderEvents) {
    this.network = network;
    this.#events = events;
    // Without `bind` the library binds to the address itself, which receives no multicast.
    const options = { interface: network.address, bind: "0.0.0.0" };
    this.#server = new Server(options as object, this.#fail);
    this.#mdns = this.#server.mdns;
    this.#listen();
  }

  get announcement(): Announcement | null {
    return this.#announcement;
  }

  get hasFailed(): boolean {
    return this.#hasFailed;
  }

  probe(host: string, services: readonly string[]): void {
    const questions = [host, ...services].map((name) => ({ name, type: "ANY" as never }));
    const authorities: DnsRecord[] = addressRecords(host, this.network.reachable);
    this.#mdns.query({ questions, authorities }, (error) => error && this.#fail(error));
  }

  announce(announcement: Announcement): void {
    this.unregister();
    this.#announcement = announcement;
    this.#server.register(recordsOf(announcement));
    this.#sendAnnouncement(announcement).catch(this.#fail);
    this.#repeat(announcement, FIRST_REPEAT_MS);
  }

  unregister(): void {
    clearTimeout(this.#timer);
    if (this.#announcement !== null) this.#server.unregister(recordsOf(this.#announcement));
    this.#announcement = null;
  }

  async goodbye(): Promise<void> {
    if (this.#announcement === null) return;
    const { services, addresses } = this.#announcement;
    const packets = [...services, addresses].map((records) => records.flatMap(goodbyeRecord));
    this.unregister();
    // A socket that never opened would not call back.
    const timeout = new Promise((done) => setTimeout(done, GOODBYE_TIMEOUT_MS).unref());
    await Promise.race([Promise.all(packets.map((records) => this.#send(records))), timeout]);
  }

  close(): void {
    this.unregister();
    this.#mdns.destroy();
  }

  #listen(): void {
    const events = this.#events;
    this.#mdns.on("error", this.#fail);
    this.#mdns.on("warning", (error) => {
      // Other warnings are about malformed packets, which are common in networks.
      if ("syscall" in error) this.#fail(error);
    });
    this.#mdns.on("response", ({ answers, additionals }: ReceivedPacket, { address }: RemoteInfo) => {
      if (events.isFromPeer(address)) events.onResponse([...answers, ...additionals]);
    });
    this.#mdns.on("query", (query: ReceivedPacket, { address, port }: RemoteInfo) => {
      if (this.#announcement !== null && this.network.has(address))
        this.#respond(query, this.#announcement, { address, port });
      if (query.authorities.length > 0 && events.isFromPeer(address)) events.onProbe(query.authorities);
    });
  }

  readonly #fail = (error: Error): void => {
    this.#hasFailed = true;
    this.unregister();
    this.#events.onError(error);
  };

  /** Responds to the queries that the library does not support. */
  #respond(query: ReceivedPacket, announcement: Announcement, from: { address: string; port: number }): void {
    if (from.port !== MDNS_PORT) {
      const response = legacyUnicastResponse(query, announcement);
      // Errors are ignored: the client may have left, which is not an error of the network.
      if (response !== null) this.#mdns.respond(response, from);
    } else if (asksForMissingAddressType(query, announcement))
      this.#send([announcement.nsec]).catch(this.#fail);
  }

  /** Sends records; resolves with false after an error. */
  #send(records: readonly DnsRecord[]): Promise<boolean> {
    return new Promise((done) => {
      this.#mdns.respond({ answers: [...records] }, (error) => {
        if (error) this.#fail(error);
        done(!error);
      });
    });
  }

  async #sendAnnouncement({ services, addresses, nsec }: Announcement): Promise<void> {
    // Separate packets: together they would exceed a frame of the network.
    const packets = [...services, [...addresses, nsec]];
    const sent = await Promise.all(packets.map((records) => this.#send(records)));
    if (sent.every(Boolean)) this.#events.onAnnounced();
  }

  #repeat(announcement: Announcement, ms: number): void {
    this.#timer = setTimeout(() => {
      this.#sendAnnouncement(announcement).catch(this.#fail);
      if (ms < LAST_REPEAT_MS) this.#repeat(announcement, ms * 2);
    }, ms).unref();
  }
}

const recordsOf = ({ services, addresses }: Announcement): AnnouncedRecord[] => [
  ...services.flat(),
  ...addresses,
];

/** A goodbye record (RFC 6762, 10.1), without the cache-flush bit, which would remove records of other devices. */
function goodbyeRecord(record: AnnouncedRecord): AnnouncedRecord[] {
  return record.name === SERVICE_TYPES ? [] : [{ ...record, ttl: 0, flush: false }];
}
