import { createHash } from "node:crypto";
import type { Readable } from "node:stream";
import { NotFound } from "../../domain/errors.ts";
import type { Message } from "../../domain/message.ts";
import type { Principal } from "../../domain/principal.ts";
import type { Json, JsonPieces } from "../../storage/database/json.ts";

// The responses of endpoints: a union with the tag `kind`.

interface Described {
  /** Version of the shown record: its own change, and the newest change of the other records that the body shows. */
  readonly version?: { readonly change: number; readonly shown?: number };
  /** Path of the shown record where it differs from the request's: the ETag belongs to it, and 201 sends it as `Location`. */
  readonly location?: string;
  /** A cookie for the client (`Set-Cookie`). */
  readonly setCookie?: string;
}

/** A value, its JSON text, or its JSON in pieces. */
export interface JsonResponse<T> extends Described {
  readonly kind: "json";
  readonly body: T | Json<T> | JsonPieces<unknown>;
  /** Content coding that the body already has; the pipeline does not compress it. */
  readonly encoding?: "gzip" | "identity";
  /** The pieces belong to a cache, so sending them takes no memory of their own. */
  readonly isShared?: boolean;
}

/** The response with a stored record and its version. Throws NotFound with the message, or the given error, where there is none. */
export function recordResponse<T>(
  found: { readonly json: Json<T>; readonly change: number; readonly shown?: number } | null,
  absent: Message | (() => Error),
) {
  if (found === null) throw typeof absent === "function" ? absent() : new NotFound(absent);
  const { json: body, ...version } = found;
  return { kind: "json" as const, body, version };
}

/** No body. */
interface EmptyResponse extends Described {
  readonly kind: "empty";
}
/** The response of an endpoint that returns none. */
export const EMPTY: EmptyResponse = { kind: "empty" };

/** 202: the work goes on as a job, whose path is `location`. */
interface AcceptedResponse extends Described {
  readonly kind: "accepted";
  readonly location: string;
}

/** Headers of a response that is not JSON. */
interface ContentHeaders {
  readonly contentType: string;
  /** Content-Security-Policy; by default a browser runs nothing of the content. */
  readonly policy?: string;
  readonly cacheControl?: string;
}

/** A file on the disk. */
export interface FileResponse extends Described, ContentHeaders {
  readonly kind: "file";
  readonly path: string;
  /** Bytes. */
  readonly size: number;
  /** Name for saving it (`Content-Disposition: attachment`); any text. */
  readonly fileName?: string;
}

/** Bytes in memory. */
export interface BytesResponse extends Described, ContentHeaders {
  readonly kind: "bytes";
  readonly bytes: Buffer;
  /** Proposed file name (`Content-Disposition`). */
  readonly fileName?: string;
  /** The same buffer is sent each time, so its compressed forms are cached. */
  readonly isConstant?: boolean;
}

/** A large file that is produced while it is sent. It has no ETag. */
export interface StreamResponse extends Described {
  readonly kind: "stream";
  readonly contentType: string;
  readonly fileName: string;
  /** Bytes; null: not known in advance. */
  readonly size: number | null;
  open(): Readable;
  /** Called once, at the end; `isWhole`: the client has received everything. */
  ended(isWhole: boolean): void;
}

/** Sends one event: its name and a JSON value. */
export type SendEvent = (event: string, data: unknown) => void;

/** Server-sent events. */
export interface EventsResponse extends Described {
  readonly kind: "events";
  /** Called once; must not throw. `ended` is aborted when the stream is closed. */
  subscribe(send: SendEvent, ended: AbortSignal): void;
}

/** A response that is made after a wait, for example for the next change. The client's rights are checked again after it. */
export interface LaterResponse<T> {
  readonly kind: "later";
  /** Ends at the latest when `ended` is aborted: the client has left, or the server stops. */
  wait(ended: AbortSignal): Promise<void>;
  /** Makes the response for the present principal. `mayWait`: it may be a LaterResponse again. */
  respond(principal: Principal, mayWait: boolean): Promise<EndpointResponse<T> | LaterResponse<T>>;
}

/** The response of an endpoint. */
export type EndpointResponse<T> =
  | JsonResponse<T>
  | EmptyResponse
  | AcceptedResponse
  | FileResponse
  | BytesResponse
  | StreamResponse
  | EventsResponse;

/** Content-Security-Policy of responses that are not pages: no content may be loaded, run or framed. */
export const NO_CONTENT_POLICY =
  "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** A number for the content of a response, for the ETag of one that shows more than its record's version. */
export function shownOf(body: unknown): number {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  return createHash("sha256").update(text).digest().readUIntBE(0, 6);
}
