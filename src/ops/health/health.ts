import { setTimeout as sleep } from "node:timers/promises";
import type { Dependencies } from "../../http/dependencies.ts";
import type { PrintQueue } from "../../printing/queue/print-queue.ts";
import type { StorageStatus } from "../../storage/storage-status.ts";
import { type HealthChecks, type HealthReport, healthReport } from "./report.ts";
import { checkStorage } from "./storage-check.ts";

/** How the box is, asked of its parts. */
export interface Health {
  /** Looks now. A database that does not answer within 5 s is stuck. Never rejects. */
  ready(): Promise<HealthReport>;
}

const STUCK_MS = 5000;

/** Makes the health of a box that takes requests. */
export function makeHealth(
  { storage, clock, log }: Pick<Dependencies, "storage" | "clock" | "log">,
  printing: Pick<PrintQueue, "isFailing">,
): Health {
  // One question at a time: those who look while it is stuck would pile up behind it.
  let asking: Promise<"ok" | "failing"> | null = null;

  async function ask(): Promise<"ok" | "failing"> {
    try {
      await checkStorage(storage);
      return "ok";
    } catch (error) {
      log.error({ err: error }, "the database does not answer");
      return "failing";
    } finally {
      asking = null;
    }
  }

  async function database(): Promise<NonNullable<HealthChecks["database"]>> {
    asking ??= ask();
    const waiting = new AbortController();
    const late = sleep(STUCK_MS, "stuck" as const, { signal: waiting.signal, ref: false });
    try {
      return await Promise.race([asking, late]);
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
