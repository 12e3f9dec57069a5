import type { Log } from "../../platform/log.ts";
import type { Storage } from "../../storage/storage.ts";
import { type Probe, startProbe } from "./claim.ts";
import { type Claim, isConflicting } from "./conflict.ts";
import type { Delays } from "./delays.ts";
import type { InterfaceResponder } from "./interface-responder.ts";
import type { InterfaceResponders, PeerListener } from "./interface-responders.ts";
import { announcementOf, hostName, type ServiceInfo } from "./records.ts";
import { type SavedName, saveName } from "./saved-name.ts";

/** RFC 6762, 8.2: so long the one that gives way waits; at random, for two may give way to each other in two networks. */
const GIVE_WAY_MS = 1000;
/** RFC 6762, 8.1: after so many taken names in a row each further question waits. */
const MANY_TAKEN = 15;
const MANY_TAKEN_MS = 5000;

/** What the naming is made of. */
export interface NamingDependencies {
  readonly storage: Storage;
  readonly log: Log;
  readonly savedName: SavedName;
  /** What is to be said, and the machine's addresses, as they are at the moment. */
  readonly now: () => { readonly service: ServiceInfo; readonly ownAddresses: ReadonlySet<string> };
  readonly delays: Delays;
  readonly signal: AbortSignal;
}

/** One name for the box in all its networks: found free, announced, given up to who insists on it. */
export interface Naming extends PeerListener {
  /**
   * Asks for the name where it is not announced yet, and announces it there if it is free; gives it then. Null where it
   * must be tried again: another device has that name, and the next one is to be asked for, or another one is first.
   */
  claim(voices: InterfaceResponders): Promise<string | null>;
}

/** Goes on from the note. */
export function makeNaming({
  storage,
  log,
  savedName: note,
  now,
  delays: pauses,
  signal,
}: NamingDependencies): Naming {
  let { number } = note;
  let takenInARow = 0;
  let asking: Probe | null = null;
  const claim = (): Claim => ({ host: hostName(note.base, number), ...now() });

  function announce({ host, service }: Claim, voices: readonly InterfaceResponder[]): void {
    for (const voice of voices) {
      if (!voice.hasFailed) voice.announce(announcementOf(host, service, voice.network.reachable));
    }
  }

  async function tryNext(voices: InterfaceResponders): Promise<void> {
    const { host } = claim();
    number += 1;
    log.warn({ name: host, next: claim().host }, "the name is another device's; the next one is tried");
    await Promise.all(voices.all().map((voice) => voice.goodbye()));
    takenInARow += 1;
    if (takenInARow > MANY_TAKEN) await pauses.wait(MANY_TAKEN_MS);
  }

  async function remember(): Promise<void> {
    try {
      await saveName(storage, { ...note, number });
    } catch (error) {
      log.warn({ err: error }, "the server's name in the network can't be kept for the next start");
    }
  }

  return {
    onResponse(voice, records) {
      if (voice.announcement === null) asking?.onResponse(records);
      else if (records.some((record) => isConflicting(record, claim()))) {
        // RFC 6762, 9: both ask again whose it is; who answers keeps it.
        voice.unregister();
        pauses.wake();
      }
    },
    onProbe(voice, records) {
      if (voice.announcement === null) asking?.onProbe(voice, records);
    },
    async claim(voices) {
      const wanted = claim();
      const asked = voices.unannounced();
      asking = startProbe(wanted, asked, signal);
      const outcome = await asking.outcome.finally(() => {
        asking = null;
      });
      if (outcome === "free") {
        takenInARow = 0;
        await remember();
        announce(wanted, asked);
        return voices.all().some((voice) => voice.announcement !== null) ? wanted.host : null;
      }
      if (outcome === "taken") await tryNext(voices);
      else await pauses.wait(GIVE_WAY_MS * (1 + Math.random() / 2));
      return null;
    },
  };
}
