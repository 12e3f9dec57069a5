import { completeConfirmedRestore } from "../ops/backup/restore/swap.ts";
import { connectServiceManager } from "../ops/systemd/manager.ts";
import { writeError, writeNotice } from "../ops/systemd/notify.ts";
import { errorMessage } from "../platform/error-code.ts";
import type { Log } from "../platform/log.ts";
import { exitStatusOf, StartupError } from "../platform/startup-error.ts";
import type { OpeningPhase } from "../storage/generations/opening.ts";

/** What runs as the process: an appliance, or a machine of a pair. */
interface Running {
  readonly url: string;
  readonly log: Log;
  check(): Promise<void>;
  stop(): Promise<void>;
}

/** Calls of an appliance to its process. */
interface ProcessHooks {
  readonly onPhase: (phase: OpeningPhase) => void;
  /** Starts the appliance again, for a confirmed restore. */
  readonly onRestart: () => void;
}

/**
 * Runs an appliance as a process: prints `ready URL`, and stops on SIGTERM or SIGINT with status 0. A failed start prints one
 * line on standard error and ends with the status of its reason (platform/startup-error.ts). For a restart the process ends with
 * status 0 where a service manager starts it again; otherwise the appliance starts again in this process.
 */
export async function run(start: (hooks: ProcessHooks) => Promise<Running>): Promise<void> {
  // Other users of the machine must not read the server's files.
  process.umask(0o077);
  // A line that can't be written, as on a full disk, must not end the server.
  for (const output of [process.stdout, process.stderr]) output.on("error", () => undefined);
  // Node's own stack trace has no priority in the journal, so the doctor would not find it.
  process.on("uncaughtExceptionMonitor", (error) => writeError(`tallybox crashed: ${String(error)}`));
  const manager = connectServiceManager(process.env);
  let isStopping = false;
  const begin = async () => {
    const appliance = await start({ onPhase: manager.phase, onRestart: restart }).catch(exitAfterFailure);
    for (const signal of ["SIGTERM", "SIGINT"] as const) process.off(signal, stop).on(signal, stop);
    manager.ready(appliance);
    // Last: a program that reads this line may stop the process at once.
    process.stdout.write(`ready ${appliance.url}\n`);
    return appliance;
  };
  let running = Promise.resolve<Running | null>(null);
  const stop = () => {
    if (isStopping) return;
    isStopping = true;
    manager.stopping();
    running
      .then((appliance) => appliance?.stop())
      .then(
        () => process.exit(0),
        (error: unknown) => {
          process.stderr.write(`${String(error)}\n`);
          process.exit(1);
        },
      );
  };
  function restart(): void {
    if (manager.isConnected) {
      stop();
      return;
    }
    running = running.then(async (appliance) => {
      await appliance?.stop();
      return begin();
    });
  }
  running = begin();
  await running;
}

function exitAfterFailure(error: unknown): never {
  const reason = errorMessage(error);
  const line = error instanceof StartupError ? reason : `tallybox can't start: ${reason}`;
  writeError(line.replaceAll("\n", " "));
  process.exit(exitStatusOf(error));
}

/** Completes a restore that an Admin has confirmed. Called before the settings are read, which it replaces too. */
export async function completeRestore(folder: string): Promise<void> {
  const earlier = await completeConfirmedRestore(folder);
  if (earlier !== null) writeNotice(`tallybox: restored ${folder}; the earlier data are kept in ${earlier}`);
}
