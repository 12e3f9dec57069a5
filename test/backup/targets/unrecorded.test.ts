import { expect, test, vi } from "vitest";
import { backupKeys } from "../../../src/ops/backup/targets/secrets.ts";
import * as store from "../../../src/ops/backup/targets/store.ts";
import { addTarget } from "../../../src/ops/backup/targets/targets.ts";
import { HOUR, nextRunOf, startBackupServer, TARGETS, targetOf } from "./targets.ts";

const MINUTE = 60_000;

/** A server with two targets whose backups are due and fail. */
async function startWithTwo() {
  const { server, clock, admin } = await startBackupServer();
  const { storage } = server.appliance.dependencies;
  const keys = backupKeys(server.folder);
  const fields = (name: string) => ({
    ...{ name, destination: { kind: "folder" as const, path: "/nowhere/tallybox" } },
    ...{ schedule: { every: "day" as const, atHour: 2 }, retention: null, uploadLimitKbps: null },
    isActive: true,
  });
  const secrets = { secrets: {}, passphrase: "p" };
  const [first, second] = await storage.write(null, (tx) => [
    addTarget(tx, keys, fields("first"), secrets),
    addTarget(tx, keys, fields("second"), secrets),
  ]);
  return { server, clock, admin, storage, first, second };
}

test("a run that could not be recorded waits for 5 minutes, and other targets have their turn", async () => {
  const { server, clock, storage, first, second } = await startWithTwo();
  const write = storage.write.bind(storage);
  let fails = 0;
  vi.spyOn(storage, "write").mockImplementation((tenant, change, options) =>
    write(
      tenant,
      (tx) => {
        const result = change(tx);
        if (fails > 0 || store.runsOf.all(tx, { targetId: first, limit: 1 }).length === 0) return result;
        fails += 1;
        throw new Error("the disk is full");
      },
      options,
    ),
  );
  await nextRunOf(server, second);
  expect(fails).toBe(1);
  expect((await targetOf(server, first)).lastRun).toBeNull();
  clock.advance(5 * MINUTE);
  expect(await nextRunOf(server, first)).toMatchObject({ error: expect.any(String) });
});

test("no backup of a target begins while it is changed", async () => {
  const { server, clock, admin, storage, first, second } = await startWithTwo();
  const before = [await nextRunOf(server, first), await nextRunOf(server, second)];
  const write = storage.write.bind(storage);
  const goOn = Promise.withResolvers<void>();
  const changed = Promise.withResolvers<void>();
  vi.spyOn(storage, "write").mockImplementation(async (tenant, change, options) => {
    if (options?.by !== undefined) {
      changed.resolve();
      await goOn.promise;
    }
    return write(tenant, change, options);
  });
  const response = admin.put(`${TARGETS}/${first}`, { name: "renamed" });
  await changed.promise;
  clock.advance(HOUR);
  const during = await nextRunOf(server, second, before[1].oid);
  expect((await targetOf(server, first)).lastRun.oid).toBe(before[0].oid);
  goOn.resolve();
  expect((await response).status).toBe(200);
  expect((await nextRunOf(server, first, before[0].oid)).oid).toBeGreaterThan(during.oid);
});
