import { setImmediate as nextTurn, setTimeout as sleep } from "node:timers/promises";
import { type Claim, isConflicting, losesTieBreak } from "./conflict.ts";
import type { InterfaceResponder } from "./interface-responder.ts";
import { addressRecords, type DnsRecord, serviceNames } from "./records.ts";

// RFC 6762, 8.1.
const QUESTIONS = 3;
const APART_MS = 250;

/** free: ours now. taken: another device has it. later: another one asks for it too, and comes before us. */
export type ProbeOutcome = "free" | "taken" | "later";

/** A name that is being asked for. */
export interface Probe {
  readonly outcome: Promise<ProbeOutcome>;
  onResponse(records: readonly DnsRecord[]): void;
  onProbe(voice: InterfaceResponder, records: readonly DnsRecord[]): void;
}

/** Asks in the networks of `voices` whether the claim's host name is free. The outcome rejects when `signal` aborts. */
export function startProbe(claim: Claim, voices: readonly InterfaceResponder[], signal: AbortSignal): Probe {
  const answer = Promise.withResolvers<ProbeOutcome>();
  const answered = new AbortController();
  const until = { signal: AbortSignal.any([signal, answered.signal]) };
  const names = serviceNames(claim.host, claim.service);
  let hasAsked = false;
  const ask = async (): Promise<ProbeOutcome> => {
    // Boxes that the same power cut started do not all ask at once.
    await sleep(Math.random() * APART_MS, null, until);
    for (let count = 0; count < QUESTIONS; count++) {
      for (const voice of voices) voice.probe(claim.host, names);
      hasAsked = true;
      await sleep(APART_MS, null, until);
      // Timers come first: what arrived while the box was busy is heard before it counts as silence.
      await nextTurn(null, until);
    }
    return "free";
  };
  const end = (outcome: ProbeOutcome) => {
    answer.resolve(outcome);
    answered.abort();
  };
  return {
    outcome: Promise.race([answer.promise, ask()]),
    onResponse(records) {
      if (records.some((record) => isConflicting(record, claim))) end("taken");
    },
    onProbe(voice, records) {
      if (!hasAsked) return;
      const theirs = records.filter(({ name }) => name.toLowerCase() === claim.host.toLowerCase());
      const isRivals = theirs.some((record) => isConflicting(record, claim));
      if (isRivals && losesTieBreak(addressRecords(claim.host, voice.network.reachable), theirs)) {
        end("later");
      }
    },
  };
}
