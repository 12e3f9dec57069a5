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
