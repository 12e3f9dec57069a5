import type { Log } from "../../platform/log.ts";
import type { Network } from "../../platform/networks.ts";
import { type InterfaceResponder, openInterfaceResponder } from "./interface-responder.ts";
import type { DnsRecord } from "./records.ts";

/** What is told of other devices that have, or want, names. */
export interface PeerListener {
  onResponse(voice: InterfaceResponder, records: readonly DnsRecord[]): void;
  onProbe(voice: InterfaceResponder, records: readonly DnsRecord[]): void;
}

/** A voice in each network that the box is in. */
export interface InterfaceResponders {
  all(): readonly InterfaceResponder[];
  /** Those that don't announce anything yet, and could. */
  unannounced(): readonly InterfaceResponder[];
  /** Opens and closes voices until there is one for each of `networks`; what is broken is opened anew. */
  update(networks: readonly Network[]): void;
  /** Goodbye from each, then silence. */
  close(): Promise<void>;
}

/**
 * Keeps the voices of a machine that `isOwn` tells the addresses of: what comes from there is no other device's. That a
 * network can't be spoken in is logged when it begins and when it ends, never thrown.
 */
export function makeInterfaceResponders(
  log: Log,
  isOwn: (address: string) => boolean,
  noticed: PeerListener,
): InterfaceResponders {
  const voices = new Map<string, InterfaceResponder>();
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
      const voice = openInterfaceResponder(network, {
        isFromPeer: concerns,
        onResponse: (records) => noticed.onResponse(voice, records),
        onProbe: (records) => noticed.onProbe(voice, records),
        onError: (error) => faults.set(network.address, error),
        onAnnounced() {
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
    unannounced: () => all().filter((voice) => voice.announcement === null && !voice.hasFailed),
    update(networks) {
      for (const [key, voice] of voices) {
        if (!voice.hasFailed && networks.some((network) => network.key === key)) continue;
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
