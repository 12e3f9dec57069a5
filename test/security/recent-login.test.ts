import { expect, test } from "vitest";
import { createClock } from "../harness/clock.ts";
import { startServer } from "../harness/server.ts";
import { NEEDING, WITHOUT } from "./recent-login-table.ts";
import { lockAfterAnHour, pairSharedTerminal } from "./terminal.ts";

// Decisions, secrets, pairing, backups and settings need a PIN of the last five minutes on a shared terminal.

interface Described {
  readonly paths: Record<string, Record<string, { readonly description?: string }>>;
}

test("requests that need a recent PIN refuse one of six minutes ago; those of Admins refuse every PIN there", async () => {
  const clock = createClock();
  const server = await startServer({ clock });
  await lockAfterAnHour(server);
  const terminal = await pairSharedTerminal(server);
  const admin = await terminal.logIn(1, "111111");
  clock.advance(6 * 60_000);
  for (const call of NEEDING) {
    const [method = "", path = ""] = call.split(" ");
    const url = path.replaceAll(/\{\w+\}/g, "1");
    const declared = server.appliance.endpoints.find((one) => one.method === method && one.path === path);
    const isOfAdmins = ["administer", "server"].includes(declared?.permission ?? "");
    const { status, body: problem } = await admin.send(method, url, undefined);
    expect([call, status, problem.reason]).toEqual([call, 403, isOfAdmins ? undefined : "recentLogin"]);
  }
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
