import type { Environment } from "../../platform/config.ts";
import type { Log } from "../../platform/log.ts";
import type { OpeningPhase } from "../../storage/generations/opening.ts";
import { makeNotify, openNotifySocket, writeError, writeNotice } from "./notify.ts";
import { extendStartTimeout } from "./start-timeout.ts";
import { startWatchdog, watchdogTimeoutMs } from "./watchdog.ts";

/** The parts of the appliance that the service manager watches. */
interface WatchedAppliance {
  readonly url: string;
  readonly log: Log;
  /** Rejects while the data can't be read or written. */
  check(): Promise<void>;
}

/** Connection to the service manager that started the server (systemd, `Type=notify`). */
interface ServiceManager {
  /** Whether there is one: it starts the server again when its process ends. */
  readonly isConnected: boolean;
  /** Reports the phase of the start. */
  phase(phase: OpeningPhase): void;
  /** Reports that the server accepts requests, and starts the watchdog notifications. */
  ready(appliance: WatchedAppliance): void;
  /** Reports the stop. Running requests are still completed. */
  stopping(): void;
}

const CHECK_INTERVAL_MS = 10_000;
const NO_MANAGER: ServiceManager = { isConnected: false, phase() {}, ready() {}, stopping() {} };
const PHASES: Readonly<Record<OpeningPhase, string>> = {
  checking: "checking the database",
  rotating: "moving to the next generation of the database",
  converting: "converting the database",
};

/**
 * Connects to the service manager that these environment variables name, and extends its start timeout while the start is
 * working. Without a manager all methods do nothing.
 */
export function connectServiceManager(environment: Environment): ServiceManager {
  const fd = openNotifySocket(environment);
  if (fd === null) return NO_MANAGER;
  const notify = makeNotify(fd, writeError);
  const report = (status: string, ...lines: readonly string[]) => {
    notify(...lines, `STATUS=${status}`);
    writeNotice(`tallybox: ${status}`);
  };
  report("starting");
  const extending = extendStartTimeout(CHECK_INTERVAL_MS, fd);
  let watchdog: { stop(): void } | null = null;
  return {
    isConnected: true,
    phase: (phase) => report(PHASES[phase]),
    ready(appliance) {
      const { url, log } = appliance;
      extending.stop();
      report(`ready on ${url}`, "READY=1");
      const timeoutMs = watchdogTimeoutMs(environment, process.pid);
      if (timeoutMs === null) return;
      const onError = (error: unknown) => log.error({ err: error }, "the database does not respond");
      watchdog = startWatchdog(timeoutMs, notify, () => appliance.check(), onError);
    },
    stopping() {
      watchdog?.stop();
      report("stopping", "STOPPING=1");
    },
  };
}
