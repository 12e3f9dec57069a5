import type { Appliance } from "../../app/appliance.ts";
import type { Environment } from "../../platform/config.ts";
import type { OpeningPhase } from "../../storage/generations/opening.ts";
import { storageAnswers } from "./answers.ts";
import { announce, complain, makeNotify } from "./notify.ts";
import { patienceMs, startWatchdog } from "./watchdog.ts";
import { extendWhileWorking } from "./working.ts";

/** The service manager that started the box (systemd, `Type=notify`), as the box speaks to it. */
export interface Manager {
  /** The start has come to this phase. */
  phase(phase: OpeningPhase): void;
  /** The box answers requests; from now on the watchdog is fed. */
  ready(appliance: Appliance): void;
  /** The box ends: what was asked is still answered. */
  stopping(): void;
}

const LOOK_MS = 10_000;
const NOBODY: Manager = { phase() {}, ready() {}, stopping() {} };
const PHASES: Readonly<Record<OpeningPhase, string>> = {
  checking: "checking the database",
  renewing: "moving to the next generation of the database",
  migrating: "upgrading the database",
};

/**
 * Begins to speak to the manager that these environment variables name, with a start that may take long; without one
 * nothing happens.
 */
export function joinManager(environment: Environment): Manager {
  const notify = makeNotify(environment, complain);
  if (notify === null) return NOBODY;
  const tell = (status: string, ...lines: readonly string[]) => {
    notify(...lines, `STATUS=${status}`);
    announce(`tallybox: ${status}`);
  };
  tell("starting");
  const extending = extendWhileWorking(LOOK_MS);
  let watchdog: { stop(): void } | null = null;
  return {
    phase: (phase) => tell(PHASES[phase]),
    ready({ url, box }) {
      extending.stop();
      tell(`ready on ${url}`, "READY=1");
      const patience = patienceMs(environment, process.pid);
      if (patience === null) return;
      const unwell = (error: unknown) => box.log.error({ err: error }, "the database does not answer");
      watchdog = startWatchdog(patience, notify, () => storageAnswers(box.storage), unwell);
    },
    stopping() {
      watchdog?.stop();
      tell("stopping", "STOPPING=1");
    },
  };
}
