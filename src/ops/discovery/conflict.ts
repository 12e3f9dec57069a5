import { type AnnouncedRecord, type DnsRecord, type ServiceInfo, serviceNames } from "./records.ts";

// Whose is a name? RFC 6762, 8.2 and 9.

/** What the box says, or is about to say, of its names. */
export interface Claim {
  readonly host: string;
  readonly service: ServiceInfo;
  /**
   * Each address of the machine, in all its networks: a repeater carries what one network says into the other, and
   * another program of this machine (avahi) may announce them all.
   */
  readonly ownAddresses: ReadonlySet<string>;
}

/** True for a record by which another device claims one of our names for itself. */
export function isConflicting(record: DnsRecord, { host, service, ownAddresses }: Claim): boolean {
  // A goodbye: the other one lets go.
  if (!("ttl" in record) || record.ttl === 0) return false;
  const name = record.name.toLowerCase();
  if (record.type === "A" || record.type === "AAAA") {
    return name === host.toLowerCase() && !ownAddresses.has(record.data);
  }
  if (record.type !== "SRV") return false;
  const isOurs = serviceNames(host, service).some((one) => one.toLowerCase() === name);
  return isOurs && record.data.target.toLowerCase() !== host.toLowerCase();
}

/**
 * Two ask for the same name at once: the one whose addresses come later in order gets it. IPv4 alone decides, for it
 * comes first in that order and both have it, or they could not hear each other.
 */
export function losesTieBreak(ours: readonly AnnouncedRecord[], theirs: readonly DnsRecord[]): boolean {
  const [our, their] = [numbersOf(ours), numbersOf(theirs)];
  for (const [index, one] of their.entries()) {
    const other = our[index];
    if (other === undefined || other < one) return true;
    if (other > one) return false;
  }
  return false;
}

function numbersOf(records: readonly DnsRecord[]): number[] {
  return records
    .flatMap((record) => (record.type === "A" ? [numberOf(record.data)] : []))
    .sort((a, b) => a - b);
}

const numberOf = (address: string) =>
  address.split(".").reduce((number, part) => number * 256 + Number(part), 0);
