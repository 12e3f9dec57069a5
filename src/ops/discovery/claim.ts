import { setImmediate as nextTurn, setTimeout as sleep } from "node:timers/promises";
import { type Claim, givesWay, isRival } from "./conflict.ts";
import type { Voice } from "./interface-responder.ts";
import { addressRecords, type DnsRecord, serviceNames } from "./records.ts";

// RFC 6762, 8.1.
const QUESTIONS = 3;
const APART_MS = 250;

/** free: ours now. taken: another device has it. later: another one asks for it too, and comes before us. */
export type Outcome = "free" | "taken" | "later";

/** A name that is being asked for. */
export interface Asking {
  readonly outcome: Promise<Outcome>;
  heard(records: readonly DnsRecord[]): void;
  asked(voice: Voice, records: readonly DnsRecord[]): void;
}

/** Asks in the networks of `voices` whether the claim's host name is free. The outcome rejects when `signal` aborts. */
export function askFor(claim: Claim, voices: readonly Voice[], signal: AbortSignal): Asking {
  const answer = Promise.withResolvers<Outcome>();
  const answered = new AbortController();
  const until = { signal: AbortSignal.any([signal, answered.signal]) };
  const names = serviceNames(claim.host, claim.facts);
  let hasAsked = false;
  const ask = async (): Promise<Outcome> => {
    // Boxes that the same power cut started do not all ask at once.
    await sleep(Math.random() * APART_MS, null, until);
    for (let count = 0; count < QUESTIONS; count++) {
      for (const voice of voices) voice.ask(claim.host, names);
      hasAsked = true;
      await sleep(APART_MS, null, until);
      // Timers come first: what arrived while the box was busy is heard before it counts as silence.
      await nextTurn(null, until);
    }
    return "free";
  };
  const end = (outcome: Outcome) => {
    answer.resolve(outcome);
    answered.abort();
  };
  return {
    outcome: Promise.race([answer.promise, ask()]),
    heard(records) {
      if (records.some((record) => isRival(record, claim))) end("taken");
    },
    asked(voice, records) {
      if (!hasAsked) return;
      const theirs = records.filter(({ name }) => name.toLowerCase() === claim.host.toLowerCase());
      const isRivals = theirs.some((record) => isRival(record, claim));
      if (isRivals && givesWay(addressRecords(claim.host, voice.network.reachable), theirs)) {
        end("later");
      }
    },
  };
}
