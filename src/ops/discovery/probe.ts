import { setImmediate as nextTurn, setTimeout as sleep } from "node:timers/promises";
import type { InterfaceResponder } from "./interface-responder.ts";
import {
  type AnnouncedRecord,
  addressRecords,
  type DnsRecord,
  type ServiceInfo,
  serviceNames,
} from "./records.ts";

// Probing and conflicts of names: RFC 6762, 8.1, 8.2 and 9.

/** The names that the server announces or probes for. */
export interface Claim {
  readonly host: string;
  readonly service: ServiceInfo;
  /**
   * All addresses of the machine, in all networks. A repeater forwards messages between networks, and another program of this
   * machine (avahi) may announce all addresses.
   */
  readonly ownAddresses: ReadonlySet<string>;
}

/** Whether another device uses a name of the claim, by this record. */
export function isConflicting(record: DnsRecord, { host, service, ownAddresses }: Claim): boolean {
  // A goodbye: the other device releases the name.
  if (!("ttl" in record) || record.ttl === 0) return false;
  const name = record.name.toLowerCase();
  if (record.type === "A" || record.type === "AAAA") {
    return name === host.toLowerCase() && !ownAddresses.has(record.data);
  }
  if (record.type !== "SRV") return false;
  const isClaimed = serviceNames(host, service).some((claimed) => claimed.toLowerCase() === name);
  return isClaimed && record.data.target.toLowerCase() !== host.toLowerCase();
}

/**
 * Whether this server loses the tie-break of two simultaneous probes: the greater addresses win. Only IPv4 addresses are
 * compared: they sort first, and both devices have one.
 */
export function losesTieBreak(own: readonly AnnouncedRecord[], others: readonly DnsRecord[]): boolean {
  const ownNumbers = numbersOf(own);
  for (const [index, other] of numbersOf(others).entries()) {
    const number = ownNumbers[index];
    if (number === undefined || number < other) return true;
    if (number > other) return false;
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

// RFC 6762, 8.1.
const PROBE_COUNT = 3;
const PROBE_INTERVAL_MS = 250;

/** Result of a probe. `taken`: another device has the name. `later`: another probing device wins the tie-break. */
export type ProbeOutcome = "free" | "taken" | "later";

/** A running probe. */
export interface Probe {
  readonly outcome: Promise<ProbeOutcome>;
  onResponse(records: readonly DnsRecord[]): void;
  onProbe(responder: InterfaceResponder, records: readonly DnsRecord[]): void;
}

/** Probes for the claim's host name in the networks of the responders. The outcome rejects when `signal` aborts. */
export function startProbe(
  claim: Claim,
  responders: readonly InterfaceResponder[],
  signal: AbortSignal,
): Probe {
  const conflict = Promise.withResolvers<ProbeOutcome>();
  const ended = new AbortController();
  const options = { signal: AbortSignal.any([signal, ended.signal]) };
  const names = serviceNames(claim.host, claim.service);
  let hasProbed = false;
  const probe = async (): Promise<ProbeOutcome> => {
    // A random delay, so that servers that start after the same power cut do not probe at the same time.
    await sleep(Math.random() * PROBE_INTERVAL_MS, null, options);
    for (let count = 0; count < PROBE_COUNT; count++) {
      for (const responder of responders) responder.probe(claim.host, names);
      hasProbed = true;
      await sleep(PROBE_INTERVAL_MS, null, options);
      // Timers run before I/O: handles the responses that arrived while the event loop was busy.
      await nextTurn(null, options);
    }
    return "free";
  };
  const end = (outcome: ProbeOutcome) => {
    conflict.resolve(outcome);
    ended.abort();
  };
  return {
    outcome: Promise.race([conflict.promise, probe()]),
    onResponse(records) {
      if (records.some((record) => isConflicting(record, claim))) end("taken");
    },
    onProbe(responder, records) {
      if (!hasProbed) return;
      const others = records.filter(({ name }) => name.toLowerCase() === claim.host.toLowerCase());
      if (!others.some((record) => isConflicting(record, claim))) return;
      const own = addressRecords(claim.host, responder.network.reachable);
      if (losesTieBreak(own, others)) end("later");
    },
  };
}
