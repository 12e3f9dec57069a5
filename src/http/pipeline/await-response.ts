import { TooManyRequests, Unauthenticated, Unavailable } from "../../domain/errors.ts";
import { msg } from "../../domain/message.ts";
import type { AreaEndpoint } from "../endpoint/areas.ts";
import type { EndpointResponse, LaterResponse } from "../endpoint/response.ts";
import { assertAccess } from "../endpoint/scope.ts";
import type { StreamErrors } from "../sse/event-stream.ts";
import type { Pipeline } from "./pipeline-dependencies.ts";
import type { RequestContext } from "./request-context.ts";

const RETRY_AFTER_SECONDS = 30;

/** The errors of a request that may not wait. */
export const TOO_MANY_WAITS: StreamErrors = {
  tooMany: () =>
    new Unavailable(
      msg("Too many requests wait on this server. Try again in a moment."),
      RETRY_AFTER_SECONDS,
    ),
  tooManyOwn: () =>
    new TooManyRequests(RETRY_AFTER_SECONDS, msg("You have too many requests that wait. End one of them.")),
};

/**
 * Awaits a response that is made later. After each wait the client's token, role and scopes are checked again. Throws as these
 * checks do, and TooManyRequests or Unavailable where too many requests wait.
 */
export async function awaitResponse(
  pipeline: Pipeline,
  request: RequestContext,
  endpoint: AreaEndpoint,
  first: LaterResponse<unknown>,
): Promise<EndpointResponse<unknown>> {
  const { ctx, principal } = request;
  if (principal === null) throw new Unauthenticated(msg("Log in first."), true);
  const close = pipeline.openWait(principal);
  const ended = new AbortController();
  const end = () => ended.abort();
  ctx.res.once("close", end);
  pipeline.stopping.addEventListener("abort", end, { once: true });
  if (pipeline.stopping.aborted || ctx.res.closed) end();
  try {
    let response: EndpointResponse<unknown> | LaterResponse<unknown> = first;
    while (response.kind === "later") {
      const startedAt = performance.now();
      await response.wait(ended.signal);
      request.waitedMs += performance.now() - startedAt;
      const current = await pipeline.reauthenticate(ctx);
      assertAccess(current, endpoint);
      pipeline.gate.check(ctx, endpoint, current);
      response = await response.respond(current, !ended.signal.aborted);
    }
    return response;
  } finally {
    close();
    ctx.res.off("close", end);
    pipeline.stopping.removeEventListener("abort", end);
  }
}
