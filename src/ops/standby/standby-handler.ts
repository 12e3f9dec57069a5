import type Koa from "koa";
import { Registry } from "prom-client";
import { z } from "zod";
import { Forbidden, Invalid } from "../../domain/errors.ts";
import { msg } from "../../domain/message.ts";
import { addressMatcher, isLoopback, makePeerReader } from "../../http/limits/client-address.ts";
import type { RequestContext } from "../../http/pipeline/request.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Config } from "../../platform/config.ts";
import { limitedText } from "../../platform/limited-text.ts";
import { parseJson } from "../../platform/parse-json.ts";
import { METRICS_TYPE, unavailableHandler } from "../health/health.ts";
import { sendJson } from "../health/plain-page.ts";
import { registerPairGauges } from "./gauges.ts";
import type { Pair } from "./pair.ts";
import { readStandbyState } from "./shapes.ts";
import { sendStandbyPage } from "./standby-page.ts";

const MAX_BODY = 4096;
const Promotion = z.object({
  code: z.string().max(200),
  /** scripts/promote adds an address itself: the prepared one is not added. */
  hasAddress: z.boolean().default(false),
});

/**
 * Handles the requests to a standby: its page at `/`, `GET /api/standby`, `PUT /api/standby/promotion` with the promotion code, `/health` and
 * `/metrics`; all others get 503.
 */
export function standbyHandler(
  pair: Pair,
  clock: Clock,
  config: Config,
): (request: RequestContext) => Promise<void> {
  const unavailable = unavailableHandler("standby", clock);
  const registry = new Registry();
  registerPairGauges(pair, registry);
  const peerOf = makePeerReader(config.trustedProxies);
  const isAllowed = addressMatcher(config.metricsAllowed);
  return async (request) => {
    const { ctx } = request;
    const path = ctx.path.toLowerCase().replace(/\/$/, "");
    if (path === "" && (ctx.method === "GET" || ctx.method === "POST")) return sendStandbyPage(ctx, pair);
    if (path === "/api/standby" && ctx.method === "GET") return sendJson(ctx, readStandbyState(pair));
    if (path === "/api/standby/promotion" && ctx.method === "PUT") {
      const parsed = Promotion.safeParse(await readJson(ctx));
      if (!parsed.success) throw Invalid.field("code", msg("is required"));
      pair.standby?.promote(parsed.data.code, parsed.data.hasAddress);
      return sendJson(ctx, readStandbyState(pair));
    }
    if (path === "/metrics" && ctx.method === "GET") {
      const { address } = peerOf(ctx);
      if (!isLoopback(address) && !isAllowed(address)) throw new Forbidden();
      ctx.type = METRICS_TYPE;
      ctx.body = await registry.metrics();
      return;
    }
    await unavailable(request);
  };
}

async function readJson({ req }: Koa.Context): Promise<unknown> {
  const text = await limitedText(req, MAX_BODY);
  if (text === null) throw Invalid.field("", msg("is too long"));
  return parseJson(text);
}
