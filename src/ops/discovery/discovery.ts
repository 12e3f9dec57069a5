import { lookup } from "node:dns/promises";
import { isIP } from "node:net";
import { networkInterfaces } from "node:os";
import type { Dependencies } from "../../http/dependencies.ts";
import { isLoopback } from "../../http/server/client-address.ts";
import { networksOf } from "../../platform/networks.ts";
import { makeDelays } from "./delays.ts";
import { type InterfaceResponders, makeInterfaceResponders } from "./interface-responders.ts";
import { makeNaming } from "./naming.ts";
import type { HttpsInfo, ServiceInfo } from "./records.ts";
import { readSavedName } from "./saved-name.ts";

const EVERY_MS = 2000;

/** The box as terminals find it in their network (mDNS: RFC 6762 and 6763). */
export interface Discovery {
  /** Calls `listener` with the host name: now if there is one, and whenever it becomes another. */
  onName(listener: (name: string) => void): void;
  /** Says goodbye in each network; nothing is announced any more. */
  stop(): Promise<void>;
}

const SILENT: Discovery = {
  onName() {},
  async stop() {},
};

/**
 * Announces the box in each local network under `Mdns:Name`, or the next free name; silent where that is off, or the box
 * listens on loopback only. What goes wrong is logged, and the box serves on.
 * `port` is the HTTP port, `https` gives what is to be said of HTTPS, null while it is off.
 */
export function startDiscovery(box: Dependencies, port: number, https: () => HttpsInfo | null): Discovery {
  const { config, storage, log } = box;
  if (!config.mdns.isEnabled || isNear(config.host)) return SILENT;
  const note = readSavedName(storage, config.mdns.name);
  const stopping = new AbortController();
  const { signal } = stopping;
  const pauses = makeDelays(signal);
  const listeners: ((name: string) => void)[] = [];
  let name: string | null = null;
  let host: string | null = null;
  let ownAddresses = new Set<string>();
  let service = currentService();
  const now = () => ({ service, ownAddresses });
  const naming = makeNaming({ storage, log, savedName: note, now, delays: pauses, signal });
  const voices = makeInterfaceResponders(log, (address) => ownAddresses.has(address), naming);

  function currentService(): ServiceInfo {
    const secure = https();
    if (secure === null) return { id: note.id, port, https: null };
    return { id: note.id, port, https: { httpsPort: secure.httpsPort, fingerprint: secure.fingerprint } };
  }

  async function keep(): Promise<void> {
    let isTroubled = false;
    while (!signal.aborted) {
      try {
        await follow();
        if (voices.unannounced().length > 0) called(await naming.claim(voices));
        if (voices.unannounced().length === 0) await pauses.wait(EVERY_MS);
        isTroubled = false;
      } catch (error) {
        if (signal.aborted) return;
        if (!isTroubled) log.warn({ err: error }, "the server can't be announced at the moment");
        isTroubled = true;
        await pauses.wait(EVERY_MS);
      }
    }
  }

  /** Brings in line what is announced, and where, with how the machine is now. */
  async function follow(): Promise<void> {
    host ??= isIP(config.host) ? config.host : (await lookup(config.host)).address;
    const interfaces = networkInterfaces();
    ownAddresses = new Set(Object.values(interfaces).flatMap((all) => (all ?? []).map((one) => one.address)));
    voices.update(isNear(host) ? [] : networksOf(host, interfaces));
    const newService = currentService();
    if (JSON.stringify(newService) === JSON.stringify(service)) return;
    service = newService;
    for (const voice of voices.all()) voice.unregister();
  }

  function called(held: string | null): void {
    if (held === null) return;
    log.info({ name: held, addresses: addressesOf(voices) }, "found in the network");
    if (name === held) return;
    name = held;
    for (const listener of listeners) listener(held);
  }

  const kept = keep();
  return {
    onName(listener) {
      listeners.push(listener);
      if (name !== null) listener(name);
    },
    async stop() {
      stopping.abort();
      await kept;
      await voices.close();
    },
  };
}

function addressesOf(voices: InterfaceResponders): string[] {
  return voices.all().flatMap(({ announcement: said, network }) => (said === null ? [] : network.reachable));
}

/** True for a host that only this machine reaches. */
function isNear(host: string): boolean {
  return host === "localhost" || (isIP(host) !== 0 && isLoopback(host));
}
