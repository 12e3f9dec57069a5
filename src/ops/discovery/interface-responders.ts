import type { Log } from "../../platform/log.ts";
import type { Network } from "../../platform/networks.ts";
import { type InterfaceResponder, openInterfaceResponder } from "./interface-responder.ts";
import type { DnsRecord } from "./records.ts";

/** Receives the records and probes of other devices. */
export interface PeerListener {
  onResponse(responder: InterfaceResponder, records: readonly DnsRecord[]): void;
  onProbe(responder: InterfaceResponder, records: readonly DnsRecord[]): void;
}

/** The responders of the server, one for each of its networks. */
export interface InterfaceResponders {
  all(): readonly InterfaceResponder[];
  /** The working responders without an announcement. */
  unannounced(): readonly InterfaceResponder[];
  /** Opens and closes responders until there is one for each of `networks`. Failed ones are reopened. */
  update(networks: readonly Network[]): void;
  /** Sends goodbyes, then closes all responders. */
  close(): Promise<void>;
}

/**
 * Creates the responders of a machine. `isOwn`: whether an address is the machine's own. The beginning and the end of an error
 * in a network are logged; errors are never thrown.
 */
export function makeInterfaceResponders(
  log: Log,
  isOwn: (address: string) => boolean,
  listener: PeerListener,
): InterfaceResponders {
  const responders = new Map<string, InterfaceResponder>();
  const errors = new NetworkErrors(log);
  const all = () => [...responders.values()];

  function open(network: Network): void {
    // Each socket receives the messages of all networks of the machine.
    const isFromPeer = (source: string) =>
      !isOwn(source) && (network.has(source) || !all().some((other) => other.network.has(source)));
    try {
      const responder = openInterfaceResponder(network, {
        isFromPeer,
        onResponse: (records) => listener.onResponse(responder, records),
        onProbe: (records) => listener.onProbe(responder, records),
        onError: (error) => errors.add(network, error),
        onAnnounced: () => errors.resolve(network),
      });
      responders.set(network.key, responder);
    } catch (error) {
      errors.add(network, error);
    }
  }

  return {
    all,
    unannounced: () => all().filter((responder) => responder.announcement === null && !responder.hasFailed),
    update(networks) {
      for (const [key, responder] of responders) {
        if (!responder.hasFailed && networks.some((network) => network.key === key)) continue;
        responder.close();
        responders.delete(key);
      }
      errors.report(networks);
      for (const network of networks) if (!responders.has(network.key)) open(network);
    },
    async close() {
      await Promise.all(all().map((responder) => responder.goodbye()));
      for (const responder of all()) responder.close();
      responders.clear();
    },
  };
}

/** Logs the errors of each network once. */
class NetworkErrors {
  readonly #log: Log;
  /** Errors since the last report, by address. */
  readonly #recent = new Map<string, unknown>();
  readonly #reported = new Set<string>();

  constructor(log: Log) {
    this.#log = log;
  }

  add({ address }: Network, error: unknown): void {
    this.#recent.set(address, error);
  }

  /** Reports errors of present networks only: a network that disappears fails before its removal is noticed. */
  report(networks: readonly Network[]): void {
    for (const { address } of networks) {
      if (!this.#recent.has(address) || this.#reported.has(address)) continue;
      this.#reported.add(address);
      this.#log.warn(
        { address, err: this.#recent.get(address) },
        "mDNS announcement failed in this network; use the server's address",
      );
    }
    this.#recent.clear();
    for (const address of this.#reported)
      if (!networks.some((network) => network.address === address)) this.#reported.delete(address);
  }

  resolve({ address }: Network): void {
    if (this.#reported.delete(address)) this.#log.info({ address }, "announced in this network again");
  }
}
