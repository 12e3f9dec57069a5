import { expect, test } from "vitest";
import { startServer, startServerWithClock } from "../harness/server.ts";
import { NEEDING, WITHOUT } from "./recent-login-table.ts";
import { lockAfterAnHour, pairSharedTerminal } from "./terminal.ts";

// Decisions, secrets, pairing, backups and settings need a PIN of the last five minutes on a shared terminal.

const SIX_MINUTES = 6 * 60_000;

interface Described {
  readonly paths: Record<string, Record<string, { readonly description?: string }>>;
}

/** The responses at a terminal to requests that need a recent PIN, of Admins or not, some time after the Admin's login. */
async function refusals(ofAdmins: boolean, ms: number) {
  const { clock, server } = await startServerWithClock();
  await lockAfterAnHour(server);
  const terminal = await pairSharedTerminal(server);
  const admin = await terminal.logIn(1, "111111");
  clock.advance(ms);
  const found: [call: string, status: number, reason?: string][] = [];
  for (const call of NEEDING) {
    const [method = "", path = ""] = call.split(" ");
    const declared = server.appliance.endpoints.find((one) => one.method === method && one.path === path);
    if (["administer", "server"].includes(declared?.permission ?? "") !== ofAdmins) continue;
    const { status, body } = await admin.send(method, path.replaceAll(/\{\w+\}/g, "1"), undefined);
    found.push([call, status, body.reason]);
  }
  expect(found).not.toEqual([]);
  return found;
}

test("requests that need a recent PIN refuse one of six minutes ago", async () => {
  const found = await refusals(false, SIX_MINUTES);
  expect(found).toEqual(found.map(([call]) => [call, 403, "recentLogin"]));
});

test.each([
  ["recent", 0],
  ["old", SIX_MINUTES],
])("requests of Admins refuse a %s PIN at a shared terminal", async (_, ms) => {
  const found = await refusals(true, ms);
  expect(found).toEqual(found.map(([call]) => [call, 403, undefined]));
});

test("the API description names the need of exactly these requests", async () => {
  const server = await startServer();
  const { body } = await server.anonymous.get("/api/openapi.json");
  const named = Object.entries((body as Described).paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { description = "" }]) =>
      description.includes("`recentLogin`") ? [`${method.toUpperCase()} ${path}`] : [],
    ),
  );
  expect(named.toSorted()).toEqual(NEEDING.toSorted());
});

test("every other write of a Manager or an Admin is listed with the reason why an older PIN allows it", async () => {
  const server = await startServer();
  const writes = server.appliance.endpoints
    .filter(({ method, permission }) => method !== "GET" && /^(manage|administer|server)$/.test(permission))
    .map(({ method, path }) => `${method} ${path}`);
  const others = writes.filter((call) => !NEEDING.includes(call));
  expect(others.toSorted()).toEqual(Object.keys(WITHOUT).toSorted());
});
