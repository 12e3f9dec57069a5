import { lookup } from "node:dns/promises";
import { isIP } from "node:net";
import { networkInterfaces } from "node:os";
import type { Dependencies } from "../../http/dependencies.ts";
import { isLoopback } from "../../http/limits/client-address.ts";
import type { Log } from "../../platform/log.ts";
import { networksOf } from "../../platform/networks.ts";
import { type Delays, makeDelays } from "./delays.ts";
import { type InterfaceResponders, makeInterfaceResponders } from "./interface-responders.ts";
import { makeNaming, type Naming } from "./naming.ts";
import type { HttpsInfo, ServiceInfo } from "./records.ts";
import { readSavedName } from "./saved-name.ts";

const CHECK_INTERVAL_MS = 2000;

/** Announcement of the server by mDNS (RFC 6762 and 6763). */
export interface Discovery {
  /** Calls `listener` with the host name: now if there is one, and after each change. */
  onName(listener: (name: string) => void): void;
  /** Sends a goodbye in each network and stops the announcements. */
  stop(): Promise<void>;
}

const DISABLED: Discovery = {
  onName() {},
  async stop() {},
};

/**
 * Announces the server in each local network as `Mdns:Name`, or as the next free name. Does nothing where mDNS is off or the
 * server listens on loopback only. Errors are logged. `port`: the HTTP port. `https`: the announced values of HTTPS, null while
 * it is off.
 */
export function startDiscovery(
  dependencies: Dependencies,
  port: number,
  https: () => HttpsInfo | null,
): Discovery {
  const { mdns, host } = dependencies.config;
  if (!mdns.isEnabled || isLoopbackHost(host)) return DISABLED;
  const announcer = new Announcer(dependencies, port, https);
  announcer.start();
  return announcer;
}

class Announcer implements Discovery {
  readonly #host: string;
  readonly #log: Log;
  readonly #currentService: () => ServiceInfo;
  readonly #naming: Naming;
  readonly #responders: InterfaceResponders;
  readonly #delays: Delays;
  readonly #stopping = new AbortController();
  readonly #listeners: ((name: string) => void)[] = [];
  #name: string | null = null;
  /** IP address of the host; null: not resolved yet. */
  #address: string | null = null;
  #ownAddresses = new Set<string>();
  #service: ServiceInfo;
  #running = Promise.resolve();

  constructor({ config, storage, log }: Dependencies, port: number, https: () => HttpsInfo | null) {
    const savedName = readSavedName(storage, config.mdns.name);
    const { signal } = this.#stopping;
    this.#host = config.host;
    this.#log = log;
    this.#currentService = () => serviceInfo(savedName.id, port, https());
    this.#service = this.#currentService();
    this.#delays = makeDelays(signal);
    const now = () => ({ service: this.#service, ownAddresses: this.#ownAddresses });
    this.#naming = makeNaming({ storage, log, savedName, now, delays: this.#delays, signal });
    const isOwn = (address: string) => this.#ownAddresses.has(address);
    this.#responders = makeInterfaceResponders(log, isOwn, this.#naming);
  }

  start(): void {
    this.#running = this.#run();
  }

  onName(listener: (name: string) => void): void {
    this.#listeners.push(listener);
    if (this.#name !== null) listener(this.#name);
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
    await this.#responders.close();
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopping;
    let isFailing = false;
    while (!signal.aborted) {
      try {
        await this.#update();
        if (this.#responders.unannounced().length > 0)
          this.#setName(await this.#naming.claim(this.#responders));
        if (this.#responders.unannounced().length === 0) await this.#delays.wait(CHECK_INTERVAL_MS);
        isFailing = false;
      } catch (error) {
        if (signal.aborted) return;
        if (!isFailing) this.#log.warn({ err: error }, "mDNS announcement failed; retrying");
        isFailing = true;
        await this.#delays.wait(CHECK_INTERVAL_MS);
      }
    }
  }

  /** Updates the responders and the service to the present networks and settings. */
  async #update(): Promise<void> {
    this.#address ??= isIP(this.#host) ? this.#host : (await lookup(this.#host)).address;
    const interfaces = networkInterfaces();
    this.#ownAddresses = new Set(
      Object.values(interfaces).flatMap((addresses) => (addresses ?? []).map(({ address }) => address)),
    );
    this.#responders.update(isLoopbackHost(this.#address) ? [] : networksOf(this.#address, interfaces));
    const service = this.#currentService();
    if (JSON.stringify(service) === JSON.stringify(this.#service)) return;
    this.#service = service;
    for (const responder of this.#responders.all()) responder.unregister();
  }

  #setName(name: string | null): void {
    if (name === null) return;
    this.#log.info({ name, addresses: addressesOf(this.#responders) }, "announced in the network");
    if (this.#name === name) return;
    this.#name = name;
    for (const listener of this.#listeners) listener(name);
  }
}

function serviceInfo(id: string, port: number, https: HttpsInfo | null): ServiceInfo {
  if (https === null) return { id, port, https: null };
  return { id, port, https: { httpsPort: https.httpsPort, fingerprint: https.fingerprint } };
}

function addressesOf(responders: InterfaceResponders): string[] {
  return responders
    .all()
    .flatMap(({ announcement, network }) => (announcement === null ? [] : network.reachable));
}

/** Whether only this machine can reach the host. */
function isLoopbackHost(host: string): boolean {
  return host === "localhost" || (isIP(host) !== 0 && isLoopback(host));
}
