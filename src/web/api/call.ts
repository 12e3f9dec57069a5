import type { Endpoints } from "./types/endpoints.d.ts";
import type { UNGUARDED, UNTAGGED } from "./unguarded.ts";

/** A method and path, as the server declares it: `GET /api/articles/{id}`. */
export type EndpointName = keyof Endpoints;
type Method = "GET" | "POST" | "PUT" | "DELETE";
type MethodOf<Name> = Name extends `${infer M extends Method} ${string}` ? M : never;
type Part<Endpoint, Key> = Endpoint extends { readonly [K in Key & string]: infer T } ? T : unknown;

declare const response: unique symbol;
declare const job: unique symbol;
declare const ready: unique symbol;
declare const needs: unique symbol;

/** A request to an endpoint, with the type of its response. It is sent by the functions of send-request.ts and tokens.ts, or by a query. */
export interface ApiRequest<Response, M extends Method = Method> {
  readonly method: M;
  /** Path and query. */
  readonly path: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly [response]: Response;
}

/** A request that reads. */
export type Query<Response> = ApiRequest<Response, "GET">;

/** A request for work that the server may do as a job. */
export interface JobRequest<Response, M extends Method = Method> extends ApiRequest<Response, M> {
  readonly [job]: true;
}

/**
 * A request that can't be sent yet. A change of a record needs the `tag` of the version that was shown (`withTag`), a creation a `key`
 * that makes it happen once (`withKey`).
 */
export interface Unguarded<Ready extends ApiRequest<unknown>, Needs extends "tag" | "key"> {
  readonly [ready]: Ready;
  readonly [needs]: Needs;
}

/** Parameters of the path, those of the query, and `body`. */
export type InputOf<Name extends EndpointName> = Part<Endpoints[Name], "params"> &
  Part<Endpoints[Name], "query"> &
  Pick<Endpoints[Name], Extract<keyof Endpoints[Name], "body">>;

/** The response of an endpoint. */
export type ResponseOf<Name extends EndpointName> = Endpoints[Name]["response"];

type ReadyRequest<Name extends EndpointName> = Endpoints[Name] extends { readonly job: true }
  ? JobRequest<ResponseOf<Name>, MethodOf<Name>>
  : ApiRequest<ResponseOf<Name>, MethodOf<Name>>;

type RequestTo<Name extends EndpointName> = Name extends keyof typeof UNGUARDED
  ? ReadyRequest<Name>
  : Endpoints[Name] extends { readonly tag: true }
    ? Unguarded<ReadyRequest<Name>, "tag">
    : Endpoints[Name] extends { readonly key: true }
      ? Unguarded<ReadyRequest<Name>, "key">
      : ReadyRequest<Name>;

type Input = Readonly<Record<string, unknown>>;

/**
 * A call of an endpoint: `call("GET /api/articles/{id}", { id: 3 })` is a request for an article. Undefined and null
 * values are left out of the query.
 */
export function call<Name extends EndpointName>(
  name: Name,
  ...input: object extends InputOf<Name> ? [input?: InputOf<Name>] : [input: InputOf<Name>]
): RequestTo<Name> {
  const [{ body, ...values } = {}] = input as readonly Input[];
  const [method, template = ""] = name.split(" ");
  const query = { ...values };
  const path = template.replace(/\{(\w+)\}/g, (_, key: string) => {
    delete query[key];
    return encodeURIComponent(String(values[key]));
  });
  const made: object = { method, path: path + queryOf(query), body };
  // The name says what it responds with.
  return made as unknown as RequestTo<Name>;
}

/** The request without its guard: `call` makes a whole one, and only its type says that something is missing. */
const readyOf = <R extends ApiRequest<unknown>>(request: Unguarded<R, "tag" | "key">) =>
  request as unknown as R;

const withHeader = <R extends ApiRequest<unknown>>(request: R, name: string, value: string): R => ({
  ...request,
  headers: { ...request.headers, [name]: value },
});

/** The tag of a version that nobody has: the server refuses the change, as if the record had changed. */
const UNKNOWN_TAG = '"unknown"';

/** A change of the version of a record that was shown; null: no version was. It fails with 412 where there is another one. */
export function withTag<R extends ApiRequest<unknown>>(request: Unguarded<R, "tag">, tag: string | null): R {
  return withHeader(readyOf(request), "If-Match", tag ?? UNKNOWN_TAG);
}

/** A creation that happens once, however often it is sent with this key. */
export function withKey<R extends ApiRequest<unknown>>(request: Unguarded<R, "key">, key: string): R {
  return withHeader(readyOf(request), "Idempotency-Key", key);
}

/** The path and the body of a creation. Whoever sends them adds the key: the outbox that of its command. */
export function postOf(
  request: Unguarded<ApiRequest<unknown>, "key">,
): Pick<ApiRequest<unknown>, "path" | "body"> {
  const { path, body } = readyOf(request);
  return { path, body };
}

/** An update without a tag. `reason`: of those that unguarded.ts lists. Throws where it sends more than the property that the reason names. */
export function withoutTag<R extends ApiRequest<unknown>>(
  request: Unguarded<R, "tag">,
  reason: keyof typeof UNTAGGED,
): R {
  const ready = readyOf(request);
  const others = Object.keys(ready.body ?? {}).filter((name) => name !== reason);
  if (reason !== "seen" && others.length > 0) throw new Error(`without a tag: ${others.join(", ")}`);
  return ready;
}

/** The same request with more of a query, as text from an address: the server checks it. */
export function withQueryText<Response>(request: Query<Response>, query: URLSearchParams): Query<Response> {
  const text = query.toString();
  return text === ""
    ? request
    : { ...request, path: `${request.path}${request.path.includes("?") ? "&" : "?"}${text}` };
}

function queryOf(values: Input): string {
  const pairs = Object.entries(values).flatMap(([key, value]) =>
    value === undefined || value === null ? [] : [`${key}=${encodeURIComponent(String(value))}`],
  );
  return pairs.length === 0 ? "" : `?${pairs.join("&")}`;
}
