import { setTimeout as sleep } from "node:timers/promises";
import { type Call, callerOf, demand, logIn } from "../call.ts";
import { startAndCheck } from "../check/check.ts";
import type { Ledger } from "../ledger.ts";
import type { LoadOptions } from "../load.ts";
import type { ServerProcess } from "../server-process.ts";
import { fault, named, together, type Verdict } from "../verdict.ts";

const READS = ["/api/articles/1", "/api/locations", "/api/inventories", "/api/photos/1", "/api/version"];
/** Writes succeed again within 15 s (decisions); a busy machine gets twice that. */
const AGAIN_WITHIN_MS = 30_000;

/** While the disk accepts no writes: writes get 503, `Retry-After` and a message; reads and logins succeed. */
export async function whatIsRefused(
  server: ServerProcess,
  call: Call,
  ledger: Ledger,
  when: string,
): Promise<Verdict> {
  const faults: string[] = [];
  const name = ledger.name();
  const { status, headers, body } = await call("POST", "/api/locations", { name });
  const message = typeof body === "object" && body !== null && "message" in body ? body.message : null;
  if (status !== 503 || !headers.get("retry-after") || typeof message !== "string")
    faults.push(
      `a write ${when}: ${status}, Retry-After ${headers.get("retry-after")}, ${JSON.stringify(body)}`,
    );
  return together({ checked: 0, lost: [], faults }, await goesOn(server, call, when));
}

/** Reads and logins go on. */
export async function goesOn(server: ServerProcess, call: Call, when: string): Promise<Verdict> {
  const faults: string[] = [];
  try {
    const accessToken = await logIn(server.url, "manager");
    const anonymous = callerOf(server.url, "");
    await demand(anonymous, "POST", "/api/pwa-auth/refresh", { accessToken });
    await demand(anonymous, "POST", "/api/pwa-auth/login", { userId: 3, pin: "3333" });
  } catch (error) {
    faults.push(`a login ${when}: ${String(error)}`);
  }
  for (const path of READS) {
    const { status } = await call("GET", path);
    if (status !== 200) faults.push(`GET ${path} ${when}: ${status}`);
  }
  return { checked: 0, lost: [], faults };
}

/** Waits until writes succeed again. */
export async function writesAgain(call: Call, ledger: Ledger): Promise<Verdict> {
  const began = performance.now();
  let status = 0;
  while (performance.now() - began < AGAIN_WITHIN_MS) {
    const name = ledger.name();
    const reply = await call("POST", "/api/locations", { name });
    status = reply.status;
    if (status === 201) return { checked: 0, lost: [], faults: [] };
    await sleep(100);
  }
  return fault(`writes did not come back within ${AGAIN_WITHIN_MS / 1000} s: ${status}`);
}

/** Kills the server, starts it again and checks everything. */
export async function checkAfterKill(
  server: ServerProcess,
  folder: string,
  { fixture, ledger, random }: LoadOptions,
  settings: Readonly<Record<string, string>>,
): Promise<Verdict> {
  await server.end("SIGKILL");
  const input = { fixture, ledger, random, until: performance.now() };
  return named("after SIGKILL", await startAndCheck(folder, input, settings));
}
