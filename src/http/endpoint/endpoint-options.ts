import type { z } from "zod";
import type { Locale } from "../../domain/message.ts";
import type { Principal } from "../../domain/principal.ts";
import type { Permission } from "../../domain/roles.ts";
import type { TableName } from "../../storage/database/schema.ts";
import type { Db, Tx } from "../../storage/database/statement.ts";
import type { Codings } from "../pipeline/compression.ts";
import type { Upload } from "../pipeline/upload.ts";

// What an endpoint says of itself (http/endpoint/endpoint.ts makes it one).

/** The fields of an input, by name. */
export type Shape = z.core.$ZodShape;
type Parsed<S> = S extends Shape ? z.output<z.ZodObject<S>> : Record<string, never>;

/** What came with the request, checked and typed. */
export interface Input<P, Q, B> {
  readonly params: Parsed<P>;
  readonly query: Parsed<Q>;
  readonly body: Parsed<B>;
  readonly language: Locale;
  /** The client's address: an IPv6 one as its /64. */
  readonly address: string;
  /** The host name or address that the client has asked for (`Host`), without a port: anything may stand in it. */
  readonly host: string;
  /** The same with the port, as the browser has it in the origin of its pages. */
  readonly authority: string;
  /** It came over plain HTTP from another host: whoever reads the network has read it. */
  readonly isExposed: boolean;
  /** The client asks for events (`Accept: text/event-stream`), and the endpoint has some. */
  readonly wantsEvents: boolean;
  /** Content codings that the client takes. */
  readonly accepts: Codings;
  readonly upload: Upload | null;
}

/** The methods that the API knows; HEAD is answered as GET. */
export type Method = "GET" | "POST" | "PUT" | "DELETE";

/**
 * What may still be asked over plain HTTP where HTTPS is required. `always`: it carries neither a secret nor data of the site.
 * `delivery`: terminals need it to send what they hold in the storage of the HTTP address (access/devices/deliveries.ts).
 */
export type OverHttp = "always" | "delivery";

/** What every endpoint declares. */
export interface EndpointOptions<P, Q, B, R extends z.ZodType> {
  /** Name of the operation in the OpenAPI description, as a client's method: a verb and a noun. Null: a page or a part of one, not described. */
  readonly operationId: string | null;
  readonly params?: P;
  readonly query?: Q;
  readonly body?: B;
  /** Name of the body's schema in the OpenAPI description, where several operations share it; the operation's own unless given. */
  readonly bodyId?: string;
  /** The body may be left out. */
  readonly bodyOptional?: boolean;
  /** The largest JSON body, or file; 1 MiB (4 KiB where no token is needed) and 20 MiB unless said. */
  readonly maxBytes?: number;
  /** The body is multipart/form-data with one file part of this name. */
  readonly file?: string;
  readonly summary: string;
  readonly description?: string;
  readonly response: R;
  /** Content types that the answer has instead of JSON when it is asked for as one of them; how: the description. */
  readonly alternativeTypes?: readonly string[];
  /** Status of success; 200 unless said. */
  readonly status?: 200 | 201 | 204;
  /** Statuses beyond those that every endpoint may answer, with when. */
  readonly errors?: Readonly<Record<number, string>>;
  readonly deprecated?: boolean;
  /** With `Accept: text/event-stream` it answers events; `only`: in any case. What they say: the description. */
  readonly events?: "also" | "only";
  /** Whether it may be asked over plain HTTP from another host where HTTPS is required; absent: it may not. */
  readonly overHttp?: OverHttp;
  /** On a shared terminal the PIN or password must have been entered in the last five minutes (403, reason `recentLogin`). */
  readonly needsRecentLogin?: boolean;
}

/** An endpoint that anyone may call, perhaps guarded. */
export interface PublicOptions<P, Q, B, R extends z.ZodType> extends EndpointOptions<P, Q, B, R> {
  /** Who alone may ask, but for callers at the addresses that are free; without it anyone may. */
  readonly guard?: Guard;
  /** The answer acknowledges nothing, and is wanted most while the disk takes no flush: it doesn't wait for one. */
  readonly skipsFlush?: boolean;
  /** The body of its failures, where it says more than a problem. */
  readonly problem?: z.ZodType;
}

/** A permission that callers at some addresses don't need. */
export interface Guard {
  readonly permission: Permission;
  isExempt(address: string): boolean;
}

/** One that needs a token and changes nothing. */
export interface QueryOptions<P, Q, B, R extends z.ZodType> extends EndpointOptions<P, Q, B, R> {
  readonly permission: Permission;
  /** Every table that a list shows: its ETag is their newest change, compared before anything is read. */
  readonly tables?: readonly TableName[];
  /** The answer depends on who asks, not only on the tenant and the role. */
  readonly variesByPrincipal?: boolean;
  /** As of an open one: it doesn't wait for a flush. */
  readonly skipsFlush?: boolean;
}

/** Options of a batch. */
export interface BatchOptions<P, Q, B, R extends z.ZodType> extends EndpointOptions<P, Q, B, R> {
  readonly permission: Permission;
  /** The response does not wait for a flush. */
  readonly skipsFlush?: boolean;
}

/** One that writes in a short transaction. */
export interface CommandOptions<P, Q, B, R extends z.ZodType, Prepared, Rec>
  extends EndpointOptions<P, Q, B, R> {
  readonly permission: Permission;
  /** Work before the transaction (a photo is shrunk, a secret hashed). */
  readonly prepare?: (input: Input<P, Q, B>, caller: Principal) => Promise<Prepared>;
  /** Whether an `Idempotency-Key` is heeded: by POST unless said; an answer that holds a secret is never kept. */
  readonly usesIdempotencyKey?: boolean;
  /** Finds the record that the path names; throws NotFound. `If-Match` is compared with its `change`. */
  readonly record?: (tx: Tx, input: Input<P, Q, B>, caller: Principal) => Rec;
}

/** One that writes in a thread. */
export interface JobOptions<P, Q, B, R extends z.ZodType, Rec> extends EndpointOptions<P, Q, B, R> {
  readonly permission: Permission;
  /** Finds the record that the path names; throws NotFound. `If-Match` is compared with its `change`. */
  readonly record?: (db: Db, input: Input<P, Q, B>, caller: Principal) => Rec;
}

/** What a long write runs (storage/database/worker-transaction.ts): the module and what it gets. */
export interface Job {
  readonly module: URL;
  readonly data: unknown;
}
