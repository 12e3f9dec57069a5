import type { Log } from "../log.ts";
import type { Network } from "./networks.ts";
import type { DnsRecord } from "./records.ts";
import { openVoice, type Voice } from "./voice.ts";

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
  /** Each address that leads to the box, in any network. */
  ownAddresses(): ReadonlySet<string>;
  /** Opens and closes voices until there is one for each of `networks`; what is broken is opened anew. */
  follow(networks: readonly Network[]): void;
  /** Goodbye from each, then silence. */
  close(): Promise<void>;
}

/** Keeps the voices. That a network can't be spoken in is logged when it begins and when it ends, never thrown. */
export function makeVoices(log: Log, noticed: Noticed): Voices {
  const voices = new Map<string, Voice>();
  const troubled = new Set<string>();
  const all = () => [...voices.values()];
  const ownAddresses = () => new Set(all().flatMap(({ network }) => [network.address, ...network.reachable]));

  function failed({ address }: Network, error: unknown): void {
    if (troubled.has(address)) return;
    troubled.add(address);
    log.warn(
      { address, err: error },
      "this network can't be told where the box is; it goes on by its address",
    );
  }

  function open(network: Network): void {
    // Each socket hears every network of the machine.
    const concerns = (source: string) =>
      !ownAddresses().has(source) &&
      (network.has(source) || !all().some((other) => other.network.has(source)));
    try {
      const voice = openVoice(network, {
        concerns,
        heard: (records) => noticed.heard(voice, records),
        asked: (records) => noticed.asked(voice, records),
        failed: (error) => failed(network, error),
        spoke() {
          if (troubled.delete(network.address))
            log.info({ address: network.address }, "found in this network again");
        },
      });
      voices.set(network.key, voice);
    } catch (error) {
      failed(network, error);
    }
  }

  return {
    all,
    waiting: () => all().filter((voice) => voice.said === null && !voice.isBroken),
    ownAddresses,
    follow(networks) {
      for (const [key, voice] of voices) {
        if (!voice.isBroken && networks.some((network) => network.key === key)) continue;
        voice.close();
        voices.delete(key);
      }
      for (const address of troubled) {
        if (!networks.some((network) => network.address === address)) troubled.delete(address);
      }
      for (const network of networks) if (!voices.has(network.key)) open(network);
    },
    async close() {
      await Promise.all(all().map((voice) => voice.goodbye()));
      for (const voice of all()) voice.close();
      voices.clear();
    },
  };
}
