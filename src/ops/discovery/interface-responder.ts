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

// bonjour-service keeps the records and answers what is asked of them. Not its `publish`: that announces every address of
// the machine in every network, takes its own echo from a second network for a rival, and probes no host name.

const MDNS_PORT = 5353;
/** RFC 6762, 8.3: said again after one second, then after twice as long each time. */
const FIRST_REPEAT_MS = 1000;
const LAST_REPEAT_MS = 4000;
const GOODBYE_MS = 500;

/** What a voice notices. */
export interface ResponderEvents {
  /** Whether what comes from this address is said in the voice's network, by another device. */
  isFromPeer(source: string): boolean;
  /** Another device says this. */
  onResponse(records: readonly DnsRecord[]): void;
  /** Another device asks whether it may have the names of these records. */
  onProbe(records: readonly DnsRecord[]): void;
  /** Nothing can be said or heard here. */
  onError(error: Error): void;
  /** An announcement left. */
  onAnnounced(): void;
}

/** The box in one network: asks whether names are free, announces them, answers for them, says goodbye. */
export interface InterfaceResponder {
  readonly network: Network;
  /** What it answers for; null while the names are not its own. */
  readonly announcement: Announcement | null;
  /** True when it can't speak or hear: another one has to be opened. */
  readonly hasFailed: boolean;
  /** Asks whether anybody has `host` (RFC 6762, 8.1), saying which addresses it would get. */
  probe(host: string, services: readonly string[]): void;
  /** From now on answers for this, and announces it a few times. */
  announce(announcement: Announcement): void;
  /** Stops answering, without a word. */
  unregister(): void;
  /** Stops answering and says so; resolves when that has left, or can't. */
  goodbye(): Promise<void>;
  close(): void;
}

/** Opens a voice in `network`. What fails later is told to `ears`; throws only where there is no socket at all. */
export function openInterfaceResponder(network: Network, ears: ResponderEvents): InterfaceResponder {
  // Without `bind` the library binds to the address itself, where no multicast arrives.
  const options = { interface: network.address, bind: "0.0.0.0" };
  const server = new Server(options as object, failed);
  const mdns: MulticastDNS = server.mdns;
  let said: Announcement | null = null;
  let isBroken = false;
  let timer: NodeJS.Timeout | undefined;

  mdns.on("error", failed);
  mdns.on("warning", (error) => {
    // The rest are packets that are none: a network is full of them.
    if ("syscall" in error) failed(error);
  });
  mdns.on("response", ({ answers, additionals }: ReceivedPacket, { address }: RemoteInfo) => {
    if (ears.isFromPeer(address)) ears.onResponse([...answers, ...additionals]);
  });
  mdns.on("query", (query: ReceivedPacket, { address, port }: RemoteInfo) => {
    if (said !== null && network.has(address)) answerBeyond(query, said, { address, port });
    if (query.authorities.length > 0 && ears.isFromPeer(address)) ears.onProbe(query.authorities);
  });

  function failed(error: Error): void {
    isBroken = true;
    fallSilent();
    ears.onError(error);
  }

  /** What the library's answers leave out. */
  function answerBeyond(
    query: ReceivedPacket,
    saying: Announcement,
    from: { address: string; port: number },
  ): void {
    if (from.port !== MDNS_PORT) {
      const answer = legacyUnicastResponse(query, saying);
      // Who asked may be gone by now: that is no fault of the network.
      if (answer !== null) mdns.respond(answer, from);
    } else if (asksForMissingAddressType(query, saying)) send([saying.nsec]).catch(failed);
  }

  function send(records: readonly DnsRecord[]): Promise<boolean> {
    return new Promise((done) => {
      mdns.respond({ answers: [...records] }, (error) => {
        if (error) failed(error);
        done(!error);
      });
    });
  }

  async function sayAll({ services, addresses, nsec: onlyThese }: Announcement): Promise<void> {
    // A packet each: together they would be longer than a frame of the network.
    const packets = [...services, [...addresses, onlyThese]];
    const sent = await Promise.all(packets.map(send));
    if (sent.every(Boolean)) ears.onAnnounced();
  }

  function repeat(announcement: Announcement, ms: number): void {
    timer = setTimeout(() => {
      sayAll(announcement).catch(failed);
      if (ms < LAST_REPEAT_MS) repeat(announcement, ms * 2);
    }, ms).unref();
  }

  function fallSilent(): void {
    clearTimeout(timer);
    if (said !== null) server.unregister(recordsOf(said));
    said = null;
  }

  return {
    network,
    get announcement() {
      return said;
    },
    get hasFailed() {
      return isBroken;
    },
    probe(host, services) {
      const questions = [host, ...services].map((name) => ({ name, type: "ANY" as never }));
      const authorities: DnsRecord[] = addressRecords(host, network.reachable);
      mdns.query({ questions, authorities }, (error) => error && failed(error));
    },
    announce(announcement) {
      fallSilent();
      said = announcement;
      server.register(recordsOf(announcement));
      sayAll(announcement).catch(failed);
      repeat(announcement, FIRST_REPEAT_MS);
    },
    unregister: fallSilent,
    async goodbye() {
      if (said === null) return;
      const packets = [...said.services, said.addresses].map((records) => records.flatMap(farewell));
      fallSilent();
      // A socket that never came up would keep us waiting.
      const limit = new Promise((done) => setTimeout(done, GOODBYE_MS).unref());
      await Promise.race([Promise.all(packets.map(send)), limit]);
    },
    close() {
      fallSilent();
      mdns.destroy();
    },
  };
}

const recordsOf = ({ services, addresses }: Announcement): AnnouncedRecord[] => [
  ...services.flat(),
  ...addresses,
];

/** A record's end (RFC 6762, 10.1), without the bit that would take another device's records of that name along. */
function farewell(record: AnnouncedRecord): AnnouncedRecord[] {
  return record.name === SERVICE_TYPES ? [] : [{ ...record, ttl: 0, flush: false }];
}
