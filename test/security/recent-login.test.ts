import { expect, test } from "vitest";
import { createClock } from "../harness/clock.ts";
import { startServer } from "../harness/server.ts";
import { TABLE } from "../http/roles-table.ts";
import { pairSharedTerminal } from "./terminal.ts";

// Decisions, secrets, pairing, backups and settings need a PIN of the last five minutes on a shared terminal.

/** Requests of an Admin with a one-step login that need a recent PIN. */
const NEEDING = [
  "POST /api/backup/downloads",
  "PUT /api/settings",
  "PUT /api/settings/https",
  "POST /api/users",
  "PUT /api/users/{id}",
  "DELETE /api/users/{id}",
  "PUT /api/users/{id}/secrets",
  "POST /api/device-auth/generate-code",
  "PUT /api/inventories/{id}/close",
];

interface Described {
  readonly paths: Record<string, Record<string, { readonly description?: string }>>;
}

test("endpoints that need a recent PIN refuse one of six minutes ago, and the description names them all", async () => {
  const clock = createClock();
  const server = await startServer({ clock });
  const terminal = await pairSharedTerminal(server);
  const { body } = await server.anonymous.get("/api/openapi.json");
  const operations = Object.entries((body as Described).paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { description = "" }]) => ({
      call: `${method.toUpperCase()} ${path}`,
      isNamed: description.includes("`recentLogin`"),
    })),
  );
  const named = operations.flatMap(({ call, isNamed }) => (isNamed ? [call] : []));
  expect(named).toEqual(expect.arrayContaining(NEEDING));
  const admin = await terminal.logIn(1, "111111");
  clock.advance(6 * 60_000);
  for (const call of named) {
    const [method = "", path = ""] = call.split(" ");
    const url = path.replaceAll(/\{\w+\}/g, "1");
    const { status, body: problem } = await admin.send(method, url, undefined);
    expect([call, status, problem.reason]).toEqual([call, 403, "recentLogin"]);
  }
});

/** Requests of an Admin on a shared terminal that an older PIN allows, with the reason. */
const WITHOUT: Readonly<Record<string, string>> = {
  "DELETE /api/backup/downloads/{id}": "stops a download",
  "POST /api/imports": "changes nothing: a dry run",
  "PUT /api/imports/{id}": "changes nothing: a dry run",
  "DELETE /api/imports/{id}": "drops an upload",
  "POST /api/box/checks": "changes nothing: a check",
  "DELETE /api/users/{id}/second-factor": "needs a recent password instead",
  "POST /api/sample": "adds sample data",
  "DELETE /api/sample": "removes sample data alone",
  "POST /api/printingprinters": "printers are equipment, not settings",
  "PUT /api/printingprinters/{id}": "printers are equipment, not settings",
  "DELETE /api/printingprinters/{id}": "printers are equipment, not settings",
  "POST /api/printingformats": "labels are equipment, not settings",
  "PUT /api/printingformats/{id}": "labels are equipment, not settings",
  "DELETE /api/printingformats/{id}": "labels are equipment, not settings",
};

test("every other write of an Admin's needs a recent PIN too", async () => {
  const server = await startServer();
  const { body } = await server.anonymous.get("/api/openapi.json");
  const { paths } = body as Described;
  const open = Object.entries(TABLE).flatMap(([call, who]) => {
    const [method = "", path = ""] = call.split(" ");
    const { description = "" } = paths[path]?.[method.toLowerCase()] ?? {};
    const isWrite = method !== "GET" && (who === "administer" || who === "box");
    return isWrite && !description.includes("`recentLogin`") ? [call] : [];
  });
  expect(open.toSorted()).toEqual(Object.keys(WITHOUT).toSorted());
});
