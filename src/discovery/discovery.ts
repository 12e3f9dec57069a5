import { lookup } from "node:dns/promises";
import { isIP } from "node:net";
import { networkInterfaces } from "node:os";
import type { Box } from "../box.ts";
import { type Asking, askFor } from "./claim.ts";
import { type Claim, isRival } from "./contest.ts";
import { networksOf } from "./networks.ts";
import { keepNote, readNote } from "./note.ts";
import { announcementOf, type Facts, type HttpsFacts, hostName } from "./records.ts";
import { makeVoices } from "./voices.ts";

const EVERY_MS = 2000;
/** RFC 6762, 8.2: so long the one that gives way waits; at random, for two may give way to each other in two networks. */
const GIVE_WAY_MS = 1000;
/** RFC 6762, 8.1: after so many taken names in a row each further question waits. */
const MANY_TAKEN = 15;
const MANY_TAKEN_MS = 5000;

/** The box as terminals find it in their network (mDNS: RFC 6762 and 6763). */
export interface Discovery {
  status(): DiscoveryStatus;
  /** Calls `listener` with the host name: now if there is one, and whenever it becomes another. */
  onName(listener: (name: string) => void): void;
  /** Says goodbye in each network; nothing is announced any more. */
  stop(): Promise<void>;
}

export interface DiscoveryStatus {
  /** The host name that the box has found free (`tallybox.local`), null before. */
  readonly name: string | null;
  /** The addresses announced for it at the moment. */
  readonly addresses: readonly string[];
}

const SILENT: Discovery = {
  status: () => ({ name: null, addresses: [] }),
  onName() {},
  async stop() {},
};

/**
 * Announces the box in each local network under `Mdns:Name`, or the next free name; silent where that is off, or the box
 * listens on loopback only. Never throws: what goes wrong is logged, and the box serves on.
 * `port` is the HTTP port, `https` gives what is to be said of HTTPS, null while it is off.
 */
export function startDiscovery(box: Box, port: number, https: () => HttpsFacts | null): Discovery {
  const { config, storage, log } = box;
  if (!config.mdns.isEnabled || isLoopback(config.host)) return SILENT;
  const base = config.mdns.name;
  const note = readNote(storage, base);
  const stopping = new AbortController();
  const { signal } = stopping;
  const listeners: ((name: string) => void)[] = [];
  let { number } = note;
  let name: string | null = null;
  let host: string | null = null;
  let ownAddresses = new Set<string>();
  let takenInARow = 0;
  const factsNow = (): Facts => {
    const secure = https();
    const { httpsPort, fingerprint } = secure ?? { httpsPort: 0, fingerprint: null };
    return { id: note.id, port, https: secure && { httpsPort, fingerprint } };
  };
  let facts = factsNow();
  let asking: Asking | null = null;
  let wake = () => {};

  const voices = makeVoices(log, (address) => ownAddresses.has(address), {
    heard(voice, records) {
      if (voice.said === null) asking?.heard(records);
      else if (records.some((record) => isRival(record, claim()))) {
        // RFC 6762, 9: both ask again whose it is; who answers keeps it.
        voice.fallSilent();
        wake();
      }
    },
    asked(voice, records) {
      if (voice.said === null) asking?.asked(voice, records);
    },
  });
  const claim = (): Claim => ({
    host: hostName(base, number),
    facts,
    ownAddresses,
  });

  async function keep(): Promise<void> {
    let isTroubled = false;
    while (!signal.aborted) {
      try {
        await follow();
        if (voices.waiting().length > 0) await take();
        if (voices.waiting().length === 0) await pause(EVERY_MS);
        isTroubled = false;
      } catch (error) {
        if (!isTroubled && !signal.aborted)
          log.warn({ err: error }, "the box can't be announced at the moment");
        isTroubled = true;
        await pause(EVERY_MS);
      }
    }
  }

  async function follow(): Promise<void> {
    host ??= isIP(config.host) ? config.host : (await lookup(config.host)).address;
    const interfaces = networkInterfaces();
    ownAddresses = new Set(Object.values(interfaces).flatMap((all) => (all ?? []).map((one) => one.address)));
    voices.follow(isLoopback(host) ? [] : networksOf(host, interfaces));
    const now = factsNow();
    if (JSON.stringify(now) === JSON.stringify(facts)) return;
    facts = now;
    for (const voice of voices.all()) voice.fallSilent();
  }

  /** Asks for the name where it is not held yet; then it is announced there, or the next one is to be asked for. */
  async function take(): Promise<void> {
    const asked = voices.waiting();
    const wanted = claim();
    asking = askFor(wanted, asked, signal);
    const outcome = await asking.outcome.finally(() => {
      asking = null;
    });
    if (outcome === "free") {
      takenInARow = 0;
      await remember();
      for (const voice of asked) {
        if (voice.isBroken) continue;
        voice.announce(announcementOf(wanted.host, wanted.facts, voice.network.reachable));
      }
      if (voices.all().some((voice) => voice.said !== null)) called(wanted.host);
    } else if (outcome === "taken") {
      number += 1;
      log.warn(
        { name: wanted.host, next: claim().host },
        "the name is another device's; the next one is tried",
      );
      await Promise.all(voices.all().map((voice) => voice.goodbye()));
      takenInARow += 1;
      if (takenInARow > MANY_TAKEN) await pause(MANY_TAKEN_MS);
    } else await pause(GIVE_WAY_MS * (1 + Math.random()));
  }

  async function remember(): Promise<void> {
    try {
      await keepNote(storage, { id: note.id, base, number });
    } catch (error) {
      log.warn(
        { err: error },
        "the box's name in the network can't be kept; it is asked for again at the next start",
      );
    }
  }

  function called(host: string): void {
    log.info({ name: host, addresses: status().addresses }, "found in the network");
    if (name === host) return;
    name = host;
    for (const listener of listeners) listener(host);
  }

  /** Ends early when there is something to do. */
  async function pause(ms: number): Promise<void> {
    if (signal.aborted) return;
    await new Promise<void>((done) => {
      const timer = setTimeout(done, ms).unref();
      wake = () => {
        clearTimeout(timer);
        done();
      };
    });
  }

  const status = (): DiscoveryStatus => ({
    name,
    addresses: voices.all().flatMap((voice) => (voice.said === null ? [] : voice.network.reachable)),
  });
  const kept = keep();
  return {
    status,
    onName(listener) {
      listeners.push(listener);
      if (name !== null) listener(name);
    },
    async stop() {
      stopping.abort();
      wake();
      await kept;
      await voices.close();
    },
  };
}

/** True for a host that only this machine reaches. */
function isLoopback(host: string): boolean {
  return host === "localhost" || host === "::1" || (isIP(host) === 4 && host.startsWith("127."));
}
