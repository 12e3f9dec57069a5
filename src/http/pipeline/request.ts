import type Koa from "koa";
import type { Principal } from "../../domain/principal.ts";
import { LOCALE_CODES, type Locale } from "../../i18n/locales.ts";
import type { AreaEndpoint } from "../endpoint/areas.ts";
import type { AnyInput, Endpoint } from "../endpoint/endpoint.ts";
import type { Codings, RawBody, Upload } from "../endpoint/endpoint-options.ts";
import { parse, parseQuery } from "../endpoint/parse.ts";
import { rateLimitKey } from "../limits/client-address.ts";
import { wantsEvents } from "../sse/event-stream.ts";
import { browserName } from "./browser-name.ts";
import { assertIfMatch, type View } from "./conditional-response.ts";
import { hostOf } from "./https-gate.ts";
import type { PipelineDependencies } from "./request-pipeline.ts";

/** One request, with the results of the checks that it has passed so far. */
export interface RequestContext {
  readonly ctx: Koa.Context;
  readonly requestId: string;
  /** The matching endpoint; null: not matched yet, or no endpoint has this method and path. */
  endpoint: Endpoint | null;
  /** Null: anonymous, or not authenticated yet. */
  principal: Principal | null;
  /** The response comes from an idempotency record. */
  isReplay: boolean;
  /** Start of its event stream (`performance.now()`); null: the response is not an event stream. */
  streamStart: number | null;
  /** Milliseconds that it has waited for something to happen. */
  waitedMs: number;
}

/** A request that has passed all checks. */
export interface CheckedRequest {
  readonly request: RequestContext;
  readonly endpoint: AreaEndpoint;
  readonly input: RequestInput;
  readonly view: View;
}

/** Creates the context of a request before its checks. */
export function newRequestContext(ctx: Koa.Context, requestId: string): RequestContext {
  return { ctx, requestId, endpoint: null, principal: null, isReplay: false, streamStart: null, waitedMs: 0 };
}

/**
 * The input of one request: path and query parsed, the body not read yet. A class, because its getters cost nothing per request:
 * few endpoints use them. The constructor throws Invalid.
 */
export class RequestInput implements AnyInput {
  readonly params: AnyInput["params"];
  readonly query: AnyInput["query"];
  body: AnyInput["body"] = {};
  upload: Upload | null = null;
  rawBody: RawBody | null = null;
  readonly language: Locale;
  readonly wantsEvents: boolean;
  readonly #dependencies: Pick<PipelineDependencies, "peerOf" | "gate">;
  readonly #ctx: Koa.Context;

  constructor(
    dependencies: Pick<PipelineDependencies, "peerOf" | "gate">,
    ctx: Koa.Context,
    { paramsSchema, querySchema, events }: Endpoint,
    params: Readonly<Record<string, string>>,
  ) {
    this.#dependencies = dependencies;
    this.#ctx = ctx;
    this.params = paramsSchema ? parse(paramsSchema, params) : {};
    this.query = querySchema ? parseQuery(querySchema, ctx.querystring) : {};
    this.language = acceptedLocale(ctx.get("accept-language"));
    this.wantsEvents = events === "only" || (events === "also" && wantsEvents(ctx.get("accept")));
  }

  get address(): string {
    return rateLimitKey(this.#dependencies.peerOf(this.#ctx).address);
  }

  get browser(): string | null {
    return browserName(this.#ctx.get("user-agent"));
  }

  get host(): string {
    return hostOf(this.#ctx);
  }

  get isExposed(): boolean {
    return this.#dependencies.gate.isExposed(this.#ctx);
  }

  get isEncrypted(): boolean {
    return this.#dependencies.peerOf(this.#ctx).isEncrypted;
  }

  cookie(name: string): string | null {
    for (const pair of this.#ctx.get("cookie").split(";")) {
      const [key = "", ...value] = pair.split("=");
      if (key.trim() === name) return value.join("=").trim();
    }
    return null;
  }

  get authority(): string {
    return this.#ctx.host;
  }

  get setupCode(): string | null {
    return this.#ctx.get("x-setup-code") || null;
  }

  get prefersAsync(): boolean {
    return prefersAsync(this.#ctx.get("prefer"));
  }

  assertMatch(record: { readonly change: number }): void {
    assertIfMatch(this.#ctx, record);
  }

  get accepts(): Codings {
    return new AcceptedCodings(this.#ctx);
  }
}

/** The response language by `Accept-Language` with quality values and regions (RFC 9110, 12.5.4). The default is English. */
export function acceptedLocale(header: string): Locale {
  if (header === "") return "en";
  const ranges = header
    .split(",")
    .map((part) => {
      const [range = "", ...parameters] = part.trim().toLowerCase().split(";");
      const quality = parameters.map((p) => /^\s*q=([0-9.]+)\s*$/.exec(p)?.[1]).find((q) => q !== undefined);
      return { tag: range.trim().split("-")[0], quality: Number(quality ?? 1) };
    })
    .filter(({ quality }) => quality > 0)
    .sort((a, b) => b.quality - a.quality);
  for (const { tag } of ranges) {
    if (tag === "*") return "en";
    const known = LOCALE_CODES.find((code) => code === tag);
    if (known !== undefined) return known;
  }
  return "en";
}

/** Whether a request prefers not to wait for long work (`Prefer: respond-async`, RFC 7240). */
function prefersAsync(prefer: string): boolean {
  return prefer
    .split(",")
    .some((preference) => preference.split(";")[0]?.trim().toLowerCase() === "respond-async");
}

/** The content codings that a client accepts (RFC 9110, 12.5.3); none without the header. Parses the header on demand. */
export class AcceptedCodings implements Codings {
  readonly #ctx: Koa.Context;

  constructor(ctx: Koa.Context) {
    this.#ctx = ctx;
  }

  get gzip(): boolean {
    return this.#ctx.acceptsEncodings("gzip") !== false;
  }

  get br(): boolean {
    return this.#ctx.acceptsEncodings("br") !== false;
  }
}
