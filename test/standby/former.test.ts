import { expect, test } from "vitest";
import {
  addLocation,
  adminStateOf,
  joinPair,
  startTestMachine,
  type TestMachine,
  until,
  untilSame,
} from "./machines.ts";

/** A primary that stops with a write that its standby lacks, the promoted standby, and an empty third machine. */
async function startPromoted() {
  const former = await startTestMachine("demo");
  const promoted = await startTestMachine("empty");
  const next = await startTestMachine("empty");
  const code = await joinPair(former, promoted);
  expect(await addLocation(former, "Sent")).toBe(201);
  await untilSame(former);
  await promoted.stop();
  expect(await addLocation(former, "Only here")).toBe(201);
  await former.stop();
  await promoted.start();
  expect((await promoted.anonymous.put("/api/standby/promotion", { code })).status).toBe(200);
  await until(() => promoted.machine.appliance !== null);
  expect(await addLocation(promoted, "On the new primary")).toBe(201);
  return { former, promoted, next };
}

/** The returning machine learns that it is a former primary, and of what only it has. */
async function expectInformed(former: TestMachine): Promise<void> {
  await until(async () => (await adminStateOf(former))["mode"] === "superseded");
  expect(await addLocation(former, "Too late")).toBe(503);
  const admin = await former.as("admin");
  expect((await admin.put("/api/standby/override", {})).status).toBe(400);
  await until(async () => (await admin.get("/api/standby/unshipped")).body.writes === 1);
  expect((await admin.get("/api/standby/unshipped/export")).text).toContain("Only here");
}

const isInformed = async (machine: TestMachine) => (await adminStateOf(machine))["isFormerInformed"];

test("a former primary that returns after a new standby has joined hears of the promotion", async () => {
  const { former, promoted, next } = await startPromoted();
  expect(await adminStateOf(promoted)).toMatchObject({
    mode: "primary",
    peer: null,
    isFormerInformed: false,
  });
  await joinPair(promoted, next);
  expect(await adminStateOf(promoted)).toMatchObject({ epoch: 2, isFormerInformed: false });
  await former.start();
  await expectInformed(former);
  await until(async () => (await isInformed(promoted)) === true);
  expect(await addLocation(promoted, "With the new standby")).toBe(201);
  await untilSame(promoted);
});

test("after a restart of the promoted server too, and by its notice where the former primary can't ask", async () => {
  const { former, promoted, next } = await startPromoted();
  await joinPair(promoted, next);
  await promoted.stop();
  await former.start();
  expect(await adminStateOf(former)).toMatchObject({ mode: "asking" });
  expect((await (await former.as("admin")).put("/api/standby/override", {})).status).toBe(200);
  await until(async () => (await adminStateOf(former))["mode"] === "primary");
  // Where the former primary does not find it.
  await promoted.movePeerPort();
  await promoted.start();
  await expectInformed(former);
  await until(async () => (await isInformed(promoted)) === true);
});

test("a promoted server without its new standby, and a next promotion, forget no former primary", async () => {
  const { former, promoted, next } = await startPromoted();
  const code = await joinPair(promoted, next);
  expect((await (await promoted.as("admin")).delete("/api/standby")).status).toBe(204);
  expect(await adminStateOf(promoted)).toMatchObject({
    mode: "primary",
    peer: null,
    isFormerInformed: false,
  });
  expect(await addLocation(promoted, "Without the standby")).toBe(201);
  const third = await startTestMachine("empty");
  const thirdCode = await joinPair(promoted, third);
  expect(thirdCode).not.toBe(code);
  expect((await third.anonymous.put("/api/standby/promotion", { code: thirdCode })).status).toBe(200);
  await until(async () => (await adminStateOf(promoted))["mode"] === "superseded");
  await former.start();
  await expectInformed(former);
  expect(await adminStateOf(former)).toMatchObject({ epoch: 2 });
  expect(await adminStateOf(third)).toMatchObject({ mode: "primary", epoch: 3 });
  await until(async () => (await isInformed(third)) === true);
});

test("a promoted server ends its pair only once the former primary is informed", async () => {
  const { former, promoted } = await startPromoted();
  const admin = await promoted.as("admin");
  expect((await admin.delete("/api/standby")).status).toBe(400);
  await former.start();
  await expectInformed(former);
  await until(async () => (await isInformed(promoted)) === true);
  expect((await admin.delete("/api/standby")).status).toBe(204);
  expect(await adminStateOf(promoted)).toMatchObject({ mode: "alone", isFormerInformed: null });
});
