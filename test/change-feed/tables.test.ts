import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { readableTables } from "../../src/change-feed/routes.ts";
import { SCOPES, type Scope } from "../../src/domain/scopes.ts";
import { FED, FED_TABLES } from "../../src/storage/database/feed-triggers.ts";
import { addProgram } from "../access/api-keys/accounts.ts";
import { added } from "../articles/samples.ts";
import { startServer } from "../harness/server.ts";
import { Copy, copyOf, page, sumsOfDatabase, tablesOf } from "./copy.ts";

/** Tables that the feed does not have, each with its reason. */
const NOT_FED: Readonly<Record<string, readonly string[]>> = {
  "secrets, logins and devices": [
    ...["totpFactor", "passkey", "recoveryCode", "deviceToken", "deviceUse", "deviceUser"],
    ...[
      "registrationCode",
      "session",
      "sessionToken",
      "sessionTouch",
      "loginAttempt",
      "knownCaller",
      "serviceAccount",
      "apiKey",
      "apiKeyUse",
    ],
  ],
  "logs, which have addresses of their own": ["securityEvent"],
  "state of the server": [
    ...[
      "changeCounter",
      "appState",
      "setting",
      "tenant",
      "idempotencyRecord",
      "job",
      "jobInput",
      "jobChange",
    ],
    ...["changeEntry", "sampleRecord", "backupTarget", "backupRun"],
  ],
  "notices by e-mail": ["noticeChoice", "noticeCursor", "noticeMail"],
  "events made of changes, which webhooks and notices have": [
    ...["outgoingEvent", "followedArticles", "webhook", "webhookDelivery"],
  ],
  "the head office's own values, which an article shows": ["masterArticle"],
  "settings of the console": ["catalogueSetting", "savedView"],
  "deletions, which the feed has itself": ["deletedArticle", "deletedInventoryItem"],
  "what counts and movements made of an item is in the item": [
    ...[
      "countOperation",
      "countingTerminal",
      "inventoryItemMovement",
      "inventoryTransition",
      "inventoryName",
    ],
    "custodyOperation",
  ],
  "made of stock and rules, which the feed has": ["refillShortage", "refillPending"],
  "the bytes of a label": ["printData"],
  "the sealed files of closed stocktakes, which programs read by their endpoint": ["inventorySealPart"],
  "plans of stocktakes, whose stocktakes are in the feed": [
    ...[
      "countPlan",
      "countPlanRun",
      "inventoryRule",
      "inventorySelection",
      "inventorySample",
      "inventoryPopulation",
      "inventoryAccuracy",
    ],
  ],
};

test("every table of the schema is in the feed, or has a reason why not", async () => {
  const server = await startServer({ empty: true });
  const { db } = server.appliance.dependencies.storage;
  const all = db
    .query<{ name: string }>(
      { sql: "SELECT name FROM sqlite_schema WHERE type = 'table' AND sql LIKE '%STRICT%'", reads: [] },
      [],
    )
    .all()
    .map(({ name }) => name);
  expect([...FED_TABLES, ...Object.values(NOT_FED).flat()].sort()).toEqual(all.sort());
  expect(new Set(FED.map(({ kind }) => kind)).size).toBe(FED.length);
});

test("the documentation lists the tables with their scopes", async () => {
  const text = await readFile("docs/integrate/change-feed.md", "utf8");
  for (const table of FED) {
    const row = text.split("\n").find((line) => line.split("|")[2]?.includes(`\`${table.table}\``));
    const scopes = SCOPES.filter((scope) => row?.includes(`\`${scope}\``));
    const reads = (apiKey: readonly Scope[]) =>
      readableTables({ apiKey: { apiKeyId: 1, scopes: apiKey } }).includes(table);
    expect([reads(scopes), ...scopes.map((one) => reads(scopes.filter((other) => other !== one)))]).toEqual([
      scopes.length > 0,
      ...scopes.map(() => false),
    ]);
  }
});

test("a Manager of another tenant gets that tenant's records, and of this one only global lists", async () => {
  const server = await startServer();
  const copy = await copyOf(server, "admin2");
  expect(copy.sums()).toEqual(sumsOfDatabase(server, 2));
  const other = server.admin2;
  await added(server.manager, "FEED-3");
  expect((await page(other, copy.cursor)).changes).toEqual([]);
  const own = await copyOf(server);
  // A cursor of another tenant is not one of these records.
  expect((await page(other, own.cursor)).isWhole).toBe(true);
});

test("users, and API keys without the scope of a table, have no access", async () => {
  const server = await startServer();
  const { client } = await addProgram(server, ["counts:write"]);
  for (const caller of [server.user, client]) expect((await caller.get("/api/changes")).status).toBe(403);
});

test("an API key gets the tables of its scopes", async () => {
  const server = await startServer();
  const { client } = await addProgram(server, ["locations:read", "labels:read"]);
  const copy = new Copy();
  await copy.takeAll(client);
  const { printer, printFormat, location, ...others } = copy.sums();
  expect([printer, printFormat, location].map((sum) => sum !== undefined)).toEqual([true, true, true]);
  expect(Object.keys(others).filter((table) => table !== "printRequest")).toEqual([]);
  await added(server.manager, "FEED-4");
  expect((await page(client, copy.cursor)).changes).toEqual([]);
});

test("an API key whose scopes change gets everything anew, or has no access any more", async () => {
  const server = await startServer();
  const { oid, client } = await addProgram(server, ["locations:read"]);
  const copy = new Copy();
  await copy.takeAll(client);
  const setScopes = (...scopes: Scope[]) => server.admin.put(`/api/service-accounts/${oid}`, { scopes });
  await setScopes("articles:read");
  const anew = await page(client, copy.cursor);
  expect(anew.isWhole).toBe(true);
  expect(tablesOf(anew)).not.toContain("location");
  await setScopes("counts:write");
  expect((await client.get("/api/changes")).status).toBe(403);
});

test("no key gets users", async () => {
  const server = await startServer();
  const { client } = await addProgram(server, [
    "articles:read",
    "locations:read",
    "inventories:read",
    "requests:read",
    "labels:read",
    "history:read",
  ]);
  const copy = new Copy();
  await copy.takeAll(client);
  expect(Object.keys(copy.sums())).not.toContain("user");
  expect(Object.keys(copy.sums())).toContain("photo");
});
