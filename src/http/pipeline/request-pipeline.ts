import type Koa from "koa";
import { Forbidden, NotFound, Unauthenticated, WrongMethod } from "../../domain/errors.ts";
import { msg } from "../../domain/message.ts";
import type { Principal } from "../../domain/principal.ts";
import { demand, demandRecentLogin } from "../../domain/roles.ts";
import type { Clock } from "../../platform/clock.ts";
import type { RequestLimits } from "../../platform/limits.ts";
import type { Storage } from "../../storage/storage.ts";
import type { Endpoint } from "../endpoint/endpoint.ts";
import type { Input, Shape } from "../endpoint/endpoint-options.ts";
import { parse, parseQuery } from "../endpoint/parse.ts";
import type { EndpointResponse } from "../endpoint/response.ts";
import { type Peer, rateLimitKey } from "../server/client-address.ts";
import { countStreams, RolesChanged, sendEvents, wantsEvents } from "../sse/event-stream.ts";
import { isValue, tagFor, viewOf } from "./conditional-response.ts";
import { isNamedIn, isNamedOrAny, tagOf, tagOfBytes, type View } from "./etag.ts";
import { executeCommand, executeJob } from "./execute-write.ts";
import { type HttpsGate, hostOf } from "./https-gate.ts";
import { languageOf } from "./language.ts";
import { bodyReader, type MutableInput } from "./request-body.ts";
import type { makeRoutes } from "./routes.ts";
import { codingsOf, isEvents, isStream, sendBody } from "./send.ts";

/** What the edge needs of the box. */
export interface PipelineDependencies {
  readonly storage: Storage;
  readonly routes: ReturnType<typeof makeRoutes>;
  readonly clock: Clock;
  /** Who asks, by the `Authorization` header; throws Unauthenticated. */
  authenticate(header: string): Principal | Promise<Principal>;
  /** Records the device and the session that an authenticated request came from, if any; never throws. */
  used(caller: Principal, ctx: Koa.Context): void;
  /** Records that this caller was refused what the role may not do, at this endpoint; never throws. */
  denied(caller: Principal, address: string, endpoint: string, error: Forbidden): void;
  peerOf(ctx: Koa.Context): Peer;
  /** Aborted when the box stops: answers without an end end then. */
  readonly stopping: AbortSignal;
  readonly limits: RequestLimits;
  readonly gate: HttpsGate;
}

/** 2025-01-01: the contract's v1.0.43 had made it obsolete by then (RFC 9745). */
const DEPRECATED = "@1735689600";

type AnyInput = Input<Shape, Shape, Shape>;

/**
 * Answers one request of the API. The order of the checks is the contract's (contract/decisions, "Order of checks"):
 * 401, 404 of the path, 405, 403, path and query, 415, 413, body, replay of a key, record, 412, then the rules.
 */
export function makeRequestPipeline(parts: PipelineDependencies): (ctx: Koa.Context) => Promise<void> {
  const { storage } = parts;
  const takeStream = countStreams(parts.limits.streams);
  const readBody = bodyReader(storage, parts.clock, parts.limits);

  return async function answerOrRefuse(ctx) {
    try {
      await answerRequest(ctx);
    } catch (error) {
      if (error instanceof Forbidden) noteDenial(ctx, error);
      // A refusal too tells of what it saw (a taken code, a counted guess): that must be on the disk.
      const pending = unflushed(ctx);
      if (pending !== null) await pending;
      throw error;
    }
  };

  function noteDenial(ctx: Koa.Context, error: Forbidden): void {
    const caller: Principal | undefined = ctx.state["caller"];
    if (caller === undefined) return;
    const address = rateLimitKey(parts.peerOf(ctx).address);
    parts.denied(caller, address, `${ctx.method} ${ctx.state["route"]}`, error);
  }

  /** What the answer must wait for: null when all that it may tell of is on the disk. */
  function unflushed(ctx: Koa.Context): Promise<void> | null {
    return ctx.state["evenWhenStuck"] ? null : storage.durable();
  }

  async function answerRequest(ctx: Koa.Context): Promise<void> {
    const match = parts.routes.match(ctx.method, ctx.path);
    const endpoint = match?.endpoint ?? null;
    ctx.state["route"] = endpoint?.path ?? null;
    ctx.state["evenWhenStuck"] = endpoint?.skipsFlush;
    const isOpen = endpoint?.isExempt?.(parts.peerOf(ctx).address) ?? endpoint?.permission === "anyone";
    if (endpoint?.deprecated) ctx.set("Deprecation", DEPRECATED);
    let caller: Principal | null = null;
    if (!isOpen && (endpoint !== null || isApi(ctx.path))) {
      caller = await parts.authenticate(ctx.get("authorization"));
      ctx.state["caller"] = caller;
      parts.used(caller, ctx);
    }
    if (match === null) throw new NotFound(msg("Address not found.", "Adresa nenalezena."));
    if (endpoint === null) throw new WrongMethod(match.methods);
    const secureAddress = parts.gate.check(ctx, endpoint, caller);
    if (secureAddress !== null) return redirect(ctx, secureAddress);
    if (!isOpen && endpoint.permission !== "anyone") demand(known(caller), endpoint.permission);
    if (endpoint.needsRecentLogin) demandRecentLogin(known(caller), parts.clock.now());

    const input = inputOf(ctx, endpoint, match.params);
    const view = viewOf(ctx, endpoint, input.language, caller);
    const hasTag = endpoint.tables !== null && !input.wantsEvents;
    if (hasTag && caller && isUnchanged(ctx, endpoint, view, caller)) return sendUnchanged(ctx);
    const sent = await readBody(ctx, endpoint, input, caller);
    try {
      const answer = await workOf(ctx, endpoint, input, caller, view);
      // The tag was made before the work: when the tables changed meanwhile it may name an older list, so none is sent.
      if (hasTag && caller) dropStaleTag(ctx, endpoint, view, caller);
      const pending = unflushed(ctx);
      if (pending !== null) await pending;
      await send(ctx, endpoint, answer, input, view, caller);
    } finally {
      await sent?.discard();
    }
  }

  function inputOf(
    ctx: Koa.Context,
    endpoint: Endpoint,
    params: Readonly<Record<string, string>>,
  ): MutableInput {
    return {
      params: endpoint.paramsSchema ? parse(endpoint.paramsSchema, params) : {},
      query: endpoint.querySchema ? parseQuery(endpoint.querySchema, ctx.querystring) : {},
      body: {},
      language: languageOf(ctx.get("accept-language")),
      // Few endpoints ask for these.
      get address() {
        return rateLimitKey(parts.peerOf(ctx).address);
      },
      get host() {
        return hostOf(ctx);
      },
      get isExposed() {
        return parts.gate.isExposed(ctx);
      },
      get authority() {
        return ctx.host;
      },
      wantsEvents:
        endpoint.events === "only" || (endpoint.events === "also" && wantsEvents(ctx.get("accept"))),
      accepts: codingsOf(ctx),
      upload: null,
    };
  }

  function isUnchanged(ctx: Koa.Context, endpoint: Endpoint, view: View, caller: Principal): boolean {
    const version = storage.versions.of(caller.tenantId, endpoint.tables ?? []);
    const tag = tagOf(version, undefined, view);
    ctx.set("ETag", tag);
    return isNamedIn(ctx.get("if-none-match"), tag);
  }

  function dropStaleTag(ctx: Koa.Context, endpoint: Endpoint, view: View, caller: Principal): void {
    const version = storage.versions.of(caller.tenantId, endpoint.tables ?? []);
    if (ctx.response.get("ETag") !== tagOf(version, undefined, view)) ctx.remove("ETag");
  }

  async function workOf(
    ctx: Koa.Context,
    endpoint: Endpoint,
    input: AnyInput,
    caller: Principal | null,
    view: View,
  ): Promise<EndpointResponse<unknown>> {
    const { handler: work } = endpoint;
    if (work.kind === "query" || work.kind === "batch" || work.kind === "stream")
      return work.run(input, caller);
    const writing = { ctx, endpoint, input, asker: known(caller), view };
    if (work.kind === "job") return executeJob(storage, work, writing);
    return executeCommand(storage, parts.clock, work, writing);
  }

  async function send(
    ctx: Koa.Context,
    endpoint: Endpoint,
    answer: EndpointResponse<unknown>,
    input: AnyInput,
    view: View,
    caller: Principal | null,
  ): Promise<void> {
    if (!ctx.state["replayed"]) ctx.status = endpoint.status;
    if (answer.location && endpoint.status === 201) ctx.set("Location", answer.location);
    if (answer.version) ctx.set("ETag", tagFor(answer, answer.version, view));
    if (isEvents(answer.body)) {
      ctx.set("Cache-Control", "no-store");
      const listener = known(caller);
      const check = async () => {
        const now = await parts.authenticate(ctx.get("authorization"));
        if (now.roles.join() !== listener.roles.join()) throw new RolesChanged();
        parts.gate.check(ctx, endpoint, now);
        // Who listens is in use, too.
        parts.used(now, ctx);
      };
      const { durable } = storage;
      const take = () => takeStream(listener);
      return sendEvents(ctx, answer.body, { take, check, durable, stopping: parts.stopping });
    }
    if (caller) ctx.set("Cache-Control", "private, no-cache");
    else if (!ctx.response.get("Cache-Control")) ctx.set("Cache-Control", "no-store");
    if (endpoint.method === "GET" && caller && !isStream(answer.body)) {
      if (!ctx.response.get("ETag") && !endpoint.tables && isValue(answer.body))
        ctx.set("ETag", tagOfBytes(answer.body, view));
      if (isNamedOrAny(ctx.get("if-none-match"), ctx.response.get("ETag"))) return sendUnchanged(ctx);
    }
    await sendBody(ctx, answer, input.accepts);
  }
}

function redirect(ctx: Koa.Context, address: string): void {
  // Not for good: an administrator may allow plain HTTP again.
  ctx.status = 307;
  ctx.set("Location", address);
  ctx.set("Cache-Control", "no-store");
  ctx.body = "";
}

function sendUnchanged(ctx: Koa.Context): void {
  ctx.set("Cache-Control", "private, no-cache");
  // A browser would replace the policy that came with the body.
  ctx.remove("Content-Security-Policy");
  ctx.status = 304;
  ctx.body = null;
}

function known(caller: Principal | null): Principal {
  if (caller === null) throw new Unauthenticated(msg("Log in first.", "Nejprve se přihlaste."), true);
  return caller;
}

/** Unknown paths under /api need a token as well. */
function isApi(path: string): boolean {
  return /^\/api(\/|$)/i.test(path);
}
