import { readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { RestorePlans } from "../../src/ops/backup/console/plans.ts";
import { added } from "../articles/samples.ts";
import { createClock } from "../harness/clock.ts";
import { startServer } from "../harness/server.ts";
import { pairDevice } from "../security/terminal.ts";
import { restartAfterRestore } from "../web/restart-after-restore.ts";
import {
  begin,
  beginAndRead,
  CURRENT,
  confirm,
  namesIn,
  RESTORES,
  read,
  startRestorable,
} from "./console-restores.ts";
import { contentsOf } from "./contents.ts";
import { addPhotos, adminByPassword, copyOf, photoFilesOf, sharedFilledFolder } from "./copies.ts";

const filled = await sharedFilledFolder();

test("an Admin restores a copied folder: nothing is touched before the confirmation, and the next start has the copy", async () => {
  const server = await startRestorable(filled);
  await added(server.manager, "LATER-1");
  await addPhotos(server, 1);
  await pairDevice(server, "user");
  const plan = await beginAndRead(server.admin, copyOf(filled));
  expect(plan).toMatchObject({
    state: "ready",
    begunBy: "Ada Novak",
    isWhole: true,
    isOtherInstallation: false,
    holds: {
      tenants: ["Riverside Warehouse", "Hilltop Store"],
      articles: 520,
      inventories: 10,
      photos: 4,
      users: 7,
    },
    lostSince: { fromDT: plan.upToDT, counts: 0, articles: 1, photos: 1, devices: 1, users: 0 },
    error: null,
  });
  expect((await server.admin.get("/api/articles/getbycode?code=LATER-1")).status).toBe(200);
  expect(namesIn(server.folder, "swapping-", "before-")).toEqual([]);
  const confirmed = await confirm(server.admin);
  expect(confirmed.body).toMatchObject({ state: "confirmed", isRestarting: false });
  await server.halt();
  const earlier = contentsOf(server.folder);
  await server.restart();
  const restored = await adminByPassword(server);
  await restored.put("/api/restore-confirmation", { all: true });
  expect((await restored.get("/api/articles/getbycode?code=LATER-1")).status).toBe(404);
  const [before = ""] = namesIn(server.folder, "before-");
  expect(before).toMatch(/^before-\d{8}T\d{9}Z$/);
  expect(namesIn(server.folder, "swapping-", "new-")).toEqual([]);
  const kept = contentsOf(join(server.folder, before));
  for (const [name, hash] of Object.entries(kept)) expect(earlier[name], name).toBe(hash);
  expect(Object.keys(kept)).toEqual(Object.keys(earlier).filter((name) => !name.startsWith("swapping-")));
  const { body: events } = await restored.get("/api/security-events?kind=restore");
  expect(events[0]).toMatchObject({ kind: "restore", details: { by: "admin" } });
});

test("a restored folder is readable by its owner alone", async () => {
  const server = await startRestorable(filled);
  await beginAndRead(server.admin, copyOf(filled));
  await confirm(server.admin);
  await server.restart();
  for (const name of readdirSync(server.folder, { recursive: true, encoding: "utf8" })) {
    const { mode } = statSync(join(server.folder, name));
    expect(mode & 0o077, name).toBe(0);
  }
});

test("what an earlier restore has set aside can be restored again", async () => {
  const server = await startRestorable(filled);
  await added(server.manager, "LATER-1");
  await beginAndRead(server.admin, copyOf(filled));
  await confirm(server.admin);
  await server.restart();
  const restored = await adminByPassword(server);
  await restored.put("/api/restore-confirmation", { all: true });
  const [before = ""] = namesIn(server.folder, "before-");
  const { body: copies } = await restored.get(`${RESTORES}/copies`);
  const path = join(server.folder, before);
  expect(copies.find((one: { kind: string }) => one.kind === "before")).toMatchObject({ path });
  expect(await beginAndRead(restored, path)).toMatchObject({ state: "ready" });
  await confirm(restored);
  await server.restart();
  const again = await adminByPassword(server);
  expect((await again.get("/api/articles/getbycode?code=LATER-1")).status).toBe(200);
  expect(namesIn(server.folder, "before-")).toHaveLength(2);
});

test("the confirmation needs the password of the Admin, and wrong ones count as at a login", async () => {
  const server = await startRestorable(filled);
  const { admin } = server;
  await beginAndRead(admin, copyOf(filled));
  const wrong = await confirm(admin, { password: "manager-demo" });
  expect(wrong.status).toBe(401);
  expect(wrong.headers.get("www-authenticate")).toBeNull();
  const { id } = await read(admin);
  expect((await admin.put(`${CURRENT}/confirm`, { id })).status).toBe(400);
  const statuses: number[] = [];
  for (let i = 0; i < 25; i++) statuses.push((await confirm(admin, { password: `wrong-${i}` })).status);
  expect(statuses).toContain(429);
  expect((await read(admin)).state).toBe("ready");
  expect(namesIn(server.folder, "swapping-")).toEqual([]);
});

test("a second Admin who begins a restore meanwhile gets 409 with the name of the first", async () => {
  const server = await startRestorable(filled);
  const other = { userName: "second", firstName: "Sara", lastName: "Second", roles: ["Admin"] };
  await server.admin.post("/api/users", { ...other, password: "three-green-shelves" });
  const second = await server.as("second");
  await begin(server.admin, copyOf(filled));
  const response = await begin(second, copyOf(filled));
  expect(response.status).toBe(409);
  expect(response.body.message).toContain("Ada Novak");
  await read(server.admin);
  expect((await begin(second, copyOf(filled))).status).toBe(409);
  expect((await second.delete(CURRENT)).status).toBe(204);
  expect((await begin(second, copyOf(filled))).status).toBe(201);
});

test("an Admin confirms the restore that was shown, not one that another Admin has begun since", async () => {
  const server = await startRestorable(filled);
  const shown = await beginAndRead(server.admin, copyOf(filled));
  await server.admin.delete(CURRENT);
  await beginAndRead(server.admin, copyOf(filled));
  expect((await confirm(server.admin, { id: shown.id })).status).toBe(409);
  expect(namesIn(server.folder, "swapping-")).toEqual([]);
});

test("a cancelled restore leaves no file, and a confirmed one can be neither cancelled nor confirmed again", async () => {
  const server = await startRestorable(filled);
  const { admin } = server;
  expect((await admin.get(CURRENT)).status).toBe(404);
  expect((await admin.delete(CURRENT)).status).toBe(404);
  expect((await confirm(admin)).status).toBe(404);
  const copy = copyOf(filled);
  await begin(admin, copy);
  expect((await confirm(admin)).status).toBe(400);
  expect((await admin.delete(CURRENT)).status).toBe(204);
  expect(namesIn(server.folder, "new-")).toEqual([]);
  await beginAndRead(admin, copy);
  expect((await confirm(admin)).status).toBe(200);
  expect((await confirm(admin)).status).toBe(409);
  expect((await admin.delete(CURRENT)).status).toBe(409);
  expect((await begin(admin, copy)).status).toBe(409);
});

test("a restart drops a restore that is not confirmed, with its files", async () => {
  const server = await startRestorable(filled);
  await beginAndRead(server.admin, copyOf(filled));
  expect(namesIn(server.folder, "new-")).toHaveLength(1);
  await server.restart();
  expect((await server.admin.get(CURRENT)).status).toBe(404);
  expect(namesIn(server.folder, "new-")).toEqual([]);
  expect(namesIn(server.folder, "before-")).toEqual([]);
});

test("a restore that nobody confirms ends after twelve hours", async () => {
  const clock = createClock();
  const server = await startRestorable(filled, { clock });
  await beginAndRead(server.admin, copyOf(filled));
  clock.advance(11 * 3_600_000);
  const later = server.admin;
  expect((await later.get(CURRENT)).status).toBe(200);
  clock.advance(3_600_000);
  const last = server.admin;
  expect((await last.get(CURRENT)).status).toBe(404);
  await expect.poll(() => namesIn(server.folder, "new-")).toEqual([]);
});

test("a copy that takes more than twelve hours to fetch can be confirmed for twelve hours more", async () => {
  const clock = createClock();
  const { appliance } = await startRestorable(filled, { clock });
  const plans = new RestorePlans(appliance.dependencies);
  onTestFinished(() => plans.stop());
  const fetched = Promise.withResolvers<void>();
  const path = copyOf(filled);
  const released = Promise.withResolvers<void>();
  const open = async () => {
    await fetched.promise;
    return { path, madeAt: null };
  };
  const shown = { kind: "folder", path, targetOid: null, snapshot: null } as const;
  const release = async () => released.resolve();
  await plans.begin({ shown, passphrase: null, open, release }, null);
  clock.advance(13 * 3_600_000);
  fetched.resolve();
  await released.promise;
  expect(await plans.describe("en")).toMatchObject({ state: "ready" });
  clock.advance(12 * 3_600_000);
  await expect(plans.describe("en")).rejects.toThrow("No restore has begun.");
});

test("a copy without some photos is restored only where the Admin accepts it", async () => {
  const { admin } = await startRestorable(filled);
  const copy = copyOf(filled);
  const [photo = ""] = photoFilesOf(copy);
  rmSync(photo);
  const plan = await beginAndRead(admin, copy);
  expect(plan).toMatchObject({ state: "ready", isWhole: false });
  expect(plan.missingPhotos).toBeGreaterThan(0);
  expect((await confirm(admin)).status).toBe(400);
  expect((await confirm(admin, { withoutMissingPhotos: true })).status).toBe(200);
});

test("what this server wrote since it went on from a restore is counted as lost, also where the copy is newer", async () => {
  const server = await startRestorable(filled);
  await restartAfterRestore(server);
  const admin = await adminByPassword(server);
  await admin.put("/api/restore-confirmation", { all: true });
  await added(server.manager, "NEW-1");
  const old = await startRestorable(filled);
  await added(await old.as("manager"), "OLD-1");
  await old.halt();
  const plan = await beginAndRead(admin, copyOf(old.folder));
  expect(plan).toMatchObject({ state: "ready", isOtherInstallation: false, lostSince: { articles: 1 } });
});

test("a copy of another installation is named as one, and all data here are counted as lost", async () => {
  const other = await startServer({ empty: true });
  const { body: state } = await other.anonymous.get("/api/setup");
  expect(state.isNeeded).toBe(true);
  const { admin } = await startRestorable(filled);
  await other.halt();
  const plan = await beginAndRead(admin, copyOf(other.folder));
  expect(plan).toMatchObject({
    state: "ready",
    isOtherInstallation: true,
    holds: { tenants: [], articles: 0 },
  });
  expect(plan.lostSince).toMatchObject({ articles: 520, stocktakes: 10, photos: 4, users: 7 });
});
