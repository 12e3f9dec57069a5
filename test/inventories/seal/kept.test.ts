import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import Database from "better-sqlite3";
import { beforeAll, expect, test } from "vitest";
import { Unavailable } from "../../../src/domain/errors.ts";
import { msg } from "../../../src/domain/message.ts";
import { type Log, makeLog } from "../../../src/platform/log.ts";
import { updateTable } from "../../../src/storage/database/table-statements.ts";
import { sharedServer, startServer, type TestServer } from "../../harness/server.ts";
import { generationOf } from "../../storage/storage-setup.ts";
import { checkFile, closeStocktake, fileOf, removeSeal, sealed } from "./closed.ts";

// A record is made once, and nothing changes it.

const prepared = sharedServer();
let id: number;
let json: Buffer;
let pdf: Buffer;
beforeAll(async () => {
  id = await closeStocktake(prepared);
  json = await fileOf(prepared.manager, id, "json");
  pdf = await fileOf(prepared.manager, id, "pdf");
  await prepared.halt();
});

const outcomeOf = async (server: TestServer, bytes: Buffer) =>
  (await checkFile(server.manager, bytes)).body.outcome;

test("the next start does not make it anew", async () => {
  const server = await startServer({ stopped: prepared.folder });
  await sealed(server.manager, id);
  expect((await fileOf(server.manager, id, "pdf")).equals(pdf)).toBe(true);
});

// The service looks for work where a stocktake was written.
const rename = updateTable("inventory", { set: ["nameFolded"], where: ["oid", "tenantId"] });

/** A copy of the server that was stopped before the PDF had its seal. */
async function interruptedCopy(): Promise<TestServer> {
  const server = await startServer({ stopped: prepared.folder });
  await removeSeal(server, id, "pdf");
  await server.restart();
  return server;
}

test("a file whose making was interrupted is made from its beginning", async () => {
  const server = await interruptedCopy();
  await sealed(server.manager, id);
  expect(await outcomeOf(server, await fileOf(server.manager, id, "pdf"))).toBe("genuine");
});

test("the file that was whole before the interruption stays as it is", async () => {
  const server = await interruptedCopy();
  await sealed(server.manager, id);
  expect((await fileOf(server.manager, id, "json")).equals(json)).toBe(true);
});

/** A log that calls `failed` where a record was not sealed. */
function logOfFailures(failed: () => void): Log {
  const log = makeLog("silent");
  log.error = (_: object, text?: string) => {
    if (text === "the record of a stocktake was not sealed") failed();
  };
  return log;
}

test.each([
  ["the PDF", ["pdf"]],
  ["both files", ["json", "pdf"]],
] as const)("%s that a full disk has prevented is made by itself once there is room", async (_, formats) => {
  let failed = () => {};
  const hasFailed = new Promise<void>((resolve) => {
    failed = resolve;
  });
  const server = await startServer({ stopped: prepared.folder, log: logOfFailures(() => failed()) });
  const { storage } = server.appliance.dependencies;
  storage.refuseWrites(new Unavailable(msg("The disk is full."), 1));
  for (const format of formats) await removeSeal(server, id, format, { evenWhenLow: true });
  await storage.write(1, (tx) => rename.run(tx, { tenantId: 1, oid: id, nameFolded: "" }), {
    evenWhenLow: true,
  });
  await hasFailed;
  storage.refuseWrites(null);
  await sealed(server.manager, id);
  expect(await outcomeOf(server, await fileOf(server.manager, id, "pdf"))).toBe("genuine");
});

test("a stop while both files are made is no failure, and the next start makes them", async () => {
  const failures: string[] = [];
  const server = await startServer({
    stopped: prepared.folder,
    log: logOfFailures(() => failures.push("failed")),
  });
  for (const format of ["json", "pdf"] as const) await removeSeal(server, id, format);
  await server.restart();
  await server.restart();
  await sealed(server.manager, id);
  expect(failures).toEqual([]);
});

test("minutes of a closed stocktake wait for the seal", async () => {
  const server = await startServer({ stopped: prepared.folder });
  await removeSeal(server, id, "json");
  const report = `/api/inventories/${id}/report?format=pdf`;
  const { status, headers } = await server.manager.get(`${report}&only=minutes`);
  expect([status, headers.get("retry-after")]).toEqual([503, "1"]);
  expect((await server.manager.get(report)).status).toBe(200);
});

test("a record that was signed by an earlier key stays genuine", async () => {
  const server = await startServer({ stopped: prepared.folder });
  await server.halt();
  await writeFile(join(server.folder, "seal.key"), `${"n".repeat(64)}\n`);
  await server.restart();
  expect(await outcomeOf(server, pdf)).toBe("genuine");
});

test.each([
  ["a seal", "UPDATE inventorySeal SET sha256 = 'x'"],
  ["a seal by another one", "INSERT OR REPLACE INTO inventorySeal SELECT * FROM inventorySeal"],
  ["a seal to none", "DELETE FROM inventorySeal"],
  ["a part", "UPDATE inventorySealPart SET content = x'00'"],
  [
    "a part more",
    "INSERT INTO inventorySealPart SELECT NULL, tenantId, inventoryId, format, 99, x'00' FROM inventorySeal",
  ],
  ["a part less", "DELETE FROM inventorySealPart"],
])("the database refuses to change %s", async (_, text) => {
  const server = await startServer({ stopped: prepared.folder });
  await server.halt();
  const database = new Database(join(server.folder, generationOf(server.folder)));
  try {
    expect(() => database.exec(text)).toThrow("a sealed record never changes");
  } finally {
    database.close();
  }
});
