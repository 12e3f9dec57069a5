import type { Log } from "../../platform/log.ts";
import type { Network } from "../../platform/networks.ts";
import { openVoice, type Voice } from "./interface-responder.ts";
import type { DnsRecord } from "./records.ts";

/** What is told of other devices that have, or want, names. */
export interface Noticed {
  heard(voice: Voice, records: readonly DnsRecord[]): void;
  asked(voice: Voice, records: readonly DnsRecord[]): void;
}

/** A voice in each network that the box is in. */
export interface Voices {
  all(): readonly Voice[];
  /** Those that don't announce anything yet, and could. */
  waiting(): readonly Voice[];
  /** Opens and closes voices until there is one for each of `networks`; what is broken is opened anew. */
  follow(networks: readonly Network[]): void;
  /** Goodbye from each, then silence. */
  close(): Promise<void>;
}

/**
 * Keeps the voices of a machine that `isOwn` tells the addresses of: what comes from there is no other device's. That a
 * network can't be spoken in is logged when it begins and when it ends, never thrown.
 */
export function makeVoices(log: Log, isOwn: (address: string) => boolean, noticed: Noticed): Voices {
  const voices = new Map<string, Voice>();
  const faults = new Map<string, unknown>();
  const troubled = new Set<string>();
  const all = () => [...voices.values()];

  /** Said once, and only of networks that are there: one that goes fails before it is known to have gone. */
  function complain(networks: readonly Network[]): void {
    for (const { address } of networks) {
      if (!faults.has(address) || troubled.has(address)) continue;
      troubled.add(address);
      log.warn(
        { address, err: faults.get(address) },
        "the server can't be announced in this network; it can be reached by its address",
      );
    }
    faults.clear();
    for (const address of troubled) {
      if (!networks.some((network) => network.address === address)) troubled.delete(address);
    }
  }

  function open(network: Network): void {
    // Each socket hears every network of the machine.
    const concerns = (source: string) =>
      !isOwn(source) && (network.has(source) || !all().some((other) => other.network.has(source)));
    try {
      const voice = openVoice(network, {
        concerns,
        heard: (records) => noticed.heard(voice, records),
        asked: (records) => noticed.asked(voice, records),
        failed: (error) => faults.set(network.address, error),
        spoke() {
          if (troubled.delete(network.address))
            log.info({ address: network.address }, "found in this network again");
        },
      });
      voices.set(network.key, voice);
    } catch (error) {
      faults.set(network.address, error);
    }
  }

  return {
    all,
    waiting: () => all().filter((voice) => voice.said === null && !voice.isBroken),
    follow(networks) {
      for (const [key, voice] of voices) {
        if (!voice.isBroken && networks.some((network) => network.key === key)) continue;
        voice.close();
        voices.delete(key);
      }
      complain(networks);
      for (const network of networks) if (!voices.has(network.key)) open(network);
    },
    async close() {
      await Promise.all(all().map((voice) => voice.goodbye()));
      for (const voice of all()) voice.close();
      voices.clear();
    },
  };
}
