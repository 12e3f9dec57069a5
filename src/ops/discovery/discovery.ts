import { lookup } from "node:dns/promises";
import { isIP } from "node:net";
import { networkInterfaces } from "node:os";
import type { Dependencies } from "../../http/dependencies.ts";
import { isLoopback } from "../../http/limits/client-address.ts";
import { machineAddresses, type Network, networksOf } from "../../platform/networks.ts";
import {
  announcementOf,
  type DnsRecord,
  type HttpsInfo,
  isConflicting,
  losesTieBreak,
  type ServiceInfo,
} from "./records.ts";
import { Responder } from "./responder.ts";
import { hostName, readSavedName, type SavedName, saveName } from "./saved-name.ts";

const CHECK_INTERVAL_MS = 2000;
// RFC 6762, 8.1.
const PROBE_COUNT = 3;
const PROBE_INTERVAL_MS = 250;
/** Delay before probing again for the same name (RFC 6762, 8.2). */
const DEFER_MS = 1000;
/** After this many conflicts in a row each further probe is delayed. */
const MAX_CONFLICTS = 15;
const CONFLICT_DELAY_MS = 5000;

/** Announcement of the server by mDNS (RFC 6762 and 6763). */
interface Discovery {
  /** Sends a goodbye in each network and stops the announcements. */
  stop(): Promise<void>;
}

/** What is announced, and who wants to know the name. */
interface DiscoveryOptions {
  /** The HTTP port. */
  readonly port: number;
  /** The announced values of HTTPS, null while it is off. */
  https(): HttpsInfo | null;
  /** Called with the host name after each change. */
  onName(name: string): void;
}

/**
 * Announces the server in each local network as `Mdns:Name`, or as the next free name. Does nothing where mDNS is off or the
 * server listens on loopback only. Errors are logged.
 */
export function startDiscovery(dependencies: Dependencies, options: DiscoveryOptions): Discovery {
  const { mdns, host } = dependencies.config;
  if (!mdns.isEnabled || isLoopbackHost(host)) return { async stop() {} };
  const announcer = new Announcer(dependencies, options);
  announcer.start();
  return announcer;
}

class Announcer implements Discovery {
  readonly #dependencies: Dependencies;
  readonly #options: DiscoveryOptions;
  /** The responders by the keys of their networks. */
  readonly #responders = new Map<string, Responder>();
  /** The addresses of networks whose last error was logged. */
  readonly #failing = new Set<string>();
  #savedName: SavedName;
  #service: ServiceInfo;
  /** IP address of `HOST`; null: not resolved yet. */
  #address: string | null = null;
  #ownAddresses = new Set<string>();
  #name: string | null = null;
  #isProbing = false;
  /** Another device has responded for the name while it is probed. */
  #isTaken = false;
  /** Another device probes for the name with a later address, or has announced it at the same time. */
  #isDeferred = false;
  #conflicts = 0;
  #isStopping = false;
  #wake = () => {};
  #running = Promise.resolve();

  constructor(dependencies: Dependencies, options: DiscoveryOptions) {
    this.#dependencies = dependencies;
    this.#options = options;
    this.#savedName = readSavedName(dependencies.storage, dependencies.config.mdns.name);
    this.#service = this.#currentService();
  }

  start(): void {
    this.#running = this.#run();
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    this.#wake();
    await this.#running;
    await Promise.all(this.#all().map((responder) => responder.goodbye()));
    for (const responder of this.#all()) responder.close();
  }

  async #run(): Promise<void> {
    const { log } = this.#dependencies;
    let isFailing = false;
    while (!this.#isStopping) {
      try {
        await this.#update();
        const unannounced = this.#all().filter(({ isAnnounced, error }) => !isAnnounced && error === null);
        if (unannounced.length > 0) await this.#claim(unannounced);
        else await this.#wait(CHECK_INTERVAL_MS);
        isFailing = false;
      } catch (error) {
        if (!isFailing) log.warn({ err: error }, "mDNS announcement failed; retrying");
        isFailing = true;
        await this.#wait(CHECK_INTERVAL_MS);
      }
    }
  }

  /** Updates the responders and the service to the present networks and settings. */
  async #update(): Promise<void> {
    const { host } = this.#dependencies.config;
    this.#address ??= isIP(host) ? host : (await lookup(host)).address;
    const interfaces = networkInterfaces();
    this.#ownAddresses = new Set(machineAddresses(interfaces).map(({ address }) => address));
    this.#openResponders(isLoopbackHost(this.#address) ? [] : networksOf(this.#address, interfaces));
    const service = this.#currentService();
    if (JSON.stringify(service) === JSON.stringify(this.#service)) return;
    this.#service = service;
    for (const responder of this.#all()) responder.unregister();
  }

  /** Opens and closes responders until there is one for each network. Failed ones are replaced; the first error is logged. */
  #openResponders(networks: readonly Network[]): void {
    for (const [key, responder] of this.#responders) {
      const { error, network } = responder;
      const isPresent = networks.some((present) => present.key === key);
      if (isPresent && error === null) {
        if (responder.isAnnounced) this.#failing.delete(network.address);
        continue;
      }
      responder.close();
      this.#responders.delete(key);
      // A network that disappears fails before its removal is noticed.
      if (!isPresent || this.#failing.has(network.address)) continue;
      this.#failing.add(network.address);
      this.#dependencies.log.warn(
        { address: network.address, err: error },
        "mDNS announcement failed in this network; use the server's address",
      );
    }
    for (const network of networks) {
      if (this.#responders.has(network.key)) continue;
      const responder = new Responder(
        network,
        (records, source) => {
          if (this.#conflictingAddresses(records, source).length > 0) this.#onConflict();
        },
        (records, source) => {
          const theirs = this.#conflictingAddresses(records, source);
          // A socket hears the probes of every network.
          if (this.#isProbing && network.has(source) && losesTieBreak(network.reachable, theirs))
            this.#defer();
        },
      );
      this.#responders.set(network.key, responder);
    }
  }

  #conflictingAddresses(records: readonly DnsRecord[], source: string): string[] {
    if (this.#ownAddresses.has(source)) return [];
    const host = this.#currentHost();
    return records.flatMap((one) => (isConflicting(one, host, this.#ownAddresses) ? [one.data] : []));
  }

  #onConflict(): void {
    if (this.#isProbing) {
      this.#isTaken = true;
      this.#wake();
    } else if (this.#all().some(({ isAnnounced }) => isAnnounced)) {
      // All devices with this name probe again; one that responds keeps the name (RFC 6762, 9).
      for (const responder of this.#all()) responder.unregister();
      this.#defer();
    }
  }

  /** Ends the wait; the next claim is delayed. */
  #defer(): void {
    this.#isDeferred = true;
    this.#wake();
  }

  /** Probes for the name in these networks and announces it if it is free. Selects the next name if another device has it. */
  async #claim(responders: readonly Responder[]): Promise<void> {
    const host = this.#currentHost();
    const delay = this.#isDeferred ? DEFER_MS : 0;
    this.#isDeferred = false;
    // A random delay, so that servers that start after the same power cut do not probe at the same time.
    await this.#wait(delay + Math.random() * PROBE_INTERVAL_MS);
    // Not before the delay: the rest of a rival's announcement is no response to the probes.
    this.#isProbing = true;
    this.#isTaken = false;
    const isFree = () => !this.#isTaken && !this.#isDeferred;
    for (let count = 0; count < PROBE_COUNT && isFree(); count++) {
      for (const responder of responders) responder.probe(host);
      await this.#wait(PROBE_INTERVAL_MS);
    }
    if (isFree()) await this.#saveName();
    this.#isProbing = false;
    if (this.#isStopping || this.#isDeferred) return;
    if (this.#isTaken) return await this.#selectNextName(host);
    this.#conflicts = 0;
    for (const responder of responders)
      if (responder.error === null)
        responder.announce(announcementOf(host, this.#service, responder.network.reachable));
    this.#reportName(host);
  }

  async #selectNextName(host: string): Promise<void> {
    this.#savedName = { ...this.#savedName, number: this.#savedName.number + 1 };
    const next = this.#currentHost();
    this.#dependencies.log.warn({ name: host, next }, "another device has this name; trying the next one");
    await Promise.all(this.#all().map((responder) => responder.goodbye()));
    this.#conflicts += 1;
    if (this.#conflicts > MAX_CONFLICTS) await this.#wait(CONFLICT_DELAY_MS);
  }

  async #saveName(): Promise<void> {
    try {
      await saveName(this.#dependencies.storage, this.#savedName);
    } catch (error) {
      this.#dependencies.log.warn({ err: error }, "network name not saved for the next start");
    }
  }

  #reportName(name: string): void {
    const announced = this.#all().filter(({ isAnnounced }) => isAnnounced);
    if (announced.length === 0) return;
    const addresses = announced.flatMap(({ network }) => network.reachable);
    this.#dependencies.log.info({ name, addresses }, "announced in the network");
    if (this.#name !== name) this.#options.onName(name);
    this.#name = name;
  }

  #all(): readonly Responder[] {
    return [...this.#responders.values()];
  }

  #currentHost(): string {
    return hostName(this.#savedName);
  }

  #currentService(): ServiceInfo {
    const https = this.#options.https();
    return {
      id: this.#savedName.id,
      port: this.#options.port,
      https: https && { httpsPort: https.httpsPort, fingerprint: https.fingerprint },
    };
  }

  /** Waits for `ms`, or until a conflict or the end. */
  #wait(ms: number): Promise<void> {
    return new Promise((done) => {
      if (this.#isStopping) return done();
      const timer = setTimeout(done, ms).unref();
      this.#wake = () => {
        clearTimeout(timer);
        done();
      };
    });
  }
}

/** Whether only this machine can reach the host. */
function isLoopbackHost(host: string): boolean {
  return host === "localhost" || (isIP(host) !== 0 && isLoopback(host));
}
