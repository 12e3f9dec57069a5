/** A response of the server: its status and body, parsed where it is JSON. */
export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Buffer;
  readonly body: unknown;
}

/** Sends a request with `token`. Rejects without a complete response. */
export type Call = (method: string, path: string, body?: object) => Promise<Reply>;

const PATIENCE_MS = 60_000;

/** Creates a function that sends requests to the server at this URL; a form is sent unchanged, any other body as JSON. */
export function callerOf(url: string, token: string): Call {
  return async (method, path, body) => {
    const isForm = body instanceof FormData;
    const response = await fetch(url + path, {
      method,
      headers: {
        Authorization: `Bearer ${token}`,
        ...(body !== undefined && !isForm && { "Content-Type": "application/json" }),
      },
      ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    const bytes = Buffer.from(await response.arrayBuffer());
    const isJson = response.headers.get("content-type")?.includes("json") && bytes.length > 0;
    return {
      status: response.status,
      headers: response.headers,
      bytes,
      body: isJson ? JSON.parse(String(bytes)) : null,
    };
  };
}

/** A response that should have been successful. */
export class Refused extends Error {}

/** The JSON of a successful response. Throws Refused with any other. */
export async function demand<T>(call: Call, method: string, path: string, body?: object): Promise<T> {
  const reply = await call(method, path, body);
  if (reply.status >= 300) throw new Refused(`${method} ${path}: ${reply.status} ${reply.bytes}`);
  return reply.body as T;
}

/** Logs a user of the demo in; returns the access token. */
export async function logIn(url: string, userName = "admin"): Promise<string> {
  const body = { userName, password: `${userName}-demo` };
  const path = "/api/pwa-auth/login-password";
  return (await demand<{ accessToken: string }>(callerOf(url, ""), "POST", path, body)).accessToken;
}
