import type { FullPacket, ResponseOutgoingPacket } from "multicast-dns";
import type { AnnouncedRecord, Announcement, DnsRecord } from "./records.ts";

/** Maximum TTL of legacy responses: the client's cache receives no updates (RFC 6762, 6.7). */
const LEGACY_TTL_SECONDS = 10;

/** A received message. */
export type ReceivedPacket = { readonly [K in keyof FullPacket]: NonNullable<FullPacket[K]> };

/** Response to a query from another source port than 5353 (RFC 6762, 6.7). */
export interface UnicastResponse extends ResponseOutgoingPacket {
  readonly id: number;
}

/**
 * Creates the response to a one-shot query from another source port (RFC 6762, 6.7), as Android sends it for `.local` names.
 * Null where the query concerns no announced name. For a missing address type the response is empty.
 */
export function legacyUnicastResponse(
  query: ReceivedPacket,
  announcement: Announcement,
): UnicastResponse | null {
  const records = [...announcement.services.flat(), ...announcement.addresses];
  const isHost = (name: string) => isSame(name, announcement.host);
  const answers = query.questions.flatMap(({ name, type }) =>
    records.filter((record) => isSame(record.name, name) && (record.type === type || String(type) === "ANY")),
  );
  if (answers.length === 0 && !query.questions.some(({ name }) => isHost(name))) return null;
  const services = answers.flatMap((answer) =>
    answer.type === "PTR"
      ? records.filter((other) => isSame(other.name, answer.data) && other.type !== "PTR")
      : [],
  );
  const needsAddress = [...answers, ...services].some(({ type }) => type === "SRV");
  return {
    id: query.id,
    questions: query.questions,
    answers: answers.map(toLegacyRecord),
    additionals: [...services, ...(needsAddress ? announcement.addresses : [])].map(toLegacyRecord),
  };
}

/** Whether a query is for an address type that the host name does not have. */
export function asksForMissingAddressType(
  { questions }: ReceivedPacket,
  { host, addresses }: Announcement,
): boolean {
  return questions.some(
    ({ name, type }) =>
      isSame(name, host) &&
      (type === "A" || type === "AAAA") &&
      addresses.every((address) => address.type !== type),
  );
}

const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();

function toLegacyRecord(record: AnnouncedRecord): DnsRecord {
  return { ...record, flush: false, ttl: Math.min(record.ttl, LEGACY_TTL_SECONDS) };
}
