import type { RemoteInfo } from "node:dgram";
import multicastDns, { type FullPacket, type MulticastDNS, type ResponseOutgoingPacket } from "multicast-dns";
import type { Network } from "../../platform/networks.ts";
import {
  type AnnouncedRecord,
  type Announcement,
  addressRecords,
  type DnsRecord,
  isSameName,
  SERVICE_TYPES,
} from "./records.ts";

const MDNS_PORT = 5353;
/** Repeats of an announcement: after one second, then after twice as long each time (RFC 6762, 8.3). */
const FIRST_REPEAT_MS = 1000;
const LAST_REPEAT_MS = 4000;
const GOODBYE_TIMEOUT_MS = 500;
/** Maximum TTL in responses to one-shot queries: the client's cache receives no updates (RFC 6762, 6.7). */
const ONE_SHOT_TTL_SECONDS = 10;

/** Receives the records of a response or a probe, and the address of their sender. */
type RecordListener = (records: readonly DnsRecord[], source: string) => void;

/** Announces the server in one network and responds to queries there. Never throws: see `error`. */
export class Responder {
  readonly network: Network;
  readonly #mdns: MulticastDNS;
  #announcement: Announcement | null = null;
  #error: Error | null = null;
  #timer: NodeJS.Timeout | undefined;

  constructor(network: Network, onResponse: RecordListener, onProbe: RecordListener) {
    this.network = network;
    // Without `bind` the library binds to the address itself, which receives no multicast.
    this.#mdns = multicastDns({ interface: network.address, bind: "0.0.0.0" });
    this.#mdns.on("error", this.#fail);
    this.#mdns.on("warning", (error) => {
      // Other warnings are about malformed packets, which are common in networks.
      if ("syscall" in error) this.#fail(error);
    });
    this.#mdns.on("response", ({ answers, additionals }, { address }) =>
      onResponse([...(answers ?? []), ...(additionals ?? [])], address),
    );
    this.#mdns.on("query", (query, source) => {
      onProbe(query.authorities ?? [], source.address);
      this.#respond(query, source);
    });
  }

  /** Whether records are registered. */
  get isAnnounced(): boolean {
    return this.#announcement !== null;
  }

  /** The first error; after it a new responder is needed. */
  get error(): Error | null {
    return this.#error;
  }

  /** Probes for `host` with its proposed addresses (RFC 6762, 8.1). */
  probe(host: string): void {
    const questions = [{ name: host, type: "ANY" as never }];
    const authorities: DnsRecord[] = addressRecords(host, this.network.reachable);
    this.#mdns.query({ questions, authorities }, (error) => error && this.#fail(error));
  }

  /** Registers the records, and announces them several times. */
  announce(announcement: Announcement): void {
    this.unregister();
    this.#announcement = announcement;
    const { services, addresses, nsec } = announcement;
    const announceIn = (ms: number) => {
      // Separate packets: together they would exceed a frame of the network.
      for (const answers of [...services, [...addresses, nsec]]) this.#send({ answers: [...answers] });
      if (ms <= LAST_REPEAT_MS) this.#timer = setTimeout(announceIn, ms, ms * 2).unref();
    };
    announceIn(FIRST_REPEAT_MS);
  }

  /** Removes the records without a goodbye. */
  unregister(): void {
    clearTimeout(this.#timer);
    this.#announcement = null;
  }

  /** Removes the records and sends a goodbye; resolves when it is sent or the time limit is reached. */
  async goodbye(): Promise<void> {
    if (this.#announcement === null) return;
    const { services, addresses } = this.#announcement;
    this.unregister();
    const packets = [...services, addresses].map((records) => records.flatMap(goodbyeRecord));
    // A socket that never opened would not call back.
    const timeout = new Promise((done) => setTimeout(done, GOODBYE_TIMEOUT_MS).unref());
    const sent = packets.map((answers) => new Promise<void>((done) => this.#send({ answers }, done)));
    await Promise.race([Promise.all(sent), timeout]);
  }

  close(): void {
    this.unregister();
    this.#mdns.destroy();
  }

  readonly #fail = (error: Error): void => {
    this.#error ??= error;
    this.unregister();
  };

  #send(response: ResponseOutgoingPacket, onSent?: () => void): void {
    this.#mdns.respond(response, (error) => {
      if (error) this.#fail(error);
      onSent?.();
    });
  }

  #respond({ id, questions = [] }: FullPacket, { address, port }: RemoteInfo): void {
    if (this.#announcement === null) return;
    const { answers, additionals } = responseTo(questions, this.#announcement);
    if (answers.length === 0) return;
    if (port === MDNS_PORT) this.#send({ answers, additionals });
    else if (this.network.has(address)) {
      // A one-shot query, as Android sends it (RFC 6762, 6.7). Errors are ignored: the client may have left.
      const existing = answers.filter(({ type }) => type !== "NSEC").map(toOneShot);
      const response = { id, questions, answers: existing, additionals: additionals.map(toOneShot) };
      this.#mdns.respond(response, { address, port });
    }
  }
}

/** The records that questions ask for, or NSEC where the host name has none of a type; and the records that a client needs next. */
function responseTo(
  questions: NonNullable<FullPacket["questions"]>,
  { host, services, addresses, nsec }: Announcement,
): { answers: DnsRecord[]; additionals: DnsRecord[] } {
  const records = [...services.flat(), ...addresses];
  const answers = questions.flatMap(({ name, type }): DnsRecord[] => {
    const named = records.filter((record) => isSameName(record.name, name));
    const found = named.filter((record) => record.type === type || String(type) === "ANY");
    return found.length === 0 && isSameName(name, host) ? [nsec] : found;
  });
  const targets = answers.flatMap((answer) => (answer.type === "PTR" ? [answer.data] : []));
  const found = records.filter(
    ({ type, name }) => type !== "PTR" && targets.some((target) => isSameName(target, name)),
  );
  const needsAddress = [...answers, ...found].some(({ type }) => type === "SRV");
  return { answers, additionals: needsAddress ? [...found, ...addresses] : found };
}

/** A goodbye record (RFC 6762, 10.1), without the cache-flush bit, which would remove records of other devices. */
function goodbyeRecord(record: AnnouncedRecord): AnnouncedRecord[] {
  return record.name === SERVICE_TYPES ? [] : [{ ...record, ttl: 0, flush: false }];
}

/** A record without the cache-flush bit, which a one-shot client does not know, and with a short lifetime. */
function toOneShot(record: DnsRecord): DnsRecord {
  return "ttl" in record
    ? { ...record, flush: false, ttl: Math.min(record.ttl ?? 0, ONE_SHOT_TTL_SECONDS) }
    : record;
}
