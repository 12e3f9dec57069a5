import type { FullPacket, ResponseOutgoingPacket } from "multicast-dns";
import type { AnnouncedRecord, Announcement, DnsRecord } from "./records.ts";

/** RFC 6762, 6.7: who asks once keeps no cache that would hear of a change. */
const ONCE_SECONDS = 10;

/** A message that was received. */
export type ReceivedPacket = { readonly [K in keyof FullPacket]: NonNullable<FullPacket[K]> };

/** An answer to one who asked from a port of its own (RFC 6762, 6.7). */
export interface UnicastResponse extends ResponseOutgoingPacket {
  readonly id: number;
}

/**
 * The answer for one who asks once, from a port of its own, and waits there (RFC 6762, 6.7): Android looks `.local` names
 * up so. Null where nothing of it is ours. An address of a kind that the box lacks is an empty answer.
 */
export function legacyUnicastResponse(query: ReceivedPacket, said: Announcement): UnicastResponse | null {
  const records = [...said.services.flat(), ...said.addresses];
  const isHost = (name: string) => name.toLowerCase() === said.host.toLowerCase();
  const answers = query.questions.flatMap(({ name, type }) =>
    records.filter((one) => isSame(one.name, name) && (one.type === type || String(type) === "ANY")),
  );
  if (answers.length === 0 && !query.questions.some(({ name }) => isHost(name))) return null;
  const services = answers.flatMap((one) =>
    one.type === "PTR" ? records.filter((other) => isSame(other.name, one.data) && other.type !== "PTR") : [],
  );
  const needsAddress = [...answers, ...services].some((one) => one.type === "SRV");
  return {
    id: query.id,
    questions: query.questions,
    answers: answers.map(once),
    additionals: [...services, ...(needsAddress ? said.addresses : [])].map(once),
  };
}

/** True where somebody asks for an address of a kind that the host name does not have. */
export function asksForMissingAddressType(
  { questions }: ReceivedPacket,
  { host, addresses }: Announcement,
): boolean {
  return questions.some(
    ({ name, type }) =>
      isSame(name, host) && (type === "A" || type === "AAAA") && addresses.every((one) => one.type !== type),
  );
}

const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();

function once(record: AnnouncedRecord): DnsRecord {
  return { ...record, flush: false, ttl: Math.min(record.ttl, ONCE_SECONDS) };
}
