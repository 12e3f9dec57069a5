/** An answer of the box: its status and body, parsed where it is JSON. */
export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Buffer;
  readonly body: unknown;
}

/** Asks the box as the holder of `token`. Rejects when no whole answer came. */
export type Call = (method: string, path: string, body?: object) => Promise<Reply>;

const PATIENCE_MS = 60_000;

/** What calls a box at this address; a form goes out as it is, any other body as JSON. */
export function callerOf(url: string, token: string): Call {
  return async (method, path, body) => {
    const isForm = body instanceof FormData;
    const answer = await fetch(url + path, {
      method,
      headers: {
        Authorization: `Bearer ${token}`,
        ...(body !== undefined && !isForm && { "Content-Type": "application/json" }),
      },
      ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    const bytes = Buffer.from(await answer.arrayBuffer());
    const isJson = answer.headers.get("content-type")?.includes("json") && bytes.length > 0;
    return {
      status: answer.status,
      headers: answer.headers,
      bytes,
      body: isJson ? JSON.parse(String(bytes)) : null,
    };
  };
}

/** An answer that should have been a good one. */
export class Refused extends Error {}

/** The JSON of a good answer. Throws Refused with the answer when it is none. */
export async function demand<T>(call: Call, method: string, path: string, body?: object): Promise<T> {
  const reply = await call(method, path, body);
  if (reply.status >= 300) throw new Refused(`${method} ${path}: ${reply.status} ${reply.bytes}`);
  return reply.body as T;
}

/** Logs a user of the demo in; gives the access token. */
export async function logIn(url: string, userName = "admin"): Promise<string> {
  const body = { userName, password: `${userName}-demo` };
  const path = "/api/pwa-auth/login-password";
  return (await demand<{ accessToken: string }>(callerOf(url, ""), "POST", path, body)).accessToken;
}
