import type { Readable } from "node:stream";
import type { Json, JsonList } from "../../storage/database/json.ts";

/** A file to send, straight from the disk. */
export interface FileBody {
  readonly path: string;
  readonly contentType: string;
  readonly size: number;
  /** Content-Security-Policy; without one nothing in the file may run. */
  readonly policy?: string;
  /** How long it may be kept; without one as every other answer. */
  readonly cacheControl?: string;
}

/** A file to send that stands in memory: small, and made for this answer. */
export interface BytesBody {
  readonly bytes: Buffer;
  readonly contentType: string;
  /** Content-Security-Policy; without one nothing in it may run. */
  readonly policy?: string;
  /** How long it may be kept; without one as every other answer. */
  readonly cacheControl?: string;
  /** Saved under this name, where the client does not know better what to do with it. */
  readonly fileName?: string;
  /** The same buffer is sent each time, so its compressed forms are kept as long as it is. */
  readonly isConstant?: boolean;
}

/** A large file that is made as it is sent; its size, where that is known before (null: it is not). */
export interface StreamBody {
  readonly contentType: string;
  readonly fileName: string;
  readonly size: number | null;
  open(): Readable;
  /** Called once, at the end: whether the client has taken all of it. */
  ended(isWhole: boolean): void;
}

/** Says an event to the client: its name, and a JSON value. */
export type SendEvent = (event: string, data: unknown) => void;

/** Server-sent events: `events` is called once; `ended` is aborted when nobody listens any more. It must not throw. */
export interface EventsBody {
  events(say: SendEvent, ended: AbortSignal): void;
}

/** What an endpoint answers with: a value, the JSON text of one, or bytes of a JSON array. */
export interface EndpointResponse<T> {
  readonly body: T | Json<T> | JsonList<unknown> | FileBody | BytesBody | StreamBody | EventsBody | null;
  /** The version of the record that is shown: its own change, and the newest change among all that is shown of others. */
  readonly version?: { readonly change: number; readonly shown?: number };
  /** The address of the record that is shown, where it is not the request's own: its tag is made of it, 201 names it. */
  readonly location?: string;
  /** How the body is encoded already; the edge leaves it as it is. */
  readonly encoding?: "gzip" | "identity";
}
