import { setTimeout as sleep } from "node:timers/promises";

const PATIENCE_MS = 60_000;

/** Sends a JSON request. Throws unless it is answered with a success. */
export async function call(
  url: string,
  method: string,
  path: string,
  token: string | null,
  body?: object,
): Promise<Record<string, unknown>> {
  const response = await fetch(url + path, {
    method,
    headers: {
      ...(token !== null && { Authorization: `Bearer ${token}` }),
      ...(body !== undefined && { "Content-Type": "application/json" }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
  return JSON.parse(text) as Record<string, unknown>;
}

/** Logs in as a user of the demo. */
export async function tokenOf(url: string, userName: string): Promise<string> {
  const login = { userName, password: `${userName}-demo` };
  return String((await call(url, "POST", "/api/pwa-auth/login-password", null, login))["accessToken"]);
}

/** Whether a line of the server's metrics matches. False where it can't be reached. */
export async function hasMetric(url: string, line: RegExp): Promise<boolean> {
  try {
    const response = await fetch(`${url}/metrics`, { signal: AbortSignal.timeout(2000) });
    return line.test(await response.text());
  } catch {
    return false;
  }
}

/** Waits until the condition holds; a request that fails means that it does not yet. Throws after a minute. */
export async function until(condition: () => Promise<boolean>, what: string): Promise<void> {
  for (const startedAt = performance.now(); performance.now() - startedAt < PATIENCE_MS; await sleep(50))
    if (await condition().catch(() => false)) return;
  throw new Error(`it does not come to this: ${what}`);
}
