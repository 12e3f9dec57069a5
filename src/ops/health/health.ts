import { setTimeout as sleep } from "node:timers/promises";
import type { Dependencies } from "../../http/dependencies.ts";
import type { PrintQueue } from "../../printing/queue/print-queue.ts";
import type { StorageStatus } from "../../storage/storage.ts";
import { type HealthChecks, type HealthReport, healthReport } from "./report.ts";
import { checkStorage } from "./storage-check.ts";

/** Health checks of the server. */
export interface Health {
  /** Runs the checks now. A database that does not respond within 5 s is stuck. Never rejects. */
  ready(): Promise<HealthReport>;
}

const DATABASE_TIMEOUT_MS = 5000;

/** Creates the health checks of a server that accepts requests. */
export function makeHealth(
  { storage, clock, log }: Pick<Dependencies, "storage" | "clock" | "log">,
  printing: Pick<PrintQueue, "isFailing">,
): Health {
  // One check at a time: requests to a stuck database would accumulate.
  let running: Promise<"ok" | "failing"> | null = null;

  async function checkDatabase(): Promise<"ok" | "failing"> {
    try {
      await checkStorage(storage);
      return "ok";
    } catch (error) {
      log.error({ err: error }, "the database does not respond");
      return "failing";
    } finally {
      running = null;
    }
  }

  async function database(): Promise<NonNullable<HealthChecks["database"]>> {
    running ??= checkDatabase();
    const waiting = new AbortController();
    const late = sleep(DATABASE_TIMEOUT_MS, "stuck" as const, { signal: waiting.signal, ref: false });
    try {
      return await Promise.race([running, late]);
    } finally {
      waiting.abort();
    }
  }

  return {
    async ready() {
      return healthReport({
        box: "ok",
        database: await database(),
        disk: diskOf(storage.status()),
        printing: printing.isFailing() ? "failing" : "ok",
        clock: clock.isBehind() ? "behind" : "ok",
      });
    },
  };
}

function diskOf({ isFailing, isLow }: StorageStatus): NonNullable<HealthChecks["disk"]> {
  if (isFailing) return "failing";
  return isLow ? "low" : "ok";
}
