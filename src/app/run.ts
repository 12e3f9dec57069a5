import { connectServiceManager } from "../ops/systemd/manager.ts";
import { writeError } from "../ops/systemd/notify.ts";
import { EXIT, StartupError, startupErrorKindOf } from "../platform/startup-error.ts";
import type { OpeningPhase } from "../storage/generations/opening.ts";
import type { Appliance } from "./appliance.ts";

/**
 * Runs an appliance as a process: prints `ready URL`, and stops on SIGTERM or SIGINT with status 0. A failed start prints one
 * line on standard error and ends with the status of its reason (platform/startup-error.ts).
 */
export async function run(
  start: (onPhase: (phase: OpeningPhase) => void) => Promise<Appliance>,
): Promise<void> {
  // Other users of the machine must not read the server's files.
  process.umask(0o077);
  // Node's own stack trace has no priority in the journal, so the doctor would not find it.
  process.on("uncaughtExceptionMonitor", (error) => writeError(`tallybox crashed: ${String(error)}`));
  const manager = connectServiceManager(process.env);
  let appliance: Appliance;
  try {
    appliance = await start(manager.phase);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const line = error instanceof StartupError ? reason : `tallybox can't start: ${reason}`;
    writeError(line.replaceAll("\n", " "));
    process.exit(error instanceof StartupError ? error.status : EXIT[startupErrorKindOf(error) ?? "setting"]);
  }
  let isStopping = false;
  const stop = () => {
    if (isStopping) return;
    isStopping = true;
    manager.stopping();
    appliance.stop().then(
      () => process.exit(0),
      (error: unknown) => {
        process.stderr.write(`${String(error)}\n`);
        process.exit(1);
      },
    );
  };
  process.on("SIGTERM", stop);
  process.on("SIGINT", stop);
  manager.ready(appliance);
  // Last: a program that reads this line may stop the process at once.
  process.stdout.write(`ready ${appliance.url}\n`);
}
