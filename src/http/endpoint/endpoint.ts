import { z } from "zod";
import type { Principal } from "../../domain/principal.ts";
import type { Permission } from "../../domain/roles.ts";
import { MAX_FILE_BYTES, MAX_JSON_BYTES, MAX_OPEN_JSON_BYTES } from "../../platform/limits.ts";
import type { NotPromise } from "../../storage/database/group-commit.ts";
import type { TableName } from "../../storage/database/schema.ts";
import type { Db, Tx } from "../../storage/database/statement.ts";
import type {
  Declared,
  Input,
  LongDeclared,
  LongJob,
  Method,
  OpenDeclared,
  OverHttp,
  ReadDeclared,
  Shape,
  WriteDeclared,
} from "./endpoint-options.ts";
import type { EndpointResponse } from "./response.ts";

/** One endpoint: the route, the validation, the role, the description and the work, in one declaration. */
export interface Endpoint {
  readonly method: Method;
  /** As in the contract: `/api/articles/{id}`. */
  readonly path: string;
  /** Name in the OpenAPI description; null: not described. */
  readonly operationId: string | null;
  readonly may: Permission | "anyone";
  readonly paramsSchema: z.ZodObject | null;
  readonly querySchema: z.ZodObject | null;
  readonly bodySchema: z.ZodObject | null;
  readonly bodyId: string | null;
  readonly bodyOptional: boolean;
  readonly maxBytes: number;
  readonly file: string | null;
  readonly reply: z.ZodType;
  readonly alsoAs: readonly string[];
  readonly status: 200 | 201 | 204;
  readonly summary: string;
  readonly description: string;
  readonly refusals: Readonly<Record<number, string>>;
  readonly deprecated: boolean;
  readonly events: "also" | "only" | null;
  readonly overHttp: OverHttp | null;
  readonly needsRecentLogin: boolean;
  readonly lists: readonly TableName[] | null;
  readonly ofCaller: boolean;
  /** Callers at these addresses need no token. */
  readonly isFree: ((address: string) => boolean) | null;
  readonly evenWhenStuck: boolean;
  readonly problem: z.ZodType | null;
  readonly work: Work;
}

type AnyInput = Input<Shape, Shape, Shape>;
/** What an endpoint does once the edge has checked the request. */
export type Work =
  | {
      readonly kind: "open";
      run(input: AnyInput): Promise<EndpointResponse<unknown>> | EndpointResponse<unknown>;
    }
  | {
      readonly kind: "read";
      run(input: AnyInput, caller: Principal): Promise<EndpointResponse<unknown>> | EndpointResponse<unknown>;
    }
  | {
      readonly kind: "write";
      readonly keepsAnswer: boolean;
      prepare(input: AnyInput, caller: Principal): Promise<unknown> | null;
      record(tx: Tx, input: AnyInput, caller: Principal): { readonly change: number } | null;
      run(
        tx: Tx,
        input: AnyInput,
        caller: Principal,
        found: Found<unknown, unknown>,
      ): EndpointResponse<unknown>;
    }
  | {
      readonly kind: "long";
      record(db: Db, input: AnyInput, caller: Principal): { readonly change: number } | null;
      job(input: AnyInput, caller: Principal, ifChange: number | null): LongJob;
      answer(result: unknown, input: AnyInput, caller: Principal): EndpointResponse<unknown>;
    };

/** What stood before the work of a write: what was prepared, and the record that the path names. */
export interface Found<Prepared, Rec> {
  readonly prepared: Prepared;
  readonly record: Rec;
}

/** An anonymous endpoint, or one that does not care who asks. */
export function open<R extends z.ZodType, P extends Shape, Q extends Shape, B extends Shape>(
  method: Method,
  path: string,
  declared: OpenDeclared<P, Q, B, R>,
  run: (input: Input<P, Q, B>) => Promise<EndpointResponse<z.output<R>>> | EndpointResponse<z.output<R>>,
): Endpoint {
  return common(method, path, declared.guard?.may ?? "anyone", declared, {
    kind: "open",
    run: (input) => run(narrowed(input)),
  });
}

/** An endpoint that needs a token and changes nothing, or makes its own transactions. */
export function read<R extends z.ZodType, P extends Shape, Q extends Shape, B extends Shape>(
  method: Method,
  path: string,
  declared: ReadDeclared<P, Q, B, R>,
  run: (
    input: Input<P, Q, B>,
    caller: Principal,
  ) => Promise<EndpointResponse<z.output<R>>> | EndpointResponse<z.output<R>>,
): Endpoint {
  return common(method, path, declared.may, declared, {
    kind: "read",
    run: (input, caller) => run(narrowed(input), caller),
  });
}

/** An endpoint whose work is one write transaction, done once for an `Idempotency-Key`. */
export function write<
  R extends z.ZodType,
  P extends Shape,
  Q extends Shape,
  B extends Shape,
  Prepared = null,
  Rec extends { readonly change: number } | null = null,
>(
  method: Exclude<Method, "GET">,
  path: string,
  declared: WriteDeclared<P, Q, B, R, Prepared, Rec>,
  run: (
    tx: Tx,
    input: Input<P, Q, B>,
    caller: Principal,
    found: Found<Prepared, Rec>,
  ) => NotPromise<EndpointResponse<z.output<R>>>,
): Endpoint {
  return common(method, path, declared.may, declared, {
    kind: "write",
    keepsAnswer: declared.keepsAnswer ?? method === "POST",
    prepare: (input, caller) => declared.prepare?.(narrowed(input), caller) ?? null,
    record: (tx, input, caller) => declared.record?.(tx, narrowed(input), caller) ?? null,
    // What the edge hands on is what this endpoint's own `prepare` and `record` gave.
    run: (tx, input, caller, found) => run(tx, narrowed(input), caller, found as Found<Prepared, Rec>),
  });
}

/**
 * An endpoint whose work is one long write, in a thread. Its `job` is given the change that `If-Match` has named (null: no
 * condition), which the work must find unchanged in its transaction, or throw Stale; `answer` is made of what the work gave.
 */
export function long<
  R extends z.ZodType,
  P extends Shape,
  Q extends Shape,
  B extends Shape,
  Result,
  Rec extends { readonly change: number } | null = null,
>(
  method: Exclude<Method, "GET">,
  path: string,
  declared: LongDeclared<P, Q, B, R, Rec>,
  job: (input: Input<P, Q, B>, caller: Principal, ifChange: number | null) => LongJob,
  answer: (result: Result, input: Input<P, Q, B>, caller: Principal) => EndpointResponse<z.output<R>>,
): Endpoint {
  return common(method, path, declared.may, declared, {
    kind: "long",
    record: (db, input, caller) => declared.record?.(db, narrowed(input), caller) ?? null,
    job: (input, caller, ifChange) => job(narrowed(input), caller, ifChange),
    // It is what the module of this endpoint's own `job` gave.
    answer: (result, input, caller) => answer(result as Result, narrowed(input), caller),
  });
}

function common<P extends Shape, Q extends Shape, B extends Shape, R extends z.ZodType>(
  method: Method,
  path: string,
  permission: Permission | "anyone",
  declared: Declared<P, Q, B, R> &
    Partial<Pick<ReadDeclared<P, Q, B, R>, "lists" | "ofCaller">> &
    Partial<Pick<OpenDeclared<P, Q, B, R>, "guard" | "evenWhenStuck" | "problem">>,
  work: Work,
): Endpoint {
  return {
    method,
    path,
    operationId: declared.operationId,
    may: permission,
    paramsSchema: declared.params ? z.object(declared.params) : null,
    querySchema: declared.query ? z.object(declared.query) : null,
    bodySchema: declared.body ? z.object(declared.body) : null,
    bodyId: declared.bodyId ?? null,
    bodyOptional: declared.bodyOptional ?? false,
    maxBytes: declared.maxBytes ?? maxBytesOf(permission, declared.file),
    file: declared.file ?? null,
    reply: declared.reply,
    alsoAs: declared.alsoAs ?? [],
    status: declared.status ?? 200,
    summary: declared.summary,
    description: declared.description ?? "",
    refusals: declared.refusals ?? {},
    deprecated: declared.deprecated ?? false,
    events: declared.events ?? null,
    overHttp: declared.overHttp ?? null,
    needsRecentLogin: declared.needsRecentLogin ?? false,
    lists: declared.lists ?? null,
    ofCaller: declared.ofCaller ?? false,
    isFree: declared.guard?.isFree ?? null,
    evenWhenStuck: declared.evenWhenStuck ?? false,
    problem: declared.problem ?? null,
    work,
  };
}

/** A page, or a part of one: what a browser asks for by itself. */
export function isPage({ method, path, may, overHttp }: Endpoint): boolean {
  const isOfApi = /^\/api(\/|$)/.test(path) && !/^\/api\/docs(\/|$)/.test(path);
  return method === "GET" && may === "anyone" && !isOfApi && overHttp !== "always";
}

function maxBytesOf(permission: Permission | "anyone", file: string | undefined): number {
  if (file !== undefined) return MAX_FILE_BYTES;
  return permission === "anyone" ? MAX_OPEN_JSON_BYTES : MAX_JSON_BYTES;
}

/** The edge parses with the endpoint's own schemas before it calls it, so the parts have the declared types. */
function narrowed<P extends Shape, Q extends Shape, B extends Shape>(input: AnyInput): Input<P, Q, B> {
  return input as unknown as Input<P, Q, B>;
}
