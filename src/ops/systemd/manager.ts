import type { Environment } from "../../platform/config.ts";
import type { Log } from "../../platform/log.ts";
import type { OpeningPhase } from "../../storage/generations/opening.ts";
import type { Storage } from "../../storage/storage.ts";
import { checkStorage } from "../health/storage-check.ts";
import { makeNotify, writeError, writeNotice } from "./notify.ts";
import { extendStartTimeout } from "./start-timeout.ts";
import { startWatchdog, watchdogTimeoutMs } from "./watchdog.ts";

/** The parts of the appliance that the service manager watches. */
interface WatchedAppliance {
  readonly url: string;
  readonly box: { readonly log: Log; readonly storage: Storage };
}

/** The service manager that started the box (systemd, `Type=notify`), as the box speaks to it. */
export interface ServiceManager {
  /** The start has come to this phase. */
  phase(phase: OpeningPhase): void;
  /** The box answers requests; from now on the watchdog is fed. */
  ready(appliance: WatchedAppliance): void;
  /** The box ends: what was asked is still answered. */
  stopping(): void;
}

const LOOK_MS = 10_000;
const NOBODY: ServiceManager = { phase() {}, ready() {}, stopping() {} };
const PHASES: Readonly<Record<OpeningPhase, string>> = {
  checking: "checking the database",
  renewing: "moving to the next generation of the database",
  migrating: "upgrading the database",
};

/**
 * Begins to speak to the manager that these environment variables name, with a start that may take long; without one
 * nothing happens.
 */
export function connectServiceManager(environment: Environment): ServiceManager {
  const notify = makeNotify(environment, writeError);
  if (notify === null) return NOBODY;
  const tell = (status: string, ...lines: readonly string[]) => {
    notify(...lines, `STATUS=${status}`);
    writeNotice(`tallybox: ${status}`);
  };
  tell("starting");
  const extending = extendStartTimeout(LOOK_MS);
  let watchdog: { stop(): void } | null = null;
  return {
    phase: (phase) => tell(PHASES[phase]),
    ready({ url, box }) {
      extending.stop();
      tell(`ready on ${url}`, "READY=1");
      const patience = watchdogTimeoutMs(environment, process.pid);
      if (patience === null) return;
      const unwell = (error: unknown) => box.log.error({ err: error }, "the database does not answer");
      watchdog = startWatchdog(patience, notify, () => checkStorage(box.storage), unwell);
    },
    stopping() {
      watchdog?.stop();
      tell("stopping", "STOPPING=1");
    },
  };
}
