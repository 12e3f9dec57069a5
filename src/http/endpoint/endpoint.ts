import { z } from "zod";
import { Unauthenticated } from "../../domain/errors.ts";
import { msg } from "../../domain/message.ts";
import type { Principal } from "../../domain/principal.ts";
import type { Permission } from "../../domain/roles.ts";
import type { RequiredScope } from "../../domain/scopes.ts";
import { MAX_FILE_BYTES, MAX_JSON_BYTES, MAX_OPEN_JSON_BYTES } from "../../platform/limits.ts";
import type { NotPromise } from "../../storage/database/group-commit.ts";
import type { TableName } from "../../storage/database/schema.ts";
import type { Tx } from "../../storage/database/statement.ts";
import type { NewJob } from "../../storage/jobs/job-kind.ts";
import type { AreaName } from "./areas.ts";
import type {
  BatchOptions,
  CommandOptions,
  EndpointOptions,
  Input,
  JobOptions,
  Method,
  OverHttp,
  PublicOptions,
  QueryOptions,
  Shape,
  UsesIdempotencyKey,
} from "./endpoint-options.ts";
import type { EndpointResponse, LaterResponse } from "./response.ts";

/** One endpoint: route, validation, permission, description and handler in one declaration. */
export interface Endpoint {
  readonly method: Method;
  /** As in the contract: `/api/articles/{id}`. */
  readonly path: string;
  /** Name in the OpenAPI description; null: not described. */
  readonly operationId: string | null;
  readonly permission: Permission | "anyone";
  readonly area: AreaName | undefined;
  readonly scope: RequiredScope | undefined;
  readonly paramsSchema: z.ZodObject | null;
  readonly querySchema: z.ZodObject | null;
  readonly bodySchema: z.ZodObject | null;
  readonly bodyId: string | null;
  readonly bodyOptional: boolean;
  readonly maxBytes: number;
  readonly file: string | null;
  readonly isRaw: boolean;
  readonly response: z.ZodType;
  readonly alternativeTypes: readonly string[];
  readonly status: 200 | 201 | 204;
  readonly summary: string;
  readonly description: string;
  readonly errors: Readonly<Record<number, string>>;
  readonly deprecated: boolean;
  /** Long work: the response may be 202. */
  readonly isLong: boolean;
  readonly events: "also" | "only" | null;
  readonly overHttp: OverHttp | null;
  readonly isAllowedReadOnly: boolean;
  readonly needsRecentLogin: boolean;
  readonly takesSubmissionToken: boolean;
  readonly tables: readonly TableName[] | null;
  readonly variesByPrincipal: boolean;
  /** Callers at these addresses need no token. */
  readonly isExempt: ((address: string) => boolean) | null;
  readonly skipsFlush: boolean;
  readonly hasSetupCode: boolean;
  readonly assertOpen: (() => void) | null;
  readonly problem: z.ZodType | null;
  readonly handler: Handler;
}

/** `T` for an endpoint without `response`. */
type WithoutBody<R extends z.ZodType, T> = R extends z.ZodNull ? T : never;
type Response<R extends z.ZodType> = EndpointResponse<z.output<R>> | WithoutBody<R, void>;
/** Makes the response to a request, of anyone or of a principal. */
interface PublicRun<P, Q, B, R extends z.ZodType> {
  readonly run: (input: Input<P, Q, B>) => Promise<Response<R>> | Response<R>;
}
interface Run<P, Q, B, R extends z.ZodType> {
  readonly run: (
    input: Input<P, Q, B>,
    principal: Principal,
  ) => Promise<Response<R> | LaterResponse<z.output<R>>> | Response<R>;
}

/** A query without authentication. */
export function publicQuery<
  P extends Shape,
  Q extends Shape,
  B extends Shape,
  R extends z.ZodType = z.ZodNull,
>(method: Method, path: string, options: PublicOptions<P, Q, B, R> & PublicRun<P, Q, B, R>): Endpoint {
  const handler: Handler = { kind: "query", run: (input) => options.run(narrowed(input)) };
  return endpoint(method, path, options.guard?.permission ?? "anyone", options, handler);
}

/** A batch without authentication. */
export function publicBatch<
  P extends Shape,
  Q extends Shape,
  B extends Shape,
  R extends z.ZodType = z.ZodNull,
>(method: Method, path: string, options: PublicOptions<P, Q, B, R> & PublicRun<P, Q, B, R>): Endpoint {
  const handler: Handler = { kind: "batch", hasRecord: false, run: (input) => options.run(narrowed(input)) };
  return endpoint(method, path, options.guard?.permission ?? "anyone", options, handler);
}

/** An endpoint that changes nothing. */
export function query<P extends Shape, Q extends Shape, B extends Shape, R extends z.ZodType = z.ZodNull>(
  method: Method,
  path: string,
  options: QueryOptions<P, Q, B, R> & Run<P, Q, B, R>,
): Endpoint {
  const handler: Handler = { kind: "query", run: authenticated(options) };
  return endpoint(method, path, options.permission, options, handler);
}

/** An endpoint that opens its own transactions, several or none. */
export function batch<P extends Shape, Q extends Shape, B extends Shape, R extends z.ZodType = z.ZodNull>(
  method: Method,
  path: string,
  options: BatchOptions<P, Q, B, R> & Run<P, Q, B, R>,
): Endpoint {
  const { hasRecord = false } = options;
  const handler: Handler = { kind: "batch", hasRecord, run: authenticated(options) };
  return endpoint(method, path, options.permission, options, handler);
}

/** An endpoint that sends events until the client leaves. `response` describes the data of the events. */
export function stream<R extends z.ZodType, P extends Shape, Q extends Shape>(
  path: string,
  options: Omit<QueryOptions<P, Q, Shape, R>, "events"> & Run<P, Q, Shape, R>,
): Endpoint {
  const handler: Handler = { kind: "stream", run: authenticated(options) };
  return endpoint("GET", path, options.permission, { ...options, events: "only" }, handler);
}

/** An endpoint that runs in one transaction, once for an `Idempotency-Key`. */
export function command<
  P extends Shape,
  Q extends Shape,
  B extends Shape,
  R extends z.ZodType = z.ZodNull,
  Prepared = null,
  Rec extends { readonly change: number } | null = null,
>(
  method: Exclude<Method, "GET">,
  path: string,
  options: CommandOptions<P, Q, B, R, Prepared, Rec> & {
    readonly run: (
      tx: Tx,
      input: Input<P, Q, B>,
      principal: Principal,
      context: CommandContext<Prepared, Rec>,
    ) => NotPromise<Response<R>>;
  },
): Endpoint {
  return endpoint(method, path, options.permission, options, {
    kind: "command",
    usesIdempotencyKey: options.usesIdempotencyKey ?? method === "POST",
    hasRecord: options.record !== undefined,
    isRepeatable: options.isRepeatable ?? false,
    evenWhenLow: options.evenWhenLow ?? false,
    prepare: (input, principal) => options.prepare?.(narrowed(input), principal) ?? null,
    record: (tx, input, principal) => options.record?.(tx, narrowed(input), principal) ?? null,
    // The context holds the results of this endpoint's own `prepare` and `record`.
    run: (tx, input, principal, context) =>
      options.run(tx, narrowed(input), principal, context as CommandContext<Prepared, Rec>),
  });
}

/**
 * An endpoint for long work: it starts a job and waits for its result, or responds with 202 to `Prefer: respond-async`. `respond`
 * gets the result of the job's program.
 */
export function job<
  P extends Shape,
  Q extends Shape,
  B extends Shape,
  JobInput,
  Result,
  R extends z.ZodType = z.ZodNull,
  Prepared = null,
  Rec extends { readonly change: number } | null = null,
>(
  method: Exclude<Method, "GET">,
  path: string,
  options: JobOptions<P, Q, B, R, Prepared, Rec> & {
    readonly makeJob: (
      input: Input<P, Q, B>,
      principal: Principal,
      prepared: Prepared,
    ) => NewJob<JobInput, Result>;
    readonly respond: (result: Result, input: Input<P, Q, B>, principal: Principal) => Response<R>;
  },
): Endpoint {
  return endpoint(method, path, options.permission, options, {
    kind: "job",
    usesIdempotencyKey: method === "POST",
    hasRecord: options.record !== undefined,
    record: (tx, input, principal) => options.record?.(tx, narrowed(input), principal) ?? null,
    prepare: (input, principal) => options.prepare?.(narrowed(input), principal) ?? null,
    // The record, and what was prepared, are this endpoint's own.
    check: (tx, input, principal, record, prepared) =>
      options.check?.(tx, narrowed(input), principal, record as Rec, prepared as Prepared),
    makeJob: (input, principal, prepared) =>
      options.makeJob(narrowed(input), principal, prepared as Prepared) as NewJob,
    // The result is that of the program of this endpoint's own job.
    respond: (result, input, principal) => options.respond(result as Result, narrowed(input), principal),
  });
}

function endpoint<P extends Shape, Q extends Shape, B extends Shape, R extends z.ZodType>(
  method: Method,
  path: string,
  permission: Permission | "anyone",
  options: EndpointOptions<P, Q, B, R> &
    Partial<Pick<QueryOptions<P, Q, B, R>, "tables">> &
    Partial<
      Pick<PublicOptions<P, Q, B, R>, "guard" | "skipsFlush" | "problem" | "hasSetupCode" | "assertOpen">
    >,
  handler: Handler,
): Endpoint {
  const { isStrictQuery = false } = options;
  const [params, query, body] = [
    lazyObject(options.params),
    lazyObject(options.query, isStrictQuery),
    lazyObject(options.body),
  ];
  return {
    method,
    path,
    operationId: options.operationId,
    permission,
    area: options.area,
    scope: options.scope,
    get paramsSchema() {
      return params();
    },
    get querySchema() {
      return query();
    },
    get bodySchema() {
      return body();
    },
    bodyId: options.bodyId ?? null,
    bodyOptional: options.bodyOptional ?? false,
    maxBytes: options.maxBytes ?? defaultMaxBytes(permission, options.file),
    file: options.file ?? null,
    isRaw: options.isRaw ?? false,
    response: options.response ?? z.null(),
    alternativeTypes: options.alternativeTypes ?? [],
    status: options.status ?? (options.response === undefined ? 204 : 200),
    summary: options.summary,
    description: options.description ?? "",
    errors: options.errors ?? {},
    deprecated: options.deprecated ?? false,
    isLong: options.isLong ?? handler.kind === "job",
    events: options.events ?? null,
    overHttp: options.overHttp ?? null,
    isAllowedReadOnly: options.isAllowedReadOnly ?? false,
    needsRecentLogin: options.needsRecentLogin ?? false,
    takesSubmissionToken: options.takesSubmissionToken ?? false,
    tables: options.tables ?? null,
    variesByPrincipal: options.variesByPrincipal ?? false,
    isExempt: options.guard?.isExempt ?? null,
    skipsFlush: options.skipsFlush ?? false,
    hasSetupCode: options.hasSetupCode ?? false,
    assertOpen: options.assertOpen ?? null,
    problem: options.problem ?? null,
    handler,
  };
}

function authenticated<P extends Shape, Q extends Shape, B extends Shape, R extends z.ZodType>({
  run,
}: Run<P, Q, B, R>): Respond {
  return (input, principal) => {
    if (principal === null) throw new Unauthenticated(msg("Log in first."), true);
    return run(narrowed(input), principal);
  };
}

/** What the function of any endpoint returns. */
type Returned = EndpointResponse<unknown> | WithoutBody<z.ZodNull, void>;
/** The parsed input of any endpoint. */
export type AnyInput = Input<Shape, Shape, Shape>;
/** Makes the response to a request. */
type Respond = (
  input: AnyInput,
  /** Null: an anonymous request. */
  principal: Principal | null,
) => Promise<Returned | LaterResponse<unknown>> | Returned;

/** What an endpoint does after the request pipeline has checked the request. */
export type Handler =
  /** Changes nothing. */
  | { readonly kind: "query"; readonly run: Respond }
  /** Opens its own transactions, several or none. */
  | { readonly kind: "batch"; readonly hasRecord: boolean; readonly run: Respond }
  /** Sends events until the client leaves; changes nothing. */
  | { readonly kind: "stream"; readonly run: Respond }
  /** Runs in one transaction. */
  | {
      readonly kind: "command";
      readonly usesIdempotencyKey: UsesIdempotencyKey;
      /** `If-Match` is compared. */
      readonly hasRecord: boolean;
      readonly isRepeatable: boolean;
      readonly evenWhenLow: boolean;
      prepare(input: AnyInput, principal: Principal): Promise<unknown> | null;
      record(tx: Tx, input: AnyInput, principal: Principal): { readonly change: number } | null;
      run(tx: Tx, input: AnyInput, principal: Principal, context: CommandContext<unknown, unknown>): Returned;
    }
  /** Starts a job, and waits for its result. */
  | {
      readonly kind: "job";
      readonly usesIdempotencyKey: boolean;
      /** `If-Match` is compared. */
      readonly hasRecord: boolean;
      prepare(input: AnyInput, principal: Principal): Promise<unknown> | null;
      record(tx: Tx, input: AnyInput, principal: Principal): { readonly change: number } | null;
      check(tx: Tx, input: AnyInput, principal: Principal, record: unknown, prepared: unknown): void;
      makeJob(input: AnyInput, principal: Principal, prepared: unknown): NewJob;
      respond(result: unknown, input: AnyInput, principal: Principal): Returned;
    };

/** The results of a command's `prepare` and `record`. */
interface CommandContext<Prepared, Rec> {
  readonly prepared: Prepared;
  readonly record: Rec;
}

/** The request pipeline parses the input with the endpoint's own schemas, so its parts have the declared types. */
function narrowed<P extends Shape, Q extends Shape, B extends Shape>(input: AnyInput): Input<P, Q, B> {
  return input as unknown as Input<P, Q, B>;
}

/** Makes the schema at its first use, so that a start does not make those of all endpoints. `isStrict`: an unknown property is 400. */
function lazyObject(shape: Shape | undefined, isStrict = false): () => z.ZodObject | null {
  let schema: z.ZodObject | null = null;
  return () => {
    if (shape !== undefined) schema ??= isStrict ? z.strictObject(shape) : z.object(shape);
    return schema;
  };
}

/** The most bytes of a body or file where an endpoint names none. */
function defaultMaxBytes(permission: Permission | "anyone", file: string | undefined): number {
  return file !== undefined ? MAX_FILE_BYTES : permission === "anyone" ? MAX_OPEN_JSON_BYTES : MAX_JSON_BYTES;
}
