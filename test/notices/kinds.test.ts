import { expect, test } from "vitest";
import { sharedServer } from "../harness/server.ts";

const server = sharedServer();

const SITE = ["ownCustody", "stocktakes", "printers"];
const DECISIONS = ["approvals", "custody", "refill"];
const SERVER = ["logins", "backup", "certificate", "disk", "upgrade"];

test.each([
  ["user", SITE],
  ["manager", [...SITE, ...DECISIONS]],
  ["admin", [...SITE, ...DECISIONS, ...SERVER]],
  ["admin2", [...SITE, ...DECISIONS, "logins"]],
])("%s may have the notices of the own role and tenant alone", async (userName, kinds) => {
  const { body } = await (await server.as(userName)).get("/api/me/notices");
  const offered = body.kinds.map(({ kind }: { readonly kind: string }) => kind);
  expect(offered.toSorted()).toEqual(kinds.toSorted());
});

test("the description names the kinds that a person who has chosen nothing gets at once", async () => {
  const { admin } = server;
  const { kinds } = (await admin.get("/api/me/notices")).body;
  const atOnce = kinds.filter(({ mode }: { readonly mode: string }) => mode === "atOnce");
  const { description } = (await admin.get("/api/openapi.json")).body.paths["/api/me/notices"].put;
  const [, named = ""] = /as a Manager or Admin, (.*) at once/.exec(description) ?? [];
  expect(named.split(/, | and /)).toEqual(atOnce.map(({ kind }: { readonly kind: string }) => kind));
});
