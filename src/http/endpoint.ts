import { z } from "zod";
import type { Caller } from "../access/caller.ts";
import type { Permission } from "../access/roles.ts";
import type { NotPromise } from "../storage/group-commit.ts";
import type { TableName } from "../storage/schema.ts";
import type { Tx } from "../storage/statement.ts";
import type { Language } from "../words.ts";
import type { Answer } from "./answer.ts";
import type { Codings } from "./send.ts";
import type { Upload } from "./upload.ts";

/** The fields of an input, by name. */
export type Shape = z.core.$ZodShape;
type Parsed<S> = S extends Shape ? z.output<z.ZodObject<S>> : Record<string, never>;

/** What came with the request, checked and typed. */
export interface Input<P, Q, B> {
  readonly params: Parsed<P>;
  readonly query: Parsed<Q>;
  readonly body: Parsed<B>;
  readonly language: Language;
  /** The client's address: an IPv6 one as its /64. */
  readonly address: string;
  /** The host name or address that the client has asked for (`Host`), without a port: anything may stand in it. */
  readonly host: string;
  /** Content codings that the client takes. */
  readonly accepts: Codings;
  readonly upload: Upload | null;
}

/** The methods that the API knows; HEAD is answered as GET. */
export type Method = "GET" | "POST" | "PUT" | "DELETE";

interface Declared<P, Q, B, R extends z.ZodType> {
  readonly params?: P;
  readonly query?: Q;
  readonly body?: B;
  /** The body may be left out. */
  readonly bodyOptional?: boolean;
  /** The body is multipart/form-data with one file part of this name. */
  readonly file?: string;
  readonly summary: string;
  readonly description?: string;
  readonly reply: R;
  /** Status of success; 200 unless said. */
  readonly status?: 200 | 201 | 204;
  /** Statuses beyond those that every endpoint may answer, with when. */
  readonly refusals?: Readonly<Record<number, string>>;
  readonly deprecated?: boolean;
  /** A secret comes in or a token goes out: with `Https:RequiredForLogin` not over plain HTTP from another host. */
  readonly carriesSecret?: boolean;
}

interface OpenDeclared<P, Q, B, R extends z.ZodType> extends Declared<P, Q, B, R> {
  /** Who alone may ask, but for callers at the addresses that are free; without it anyone may. */
  readonly guard?: Guard;
  /** The answer acknowledges nothing, and is wanted most while the disk takes no flush: it doesn't wait for one. */
  readonly evenWhenStuck?: boolean;
  /** The body of its failures, where it says more than a problem. */
  readonly problem?: z.ZodType;
}

/** A permission that callers at some addresses don't need. */
export interface Guard {
  readonly may: Permission;
  isFree(address: string): boolean;
}

interface ReadDeclared<P, Q, B, R extends z.ZodType> extends Declared<P, Q, B, R> {
  readonly may: Permission;
  /** Every table that a list shows: its ETag is their newest change, compared before anything is read. */
  readonly lists?: readonly TableName[];
  /** The answer depends on who asks, not only on the tenant and the role. */
  readonly ofCaller?: boolean;
}

interface WriteDeclared<P, Q, B, R extends z.ZodType, Prepared, Rec> extends Declared<P, Q, B, R> {
  readonly may: Permission;
  /** Work before the transaction (a photo is shrunk, a secret hashed). */
  readonly prepare?: (input: Input<P, Q, B>, caller: Caller) => Promise<Prepared>;
  /** Whether an `Idempotency-Key` is heeded: by POST unless said; an answer that holds a secret is never kept. */
  readonly keepsAnswer?: boolean;
  /** Finds the record that the path names; throws NotFound. `If-Match` is compared with its `change`. */
  readonly record?: (tx: Tx, input: Input<P, Q, B>, caller: Caller) => Rec;
}

/** One endpoint: the route, the validation, the role, the description and the work, in one declaration. */
export interface Endpoint {
  readonly method: Method;
  /** As in the contract: `/api/articles/{id}`. */
  readonly path: string;
  readonly may: Permission | "anyone";
  readonly paramsSchema: z.ZodObject | null;
  readonly querySchema: z.ZodObject | null;
  readonly bodySchema: z.ZodObject | null;
  readonly bodyOptional: boolean;
  readonly file: string | null;
  readonly reply: z.ZodType;
  readonly status: 200 | 201 | 204;
  readonly summary: string;
  readonly description: string;
  readonly refusals: Readonly<Record<number, string>>;
  readonly deprecated: boolean;
  readonly carriesSecret: boolean;
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
  | { readonly kind: "open"; run(input: AnyInput): Promise<Answer<unknown>> | Answer<unknown> }
  | {
      readonly kind: "read";
      run(input: AnyInput, caller: Caller): Promise<Answer<unknown>> | Answer<unknown>;
    }
  | {
      readonly kind: "write";
      readonly keepsAnswer: boolean;
      prepare(input: AnyInput, caller: Caller): Promise<unknown> | null;
      record(tx: Tx, input: AnyInput, caller: Caller): { readonly change: number } | null;
      run(tx: Tx, input: AnyInput, caller: Caller, found: Found<unknown, unknown>): Answer<unknown>;
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
  run: (input: Input<P, Q, B>) => Promise<Answer<z.output<R>>> | Answer<z.output<R>>,
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
  run: (input: Input<P, Q, B>, caller: Caller) => Promise<Answer<z.output<R>>> | Answer<z.output<R>>,
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
    caller: Caller,
    found: Found<Prepared, Rec>,
  ) => NotPromise<Answer<z.output<R>>>,
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
    may: permission,
    paramsSchema: declared.params ? z.object(declared.params) : null,
    querySchema: declared.query ? z.object(declared.query) : null,
    bodySchema: declared.body ? z.object(declared.body) : null,
    bodyOptional: declared.bodyOptional ?? false,
    file: declared.file ?? null,
    reply: declared.reply,
    status: declared.status ?? 200,
    summary: declared.summary,
    description: declared.description ?? "",
    refusals: declared.refusals ?? {},
    deprecated: declared.deprecated ?? false,
    carriesSecret: declared.carriesSecret ?? false,
    lists: declared.lists ?? null,
    ofCaller: declared.ofCaller ?? false,
    isFree: declared.guard?.isFree ?? null,
    evenWhenStuck: declared.evenWhenStuck ?? false,
    problem: declared.problem ?? null,
    work,
  };
}

/** The edge parses with the endpoint's own schemas before it calls it, so the parts have the declared types. */
function narrowed<P extends Shape, Q extends Shape, B extends Shape>(input: AnyInput): Input<P, Q, B> {
  return input as unknown as Input<P, Q, B>;
}
