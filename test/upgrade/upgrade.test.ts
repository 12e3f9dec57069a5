import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { UpgradeInbox } from "../../src/ops/upgrade/inbox.ts";
import { openTemporaryFiles } from "../harness/open-files.ts";
import { startServer } from "../harness/server.ts";
import { createSigner } from "../release/signer.ts";
import { createSetAside } from "../service/root-machine.ts";
import { bundleOf, createMachine, INSTALLED, requestIn, upload } from "./machine.ts";

const NEWER = "99.0.0";

async function startOnMachine() {
  const machine = createMachine();
  machine.install(INSTALLED, { "0001-schema.sql": "one" });
  const server = await startServer({ upgradePlaces: machine.places });
  const { admin } = server;
  const state = async () => (await admin.get("/api/upgrade")).body;
  return { machine, server, admin, state };
}

/** A server with an uploaded bundle. */
async function startWithBundle() {
  const started = await startOnMachine();
  const bundle = bundleOf(NEWER);
  const uploaded = await upload(started.admin, bundle, started.machine.signer.sign(bundle), "next.tar.gz");
  expect(uploaded.status).toBe(201);
  return { ...started, bundle };
}

test("a server that is not a service says that it can't be upgraded here, and takes nothing", async () => {
  const { admin } = await startServer();
  const { body } = await admin.get("/api/upgrade");
  expect(body).toMatchObject({ isAvailable: false, unavailableReason: "notService", previous: null });
  const signer = createSigner();
  const bundle = bundleOf(NEWER);
  expect(await upload(admin, bundle, signer.sign(bundle))).toMatchObject({
    status: 400,
    body: { message: "This server can't be upgraded from the console." },
  });
  expect((await admin.put("/api/upgrade/begin", { version: NEWER })).status).toBe(400);
});

test("a server without a key of releases says so", async () => {
  const { machine, state } = await startOnMachine();
  rmSync(machine.places.releaseKeys);
  expect(await state()).toMatchObject({ isAvailable: false, unavailableReason: "noKeys" });
});

test("a signed bundle is kept as root's script expects it, with what the console shows", async () => {
  const { machine, server, state, bundle } = await startWithBundle();
  const inbox = join(server.folder, "upgrade");
  expect(readFileSync(join(inbox, "bundle.tar.gz"))).toEqual(bundle);
  expect(readFileSync(join(inbox, "bundle.tar.gz.sig"), "utf8").trim()).toBe(
    machine.signer.sign(bundle).trim(),
  );
  expect((await state()).bundle).toMatchObject({
    name: "next.tar.gz",
    bytes: bundle.length,
    version: NEWER,
  });
  expect(readdirSync(server.folder).filter((name) => name.startsWith("new-"))).toEqual([]);
});

test.each<[string, string, string, RegExp]>([
  ["of an older version", "0.0.1", process.arch, /^Version 0\.0\.1 is older than the installed /],
  ["of the same version", INSTALLED, process.arch, /^Version .* runs already\.$/],
  ["for another processor", NEWER, "arm", /is not a bundle|another processor/],
  ["for the other processor", NEWER, process.arch === "x64" ? "arm64" : "x64", /another processor/],
])("a bundle %s is refused", async (_, version, arch, message) => {
  const { machine, server, admin } = await startOnMachine();
  const bundle = bundleOf(version, arch);
  const { status, body } = await upload(admin, bundle, machine.signer.sign(bundle));
  expect({ status, message: body.message }).toEqual({ status: 400, message: expect.stringMatching(message) });
  expect(existsSync(join(server.folder, "upgrade/bundle.tar.gz"))).toBe(false);
});

test("what is not signed with the key of this server is refused, and the earlier bundle stays", async () => {
  const { machine, admin, state } = await startWithBundle();
  const bundle = bundleOf("99.1.0");
  const wrong = [
    createSigner().sign(bundle),
    machine.signer.sign(bundleOf("99.2.0")),
    "no signature",
    machine.signer.sign(bundle, { namespace: "file" }),
  ];
  for (const signature of wrong) {
    const { status, body } = await upload(admin, bundle, signature);
    expect(status).toBe(400);
    expect(body.message).toMatch(/^The signature does not match the bundle/);
  }
  const letter = Buffer.from("a letter");
  expect((await upload(admin, letter, machine.signer.sign(letter))).body.message).toBe(
    "The file is not a bundle of tallybox.",
  );
  expect((await state()).bundle.version).toBe(NEWER);
});

test("a bundle that was checked is not kept open, so its space is free when it is removed", async () => {
  const { server, admin, machine } = await startWithBundle();
  const older = bundleOf("0.0.1");
  expect((await upload(admin, older, machine.signer.sign(older))).status).toBe(400);
  expect((await admin.delete("/api/upgrade/bundle")).status).toBe(200);
  await expect.poll(() => openTemporaryFiles(server.folder)).toEqual([]);
});

test("a bundle that the disk has no space for is refused", async () => {
  const machine = createMachine();
  const settings = { STORAGE_RESERVE_MEGABYTES: "100000000" };
  const server = await startServer({ upgradePlaces: machine.places, settings });
  const bundle = bundleOf(NEWER);
  const { status } = await upload(server.admin, bundle, machine.signer.sign(bundle));
  expect([503, 507]).toContain(status);
  expect(existsSync(join(server.folder, "upgrade"))).toBe(false);
});

test("where the disk takes no request, the error says so", () => {
  // The kernel's own file system takes no files.
  const inbox = new UpgradeInbox("/sys");
  expect(() => inbox.request("upgrade")).toThrow("The server's disk is not accepting writes.");
});

test("the upgrade is requested by one word, once, and only for the version that was shown", async () => {
  const { server, admin, state } = await startWithBundle();
  expect((await admin.put("/api/upgrade/begin", { version: "99.9.9" })).status).toBe(400);
  expect(requestIn(server.folder)).toBeNull();
  const { status, body } = await admin.put("/api/upgrade/begin", { version: NEWER });
  expect({ status, progress: body.progress }).toMatchObject({
    status: 200,
    progress: { action: "upgrade", version: NEWER, step: "requested" },
  });
  expect(requestIn(server.folder)).toBe("upgrade\n");
  expect((await admin.put("/api/upgrade/begin", { version: NEWER })).body.message).toBe(
    "An upgrade is running already.",
  );
  expect((await admin.delete("/api/upgrade/bundle")).status).toBe(400);
  expect((await state()).progress.step).toBe("requested");
});

test("an upgrade is in the security log before it begins", async () => {
  const { server, admin } = await startWithBundle();
  await admin.put("/api/upgrade/begin", { version: NEWER });
  await server.restart();
  const { body } = await server.admin.get("/api/security-events?kind=upgradeRequested");
  expect(body.map(({ details }: { details: object }) => details)).toEqual([
    { action: "upgrade", version: NEWER },
    { action: "upload", version: NEWER },
  ]);
});

test("the running step and the result come from root's record", async () => {
  const { machine, admin, state } = await startWithBundle();
  machine.record({ action: "upgrade", from: INSTALLED, version: NEWER, state: "running" });
  machine.step("copying");
  expect((await state()).progress).toMatchObject({ action: "upgrade", version: NEWER, step: "copying" });
  expect((await admin.put("/api/upgrade/begin", { version: NEWER })).status).toBe(400);
  machine.record({
    action: "upgrade",
    from: INSTALLED,
    version: NEWER,
    state: "failed",
    reason: "unhealthy",
  });
  expect(await state()).toMatchObject({
    progress: null,
    lastResult: {
      isDone: false,
      message: `tallybox ${NEWER} did not work on a copy of the data. tallybox ${INSTALLED} runs again, with its data.`,
    },
  });
  machine.record({ action: "upgrade", version: NEWER, state: "done" });
  expect((await state()).lastResult).toMatchObject({ isDone: true, message: `tallybox ${NEWER} runs.` });
});

test("after a start of the machine the lasting record is shown", async () => {
  const { machine, state } = await startOnMachine();
  expect((await state()).lastResult).toBeNull();
  machine.record({ action: "upgrade", version: NEWER, state: "failed", reason: "interrupted" }, "app");
  expect((await state()).lastResult.message).toMatch(/was stopped in the middle\. tallybox .* runs/);
});

test("a reason of a later version has a general sentence, with the line of its scripts", async () => {
  const { machine, state } = await startOnMachine();
  machine.record({
    action: "upgrade",
    version: NEWER,
    state: "failed",
    reason: "later",
    detail: "It rains.",
  });
  expect((await state()).lastResult).toMatchObject({
    message: `It failed. tallybox ${INSTALLED} runs.`,
    detail: "It rains.",
  });
});

test("an installed bundle and a request that nobody took are removed at the start", async () => {
  const { server } = await startWithBundle();
  const state = async () => (await server.admin.get("/api/upgrade")).body;
  const inbox = join(server.folder, "upgrade");
  writeFileSync(join(inbox, "request"), "upgrade\n");
  await server.restart();
  expect(requestIn(server.folder)).toBeNull();
  expect((await state()).bundle.version).toBe(NEWER);
  const description = JSON.parse(readFileSync(join(inbox, "bundle.json"), "utf8"));
  writeFileSync(join(inbox, "bundle.json"), JSON.stringify({ ...description, version: INSTALLED }));
  await server.restart();
  expect((await state()).bundle).toBeNull();
  expect(readdirSync(inbox)).toEqual([]);
});

test("without a previous version nobody can go back", async () => {
  const { admin, state } = await startOnMachine();
  expect((await state()).previous).toBeNull();
  expect((await admin.put("/api/upgrade/return", { version: "0.0.1", keepsData: true })).status).toBe(400);
});

test("the previous version keeps the data where both have the same migrations", async () => {
  const { machine, server, admin, state } = await startOnMachine();
  machine.install("0.0.9", { "0001-schema.sql": "other" });
  machine.install("0.0.10", { "0001-schema.sql": "one" });
  machine.install("99.0.0", { "0001-schema.sql": "one" });
  expect((await state()).previous).toEqual({
    ...{ version: "0.0.10", canReturn: true, keepsData: true, earlierDataDT: null, lost: null },
  });
  expect((await admin.put("/api/upgrade/return", { version: "0.0.10", keepsData: false })).status).toBe(400);
  expect((await admin.put("/api/upgrade/return", { version: "0.0.9", keepsData: true })).status).toBe(400);
  expect((await admin.put("/api/upgrade/return", { version: "0.0.10", keepsData: true })).status).toBe(200);
  expect(requestIn(server.folder)).toBe("return keep-data\n");
});

test("where it can't have the present data, the console learns what would be lost", async () => {
  const { machine, server, admin, state } = await startOnMachine();
  machine.install("0.0.9", { "0001-schema.sql": "other" });
  expect((await state()).previous).toMatchObject({ canReturn: false, keepsData: false, lost: null });
  expect((await admin.put("/api/upgrade/return", { version: "0.0.9", keepsData: false })).status).toBe(400);
  const earlier = `${server.folder}.before-${INSTALLED}`;
  createSetAside(earlier);
  onTestFinished(() => rmSync(earlier, { recursive: true }));
  // The clock of the files and that of the records differ by less than a millisecond.
  await expect.poll(() => Date.now()).toBeGreaterThan(Date.parse((await state()).previous.earlierDataDT) + 1);
  expect((await state()).previous).toMatchObject({ canReturn: true, lost: { changes: 0, counts: 0 } });
  await admin.post("/api/locations", { name: "After", code: "After" });
  expect((await state()).previous.lost).toEqual({ changes: 1, counts: 0 });
  expect((await admin.put("/api/upgrade/return", { version: "0.0.9", keepsData: false })).status).toBe(200);
  expect(requestIn(server.folder)).toBe("return earlier-data\n");
});
