import type { Log } from "../../platform/log.ts";
import type { Storage } from "../../storage/storage.ts";
import { type Asking, askFor } from "./claim.ts";
import { type Claim, isRival } from "./conflict.ts";
import type { Pauses } from "./delays.ts";
import type { Voice } from "./interface-responder.ts";
import type { Noticed, Voices } from "./interface-responders.ts";
import { announcementOf, type Facts, hostName } from "./records.ts";
import { keepNote, type NetworkNote } from "./saved-name.ts";

/** RFC 6762, 8.2: so long the one that gives way waits; at random, for two may give way to each other in two networks. */
const GIVE_WAY_MS = 1000;
/** RFC 6762, 8.1: after so many taken names in a row each further question waits. */
const MANY_TAKEN = 15;
const MANY_TAKEN_MS = 5000;

/** What the naming is made of. */
export interface NamingParts {
  readonly storage: Storage;
  readonly log: Log;
  readonly note: NetworkNote;
  /** What is to be said, and the machine's addresses, as they are at the moment. */
  readonly now: () => { readonly facts: Facts; readonly ownAddresses: ReadonlySet<string> };
  readonly pauses: Pauses;
  readonly signal: AbortSignal;
}

/** One name for the box in all its networks: found free, announced, given up to who insists on it. */
export interface Naming extends Noticed {
  /**
   * Asks for the name where it is not announced yet, and announces it there if it is free; gives it then. Null where it
   * must be tried again: another device has that name, and the next one is to be asked for, or another one is first.
   */
  take(voices: Voices): Promise<string | null>;
}

/** Goes on from the note. */
export function makeNaming({ storage, log, note, now, pauses, signal }: NamingParts): Naming {
  let { number } = note;
  let takenInARow = 0;
  let asking: Asking | null = null;
  const claim = (): Claim => ({ host: hostName(note.base, number), ...now() });

  function announce({ host, facts }: Claim, voices: readonly Voice[]): void {
    for (const voice of voices) {
      if (!voice.isBroken) voice.announce(announcementOf(host, facts, voice.network.reachable));
    }
  }

  async function tryNext(voices: Voices): Promise<void> {
    const { host } = claim();
    number += 1;
    log.warn({ name: host, next: claim().host }, "the name is another device's; the next one is tried");
    await Promise.all(voices.all().map((voice) => voice.goodbye()));
    takenInARow += 1;
    if (takenInARow > MANY_TAKEN) await pauses.pause(MANY_TAKEN_MS);
  }

  async function remember(): Promise<void> {
    try {
      await keepNote(storage, { ...note, number });
    } catch (error) {
      log.warn({ err: error }, "the server's name in the network can't be kept for the next start");
    }
  }

  return {
    heard(voice, records) {
      if (voice.said === null) asking?.heard(records);
      else if (records.some((record) => isRival(record, claim()))) {
        // RFC 6762, 9: both ask again whose it is; who answers keeps it.
        voice.fallSilent();
        pauses.wake();
      }
    },
    asked(voice, records) {
      if (voice.said === null) asking?.asked(voice, records);
    },
    async take(voices) {
      const wanted = claim();
      const asked = voices.waiting();
      asking = askFor(wanted, asked, signal);
      const outcome = await asking.outcome.finally(() => {
        asking = null;
      });
      if (outcome === "free") {
        takenInARow = 0;
        await remember();
        announce(wanted, asked);
        return voices.all().some((voice) => voice.said !== null) ? wanted.host : null;
      }
      if (outcome === "taken") await tryNext(voices);
      else await pauses.pause(GIVE_WAY_MS * (1 + Math.random() / 2));
      return null;
    },
  };
}
