import { NotReady, Unavailable } from "../../domain/errors.ts";
import type { RequestContext } from "../../http/pipeline/request-context.ts";
import { acceptedLocale } from "../../http/pipeline/request-input.ts";
import type { Clock } from "../../platform/clock.ts";
import { healthReport, healthResponse, liveness, UNAVAILABLE_MESSAGES } from "./report.ts";

const RETRY_AFTER = 5;

/**
 * Handles requests while the server starts or stops: `/health` as always, all others with 503. `/health` and `/health/ready`
 * have the responses of the API description.
 */
export function unavailableHandler(
  box: "starting" | "stopping" | "standby",
  clock: Clock,
): (request: RequestContext) => Promise<void> {
  return async ({ ctx }) => {
    const path = ctx.path.toLowerCase();
    if (path === "/health") {
      ctx.set("Cache-Control", "no-store");
      ctx.type = "application/json; charset=utf-8";
      ctx.body = JSON.stringify(liveness(clock));
      return;
    }
    if (path !== "/health/ready") throw new Unavailable(UNAVAILABLE_MESSAGES[box], RETRY_AFTER);
    const report = healthReport({ box, clock: liveness(clock).clock });
    throw new NotReady(
      UNAVAILABLE_MESSAGES[box],
      RETRY_AFTER,
      healthResponse(report, acceptedLocale(ctx.get("accept-language"))),
    );
  };
}
