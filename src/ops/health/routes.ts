import { z } from "zod";
import { NotReady } from "../../domain/errors.ts";
import type { Dependencies } from "../../http/dependencies.ts";
import { type Endpoint, publicBatch, publicQuery } from "../../http/endpoint/endpoint.ts";
import { addressMatcher, isLoopback } from "../../http/limits/client-address.ts";
import type { Health } from "./health.ts";
import { healthResponse, LiveResponse, liveness, NotReadyProblem, ReadyResponse } from "./report.ts";

const RETRY_AFTER = 5;
/** Prometheus text format 0.0.4. */
const TEXT = "text/plain; version=0.0.4; charset=utf-8";

/** Endpoints for monitoring: health, readiness and metrics. */
export function healthRoutes(
  { clock, config }: Pick<Dependencies, "clock" | "config">,
  health: Health,
  metrics: () => Promise<string>,
): Endpoint[] {
  const isAllowed = addressMatcher(config.metricsAllowed);
  return [
    publicQuery(
      "GET",
      "/health",
      {
        operationId: "getHealth",
        summary: "Liveness: the process and its event loop respond",
        skipsFlush: true,
        overHttp: "always",
        response: LiveResponse,
      },
      () => ({ kind: "json", body: liveness(clock) }),
    ),
    publicBatch(
      "GET",
      "/health/ready",
      {
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
      },
      async ({ language }) => {
        const report = await health.ready();
        const [worst] = report.problems;
        if (report.status !== "failing" || worst === undefined)
          return { kind: "json", body: healthResponse(report, language) };
        throw new NotReady(worst, RETRY_AFTER, healthResponse(report, language));
      },
    ),
    publicQuery(
      "GET",
      "/metrics",
      {
        operationId: "getMetrics",
        summary: "Metrics for Prometheus",
        description:
          "Text format 0.0.4. Requests from the server's own machine and from the addresses of the setting `Metrics:AllowedAddresses` need no token.",
        guard: { permission: "server", isExempt: (address) => isLoopback(address) || isAllowed(address) },
        skipsFlush: true,
        // Clients at exempt addresses send no token.
        overHttp: "always",
        response: z.file().mime(["text/plain"]),
      },
      async () => ({ kind: "bytes", bytes: Buffer.from(await metrics()), contentType: TEXT }),
    ),
  ];
}
