import type { Log } from "../../platform/log.ts";
import type { Storage } from "../../storage/storage.ts";
import type { Delays } from "./delays.ts";
import type { InterfaceResponder } from "./interface-responder.ts";
import type { InterfaceResponders, PeerListener } from "./interface-responders.ts";
import { type Claim, isConflicting, type Probe, startProbe } from "./probe.ts";
import { announcementOf, hostName, type ServiceInfo } from "./records.ts";
import { type SavedName, saveName } from "./saved-name.ts";

/** Delay after a lost tie-break (RFC 6762, 8.2). A random part is added: two devices may both lose, in two networks. */
const TIE_BREAK_DELAY_MS = 1000;
/** After this many conflicts in a row each further probe is delayed (RFC 6762, 8.1). */
const MAX_CONFLICTS = 15;
const CONFLICT_DELAY_MS = 5000;

/** Dependencies of the naming. */
export interface NamingDependencies {
  readonly storage: Storage;
  readonly log: Log;
  readonly savedName: SavedName;
  /** The current service and the current addresses of the machine. */
  readonly now: () => { readonly service: ServiceInfo; readonly ownAddresses: ReadonlySet<string> };
  readonly delays: Delays;
  readonly signal: AbortSignal;
}

/** Selects one name for the server in all its networks. */
export interface Naming extends PeerListener {
  /**
   * Probes for the name in networks without an announcement, and announces it if it is free. Resolves with the name, or with
   * null where the claim must be repeated: another device has the name, or has won the tie-break.
   */
  claim(responders: InterfaceResponders): Promise<string | null>;
}

/** Creates the naming. It starts with the saved name. */
export function makeNaming({ storage, log, savedName, now, delays, signal }: NamingDependencies): Naming {
  let { number } = savedName;
  let conflicts = 0;
  let probe: Probe | null = null;
  const currentClaim = (): Claim => ({ host: hostName(savedName.base, number), ...now() });

  async function selectNext(responders: InterfaceResponders): Promise<void> {
    const { host } = currentClaim();
    number += 1;
    log.warn({ name: host, next: currentClaim().host }, "another device has this name; trying the next one");
    await Promise.all(responders.all().map((responder) => responder.goodbye()));
    conflicts += 1;
    if (conflicts > MAX_CONFLICTS) await delays.wait(CONFLICT_DELAY_MS);
  }

  async function saveCurrentName(): Promise<void> {
    try {
      await saveName(storage, { ...savedName, number });
    } catch (error) {
      log.warn({ err: error }, "network name not saved for the next start");
    }
  }

  return {
    onResponse(responder, records) {
      if (responder.announcement === null) probe?.onResponse(records);
      else if (records.some((record) => isConflicting(record, currentClaim()))) {
        // Both devices probe again; a device that responds keeps the name (RFC 6762, 9).
        responder.unregister();
        delays.wake();
      }
    },
    onProbe(responder, records) {
      if (responder.announcement === null) probe?.onProbe(responder, records);
    },
    async claim(responders) {
      const claim = currentClaim();
      const probed = responders.unannounced();
      probe = startProbe(claim, probed, signal);
      const outcome = await probe.outcome.finally(() => {
        probe = null;
      });
      if (outcome === "free") {
        conflicts = 0;
        await saveCurrentName();
        announce(claim, probed);
        return responders.all().some(({ announcement }) => announcement !== null) ? claim.host : null;
      }
      if (outcome === "taken") await selectNext(responders);
      else await delays.wait(TIE_BREAK_DELAY_MS * (1 + Math.random() / 2));
      return null;
    },
  };
}

function announce({ host, service }: Claim, responders: readonly InterfaceResponder[]): void {
  for (const responder of responders) {
    if (!responder.hasFailed) responder.announce(announcementOf(host, service, responder.network.reachable));
  }
}
