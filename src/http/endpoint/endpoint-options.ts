import type { z } from "zod";
import type { Principal } from "../../domain/principal.ts";
import type { Permission } from "../../domain/roles.ts";
import type { RequiredScope } from "../../domain/scopes.ts";
import type { Locale } from "../../i18n/locales.ts";
import type { TableName } from "../../storage/database/schema.ts";
import type { Tx } from "../../storage/database/statement.ts";
import type { AreaName } from "./areas.ts";

// Options of endpoint declarations (http/endpoint/endpoint.ts).

/** The fields of an input, by name. */
export type Shape = z.core.$ZodShape;
type Parsed<S> = S extends Shape ? z.output<z.ZodObject<S>> : Record<string, never>;

/** Content codings that a client accepts. */
export interface Codings {
  readonly gzip: boolean;
  readonly br: boolean;
}

/** A multipart body: its text fields and one file. `discard` removes the temporary file. */
export interface Upload {
  readonly fields: Readonly<Record<string, string>>;
  readonly file: {
    readonly path: string;
    readonly name: string;
    readonly size: number;
    readonly sha256: string;
  };
  discard(): Promise<void>;
}

/** A body of bytes that the handler reads itself. */
export interface RawBody {
  /**
   * Passes the bytes to `take`, piece by piece. Rejects with the error of `take`, with TooLarge or TooSlow, and with Invalid where
   * the client has left.
   */
  read(take: (piece: Buffer) => Promise<void>): Promise<void>;
}

/** The validated input of a request. */
export interface Input<P, Q, B> {
  readonly params: Parsed<P>;
  readonly query: Parsed<Q>;
  readonly body: Parsed<B>;
  readonly language: Locale;
  /** Address of the client; an IPv6 address as its /64. */
  readonly address: string;
  /** Browser and operating system that the client claims (`User-Agent`); null: no known browser. */
  readonly browser: string | null;
  /** Requested host name or address (`Host`) without the port. It is untrusted text. */
  readonly host: string;
  /** Requested host with the port, as in the origin of the browser's pages. */
  readonly authority: string;
  /** The request came over plain HTTP from another host, so its content was readable on the network. */
  readonly isExposed: boolean;
  /** The client's connection uses TLS. */
  readonly isEncrypted: boolean;
  /** The value of a cookie of the request; null: none. */
  cookie(name: string): string | null;
  /** The client requests events (`Accept: text/event-stream`), and the endpoint supports them. */
  readonly wantsEvents: boolean;
  /** Throws PreconditionFailed where `If-Match` names another version. For batches: commands and jobs have a `record`. */
  assertMatch(record: { readonly change: number }): void;
  /** Content codings that the client accepts. */
  readonly accepts: Codings;
  readonly upload: Upload | null;
  /** Null: the endpoint has no raw body. */
  readonly rawBody: RawBody | null;
  /** The set-up code of the request (`X-Setup-Code`); null: none. */
  readonly setupCode: string | null;
  /** The client prefers not to wait for long work (`Prefer: respond-async`, RFC 7240). */
  readonly prefersAsync: boolean;
}

/** Whether an endpoint supports `Idempotency-Key`, and how it stores its response. */
export type UsesIdempotencyKey = boolean | "sealed" | "sealedRequest";

/** The methods of the API. HEAD is handled as GET. */
export type Method = "GET" | "POST" | "PUT" | "DELETE";

/**
 * Access over plain HTTP where HTTPS is required. `always`: the endpoint has neither secrets nor data of the site. `delivery`:
 * terminals need it to send the counts in the storage of the HTTP address (access/devices/deliveries.ts).
 */
export type OverHttp = "always" | "delivery";

/** Options of every endpoint. */
export interface EndpointOptions<P, Q, B, R extends z.ZodType> {
  /** Name of the operation in the OpenAPI description: a verb and a noun. Null: a page or a file of one, not described. */
  readonly operationId: string | null;
  readonly params?: P;
  readonly query?: Q;
  /** An unknown query parameter is 400, because the query selects the records of a change. */
  readonly isStrictQuery?: boolean;
  readonly body?: B;
  /** Schema name of the body in the OpenAPI description, if several operations share it. Default: derived from the operation. */
  readonly bodyId?: string;
  /** The body may be left out. */
  readonly bodyOptional?: boolean;
  /** Maximum bytes of the JSON body or file. Default: 1 MiB (4 KiB without a token) for JSON, 20 MiB for a file. */
  readonly maxBytes?: number;
  /** The body is multipart/form-data with one file part of this name. */
  readonly file?: string;
  /** The body is bytes (application/octet-stream), at most `maxBytes`, which the handler reads itself. */
  readonly isRaw?: boolean;
  readonly summary: string;
  readonly description?: string;
  /** Default: the area of the list in which it is (http/endpoint/areas.ts). */
  readonly area?: AreaName;
  /** What it asks of an API key. Default: the scope of its area for queries or changes. */
  readonly scope?: RequiredScope;
  /** Absent: 204, without a body; the function of the endpoint returns nothing. */
  readonly response?: R;
  /** Content types that a client may request instead of JSON; the description explains how. */
  readonly alternativeTypes?: readonly string[];
  /** Status of success with a body. Default: 200. */
  readonly status?: 200 | 201;
  /** Statuses of errors that not every endpoint has, with descriptions. */
  readonly errors?: Readonly<Record<number, string>>;
  readonly deprecated?: boolean;
  /** A batch that runs a job: it may respond with 202. Jobs always may. */
  readonly isLong?: boolean;
  /** `also`: responds with events to `Accept: text/event-stream`; `only`: always. The description explains the events. */
  readonly events?: "also" | "only";
  /** Access over plain HTTP from another host where HTTPS is required. Absent: none. */
  readonly overHttp?: OverHttp;
  /** It changes no data of the site, so a server that must not change any (a former primary) permits it. Queries by GET need not say so. */
  readonly isAllowedReadOnly?: boolean;
  /** On a shared terminal the PIN or password must have been entered within five minutes (403, reason `recentLogin`). */
  readonly needsRecentLogin?: boolean;
  /** A submission token delivers it: a terminal has queued it while its author was logged in. */
  readonly takesSubmissionToken?: boolean;
  /** The response, and so its ETag, depends on the user, or on whether a device is paired, not only on tenant and role. */
  readonly variesByPrincipal?: boolean;
}

/** Options of an endpoint without authentication, or with a guard. */
export interface PublicOptions<P, Q, B, R extends z.ZodType> extends EndpointOptions<P, Q, B, R> {
  /** Required permission, except for clients at exempt addresses. Absent: anyone may call it. */
  readonly guard?: Guard;
  /** The request has the set-up code in the header `X-Setup-Code`. Its handler checks it. */
  readonly hasSetupCode?: boolean;
  /** Throws where no body is accepted any more. Called before the body is judged. */
  readonly assertOpen?: () => void;
  /** The response does not wait for a flush: it acknowledges no write and must work while the disk is blocked. */
  readonly skipsFlush?: boolean;
  /** Body of its error responses, if it extends the shared one. */
  readonly problem?: z.ZodType;
}

/** A permission that clients at exempt addresses don't need. */
interface Guard {
  readonly permission: Permission;
  isExempt(address: string): boolean;
}

/** Options of a query with authentication. */
export interface QueryOptions<P, Q, B, R extends z.ZodType> extends EndpointOptions<P, Q, B, R> {
  readonly permission: Permission;
  /** All tables of a list. Its ETag is their newest change, compared before any read. */
  readonly tables?: readonly TableName[];
  /** The response does not wait for a flush. */
  readonly skipsFlush?: boolean;
}

/** Options of a batch. */
export interface BatchOptions<P, Q, B, R extends z.ZodType> extends EndpointOptions<P, Q, B, R> {
  readonly permission: Permission;
  /** It compares `If-Match` by `assertMatch` of its input, in the transaction of its change. */
  readonly hasRecord?: boolean;
  /** The response does not wait for a flush. */
  readonly skipsFlush?: boolean;
}

/** Options of a command. */
export interface CommandOptions<P, Q, B, R extends z.ZodType, Prepared, Rec>
  extends EndpointOptions<P, Q, B, R> {
  readonly permission: Permission;
  /** Work before the transaction, such as hashing a secret. */
  readonly prepare?: (input: Input<P, Q, B>, principal: Principal) => Promise<Prepared>;
  /**
   * Whether `Idempotency-Key` is supported. Default: POST only. `sealed`: the response has a secret, so it is stored encrypted under
   * the key. `sealedRequest`: the request alone has a password or PIN.
   */
  readonly usesIdempotencyKey?: UsesIdempotencyKey;
  /** True for frequent writes: `record` and `run` have no effect but their transaction, so they may run again. */
  readonly isRepeatable?: boolean;
  /** True where it runs on a nearly full disk too: the end of an access. */
  readonly evenWhenLow?: boolean;
  /** Finds the record that the path names; throws NotFound. `If-Match` is compared with its `change`. */
  readonly record?: (tx: Tx, input: Input<P, Q, B>, principal: Principal) => Rec;
}

/** Options of a job. */
export interface JobOptions<P, Q, B, R extends z.ZodType, Prepared, Rec> extends EndpointOptions<P, Q, B, R> {
  readonly permission: Permission;
  /** Work before the job is stored, such as finding what it works on. */
  readonly prepare?: (input: Input<P, Q, B>, principal: Principal) => Promise<Prepared>;
  /** Finds the record that the path names; throws NotFound. `If-Match` is compared with its `change`. */
  readonly record?: (tx: Tx, input: Input<P, Q, B>, principal: Principal) => Rec;
  /** Rules that refuse the job before it is stored, by domain errors. */
  readonly check?: (
    tx: Tx,
    input: Input<P, Q, B>,
    principal: Principal,
    record: Rec,
    prepared: Prepared,
  ) => void;
}
