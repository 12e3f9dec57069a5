import type { Endpoints } from "./types/endpoints.d.ts";

/** A method and path, as the server declares it: `GET /api/articles/{id}`. */
export type EndpointName = keyof Endpoints;
type Method = "GET" | "POST" | "PUT" | "DELETE";
type MethodOf<Name> = Name extends `${infer M extends Method} ${string}` ? M : never;
type Part<Endpoint, Key> = Endpoint extends { readonly [K in Key & string]: infer T } ? T : unknown;

declare const response: unique symbol;
declare const job: unique symbol;

/** A request to an endpoint, with the type of its response. It is sent by the functions of send-request.ts and tokens.ts, or by a query. */
export interface ApiRequest<Response, M extends Method = Method> {
  readonly method: M;
  /** Path and query. */
  readonly path: string;
  readonly body?: unknown;
  readonly [response]: Response;
}

/** A request that reads. */
export type Query<Response> = ApiRequest<Response, "GET">;

/** A request for work that the server may do as a job. */
export interface JobRequest<Response, M extends Method = Method> extends ApiRequest<Response, M> {
  readonly [job]: true;
}

/** Parameters of the path, those of the query, and `body`. */
export type InputOf<Name extends EndpointName> = Part<Endpoints[Name], "params"> &
  Part<Endpoints[Name], "query"> &
  Pick<Endpoints[Name], Extract<keyof Endpoints[Name], "body">>;

/** The response of an endpoint. */
export type ResponseOf<Name extends EndpointName> = Endpoints[Name]["response"];

type RequestTo<Name extends EndpointName> = Endpoints[Name] extends { readonly job: true }
  ? JobRequest<ResponseOf<Name>, MethodOf<Name>>
  : ApiRequest<ResponseOf<Name>, MethodOf<Name>>;

/** Makes requests to an endpoint. */
export type Call<Name extends EndpointName> = (
  ...input: object extends InputOf<Name> ? [input?: InputOf<Name>] : [input: InputOf<Name>]
) => RequestTo<Name>;

type Input = Readonly<Record<string, unknown>>;

/**
 * Declares a call of an endpoint. `call("GET /api/articles/{id}")({ id: 3 })` is a request for an article. Undefined
 * and null values are left out of the query.
 */
// @__NO_SIDE_EFFECTS__
export function call<Name extends EndpointName>(name: Name): Call<Name> {
  const make = ({ body, ...values }: Input = {}): object => {
    const [method, template = ""] = name.split(" ");
    const query = { ...values };
    const path = template.replace(/\{(\w+)\}/g, (_, key: string) => {
      delete query[key];
      return encodeURIComponent(String(values[key]));
    });
    return { method, path: path + queryOf(query), body };
  };
  // The name says which input it takes, and what it responds with.
  return make as Call<Name>;
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
