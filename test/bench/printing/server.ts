import { type Connection, jsonRequest, open, request } from "../client.ts";
import type { Target } from "../targets.ts";

/** The product's API as the printing bench speaks it. */
export interface PrintServer {
  readonly target: Target;
  /** Throws with the response when it is an error. */
  get<T>(path: string): Promise<T>;
  post<T>(path: string, body?: unknown): Promise<T>;
  remove(path: string): Promise<void>;
  close(): void;
}

/** An article for the labels. */
export interface Labelled {
  readonly oid: number;
  readonly code: string;
}

/** Opens a connection of its own for everything that is not timed. */
export async function openPrintServer(target: Target): Promise<PrintServer> {
  const connection = await open(target.port);
  const { token } = target;
  return {
    target,
    get: (path) => exchange(connection, request("GET", path, token)),
    post: (path, body) =>
      exchange(connection, body === undefined ? empty(path, token) : jsonRequest("POST", path, token, body)),
    remove: (path) => exchange(connection, request("DELETE", path, token)),
    close: () => connection.close(),
  };
}

const empty = (path: string, token: string) => request("POST", path, token, ["Content-Length: 0"]);

/** Sends a request and returns the response's JSON; throws with the response when it is an error. */
export async function exchange<T>(connection: Connection, bytes: Buffer): Promise<T> {
  const { status, body } = await connection.send(bytes, true);
  const text = body.toString();
  if (status >= 300) throw new Error(`${bytes.toString().split("\r\n")[0]}: ${status} ${text}`);
  return (text === "" ? undefined : JSON.parse(text)) as T;
}

/** The first articles that have a code, for a label each: then no two labels are the same bytes. */
export async function articlesFor(server: PrintServer, count: number): Promise<Labelled[]> {
  const found: Labelled[] = [];
  for (let oid = 1; found.length < count; oid++) {
    const { code } = await server.get<{ code: string | null }>(`/api/articles/${oid}`);
    if (code !== null) found.push({ oid, code });
  }
  return found;
}
