import { expect, test } from "vitest";
import { startServer } from "../../harness/server.ts";
import { openTerminal } from "../../harness/terminal.ts";
import { logInTerminal, pairByAddress, person, typePin } from "../access/log-in.ts";
import { storedValue } from "../stored-records.ts";

const STORED_BADGES = `${storedValue("custody")}
  .then((found) => (found === undefined ? [] : found.people.map((one) => one.badgeCode)))`;

test("a phone that read the people without their badges learns these once it is paired", async () => {
  const server = await startServer();
  expect((await (await server.as("admin")).put("/api/users/2", { badgeCode: "BADGE-2" })).status).toBe(200);
  const response = await (await server.as("user")).get("/api/custodies/people");
  expect(response.body.map((one: { badgeCode: string | null }) => one.badgeCode)).not.toContain("BADGE-2");
  const tags = { people: response.headers.get("etag"), open: null };
  const terminal = await openTerminal({ browser: "chromium77" });
  const custody = { people: response.body, open: [], tags, at: new Date(0).toISOString() };
  await logInTerminal(terminal, server, "user", { custody, owner: { tenantId: 1 } });
  await pairByAddress(terminal, server);
  await terminal.tap(person("user").fullName);
  await typePin(terminal, person("user").pin);
  await terminal.until(`${STORED_BADGES}.then((badges) => badges.includes("BADGE-2"))`);
});
