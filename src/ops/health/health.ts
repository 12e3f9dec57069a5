import { setTimeout as sleep } from "node:timers/promises";
import type Koa from "koa";
import { z } from "zod";
import { NotReady, Unavailable } from "../../domain/errors.ts";
import type { Dependencies } from "../../http/dependencies.ts";
import { type Endpoint, publicBatch, publicQuery } from "../../http/endpoint/endpoint.ts";
import { addressMatcher, isLoopback } from "../../http/limits/client-address.ts";
import { acceptedLocale, type RequestContext } from "../../http/pipeline/request.ts";
import { textIn } from "../../i18n/text.ts";
import type { Clock } from "../../platform/clock.ts";
import type { PrintQueue } from "../../printing/queue/print-queue.ts";
import { lastChange } from "../../storage/database/change-counter.ts";
import type { Storage, StorageStatus } from "../../storage/storage.ts";
import { sendJson, sendPage } from "./plain-page.ts";
import {
  type HealthChecks,
  healthReport,
  healthResponse,
  LiveResponse,
  liveness,
  NotReadyProblem,
  ReadyResponse,
  UNAVAILABLE_MESSAGES,
} from "./report.ts";

/** Health checks of the server. */
export type Health = ReturnType<typeof makeHealth>;

const DATABASE_TIMEOUT_MS = 5000;

/** Creates the health checks of a server that accepts requests. */
export function makeHealth(
  { storage, clock, log }: Pick<Dependencies, "storage" | "clock" | "log">,
  printing: Pick<PrintQueue, "isFailing">,
) {
  // One check at a time: requests to a stuck database would accumulate.
  let running: Promise<"ok" | "failing"> | null = null;

  async function checkDatabase(): Promise<"ok" | "failing"> {
    try {
      await probeStorage(storage);
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
    /** Runs the checks now. A database that does not respond within 5 s is stuck. Never rejects. */
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

/** A slice of a job is stuck after this long. A large commit takes some time. */
const STUCK_AFTER_MS = 30_000;

/**
 * Resolves when the storage works: an empty write had its turn, so the write gate is not stuck; all commits are on the disk;
 * a read returned its row. A write that is rejected for lack of disk space counts as working: a full disk must not end the
 * process. While a slice of a job works, the write is skipped. Rejects when the database fails.
 */
export async function probeStorage(storage: Storage): Promise<void> {
  const workMs = storage.jobs.runningMs();
  try {
    if (workMs === null || workMs > STUCK_AFTER_MS)
      await storage.write(null, () => null, { evenWhenLow: true });
  } catch (error) {
    if (!(error instanceof Unavailable)) throw error;
  }
  await storage.durable();
  // Throws where its row can't be read.
  lastChange(storage.db);
}

const RETRY_AFTER = 5;
/** Prometheus text format 0.0.4. */
export const METRICS_TYPE = "text/plain; version=0.0.4; charset=utf-8";

/** Endpoints for monitoring: health, readiness and metrics. */
export function healthRoutes(
  { clock, config }: Pick<Dependencies, "clock" | "config">,
  health: Health,
  metrics: () => Promise<string>,
): Endpoint[] {
  const isAllowed = addressMatcher(config.metricsAllowed);
  return [
    publicQuery("GET", "/health", {
      operationId: "getHealth",
      summary: "Liveness: the process and its event loop respond",
      skipsFlush: true,
      overHttp: "always",
      response: LiveResponse,
      run: () => ({ kind: "json", body: liveness(clock) }),
    }),
    publicBatch("GET", "/health/ready", {
      operationId: "getReadiness",
      summary: "Readiness: database, disk, print queue, clock",
      description:
        "`degraded` is 200: requests are accepted, but the disk is nearly full, the print queue fails or the clock is behind.",
      skipsFlush: true,
      overHttp: "always",
      response: ReadyResponse,
      problem: NotReadyProblem,
      errors: {
        503: "the server is starting or stopping, or its database does not respond; see `checks`",
      },
      async run({ language }) {
        const report = await health.ready();
        const [worst] = report.problems;
        if (report.status !== "failing" || worst === undefined)
          return { kind: "json", body: healthResponse(report, language) };
        throw new NotReady(worst, RETRY_AFTER, healthResponse(report, language));
      },
    }),
    publicQuery("GET", "/metrics", {
      operationId: "getMetrics",
      summary: "Metrics for Prometheus",
      description:
        "Text format 0.0.4. Requests from the server's own machine and from the addresses of the setting `Metrics:AllowedAddresses` need no token; one that they have is checked.",
      guard: { permission: "server", isExempt: (address) => isLoopback(address) || isAllowed(address) },
      skipsFlush: true,
      // Clients at exempt addresses send no token.
      overHttp: "always",
      response: z.file().mime(["text/plain"]),
      run: async () => ({ kind: "bytes", bytes: Buffer.from(await metrics()), contentType: METRICS_TYPE }),
    }),
  ];
}

/**
 * Handles requests while the server starts or stops: `/health` as always, all others with 503, for browsers as a page that loads itself
 * again. `/health` and `/health/ready` have the responses of the API description.
 */
export function unavailableHandler(
  box: keyof typeof UNAVAILABLE_MESSAGES,
  clock: Clock,
): (request: RequestContext) => Promise<void> {
  return async ({ ctx }) => {
    const path = ctx.path.toLowerCase();
    if (path === "/health") return sendJson(ctx, liveness(clock));
    if (path !== "/health/ready") {
      // A reader of any type gets the error of the API.
      if (ctx.method === "GET" && ctx.accepts("json", "html") === "html")
        return sendUnavailablePage(ctx, box);
      throw new Unavailable(UNAVAILABLE_MESSAGES[box], RETRY_AFTER);
    }
    const report = healthReport({ box, clock: liveness(clock).clock });
    throw new NotReady(
      UNAVAILABLE_MESSAGES[box],
      RETRY_AFTER,
      healthResponse(report, acceptedLocale(ctx.get("accept-language"))),
    );
  };
}

function sendUnavailablePage(ctx: Koa.Context, box: keyof typeof UNAVAILABLE_MESSAGES): void {
  const language = acceptedLocale(ctx.get("accept-language"));
  ctx.status = 503;
  ctx.set("Retry-After", String(RETRY_AFTER));
  const title = textIn(UNAVAILABLE_MESSAGES[box], language);
  sendPage(ctx, { language, title, content: "", isReloaded: true });
}
