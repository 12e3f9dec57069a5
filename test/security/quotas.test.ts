import { expect, onTestFinished, test, vi } from "vitest";
import { msg } from "../../src/domain/message.ts";
import { makeQuota } from "../../src/http/pipeline/quota.ts";
import { WorkerClient } from "../../src/platform/workers/client.ts";
import { createClock } from "../harness/clock.ts";
import { startServer, startServerWithClock } from "../harness/server.ts";
import { createJpeg, upload } from "../photos/uploads.ts";

const HOUR_MS = 3_600_000;
const ITEM = 101;

test("after 50 000 labels in an hour a user's next print is 429, while another user and a replay succeed", async () => {
  const { clock, server } = await startServerWithClock();
  const [user, manager] = [await server.as("user"), await server.as("manager")];
  const wanted = { articleId: 1, printerId: 1, labelFormatId: 1, copies: 1000 };
  const key = { "Idempotency-Key": "the first" };
  const first = await user.post("/api/pda/printing/print", wanted, key);
  for (let i = 1; i < 50; i++) expect((await user.post("/api/pda/printing/print", wanted)).status).toBe(201);
  const refused = await user.post("/api/pda/printing/print", wanted);
  expect(refused.status).toBe(429);
  expect(refused.body.message).toMatch(
    /^You have printed too many labels within an hour\. Try again in \d+ s\.$/,
  );
  expect((await manager.post("/api/pda/printing/print", wanted)).status).toBe(201);
  expect((await user.post("/api/pda/printing/print", wanted, key)).body).toEqual(first.body);
  clock.advance(1000 * Number(refused.headers.get("retry-after")));
  expect((await user.post("/api/pda/printing/print", wanted)).status).toBe(201);
});

test("a test label is of the user's quota of labels", async () => {
  const { server } = await startServerWithClock();
  const user = await server.as("user");
  const wanted = { articleId: 1, printerId: 1, labelFormatId: 1, copies: 1000 };
  for (let i = 0; i < 50; i++) await user.post("/api/pda/printing/print", wanted);
  const test = "/api/printingprinters/1/test";
  expect((await user.post(test)).status).toBe(429);
  expect((await server.manager.post(test)).status).toBe(201);
});

test("a user prints 64 MiB of labels in an hour, however few they are", async () => {
  const server = await startServer();
  const [admin, user] = [await server.as("admin"), await server.as("user")];
  const template = `^XA\n${`^FX${"x".repeat(1000)}\n`.repeat(500)}^FDx^FS^XZ`;
  const { printerTypeId } = (await admin.get("/api/printingformats/1")).body;
  const { body } = await admin.post("/api/printingformats", { name: "Long", printerTypeId, template });
  const wanted = { articleId: 1, printerId: 1, labelFormatId: body.oid };
  const print = async () => (await user.post("/api/pda/printing/print", wanted)).status;
  const fitting = Math.floor((64 * 1024 * 1024) / template.length);
  // The quota refills while they are printed.
  const most = fitting + 20;
  let printed = 0;
  while (printed < most && (await print()) === 201) printed++;
  expect(printed).toBeGreaterThanOrEqual(fitting);
  expect(printed).toBeLessThan(most);
  expect((await admin.post("/api/pda/printing/print", wanted)).status).toBe(201);
  // Short labels still fit.
  expect((await user.post("/api/pda/printing/print", { ...wanted, labelFormatId: 1 })).status).toBe(201);
});

test("a user has a quota of uploads an hour, and of their bytes", async () => {
  for (const uploadsPerHour of [
    { count: 2, bytes: 1e9 },
    { count: 100, bytes: 2500 },
  ]) {
    const server = await startServer({ requestLimits: { uploadsPerHour } });
    const user = await server.as("user");
    const send = async () => (await upload(user, ITEM, Buffer.alloc(900))).status;
    expect([await send(), await send()]).not.toContain(429);
    expect(await send()).toBe(429);
    expect((await upload(await server.as("manager"), ITEM, await createJpeg())).status).toBe(201);
  }
});

test("a user has a quota of 120 exports an hour", async () => {
  const server = await startServer();
  const manager = await server.as("manager");
  const ask = async () => (await manager.get("/api/export/locations")).status;
  for (let i = 0; i < 120; i++) expect(await ask()).toBe(200);
  expect(await ask()).toBe(429);
  expect((await (await server.as("admin")).get("/api/export/locations")).status).toBe(200);
});

test("reports as files, the security log and tables are exports of one quota", async () => {
  const server = await startServer();
  const admin = await server.as("admin");
  // Of the demo, past Finished.
  const report = "/api/inventories/5/report";
  const paths = ["/api/export/locations", `${report}?format=csv`, "/api/security-events/export"];
  for (let i = 0; i < 40; i++)
    for (const path of paths) expect((await admin.get(path)).status, path).toBe(200);
  for (const path of paths) {
    const { status, headers } = await admin.get(path);
    expect([status, Number(headers.get("retry-after")) > 0], path).toEqual([429, true]);
  }
  // The report on the screen is no export.
  expect((await admin.get(report)).status).toBe(200);
  expect((await (await server.as("manager")).get(`${report}?format=csv`)).status).toBe(200);
});

test("a shared terminal, unlike a personal device, has a quota apart from its user's", () => {
  const clock = createClock();
  const quota = makeQuota(clock, 10, (seconds) => msg(`${seconds} s`, `${seconds} s`));
  const person = { userId: 1, deviceTokenId: null, deviceKind: null };
  quota.consume(person, 10);
  for (const deviceTokenId of [1, 2]) quota.consume({ userId: 1, deviceTokenId, deviceKind: "terminal" }, 10);
  expect(() => quota.consume({ userId: 1, deviceTokenId: 3, deviceKind: "personal" })).toThrow("360 s");
  expect(() => quota.consume(person)).toThrow("360 s");
  clock.advance(HOUR_MS / 2);
  quota.consume(person, 5);
  expect(() => quota.consume(person, 4)).toThrow("1440 s");
});

test("a user saves 300 label formats in an hour, refused ones included", async () => {
  const server = await startServer();
  const admin = await server.as("admin");
  const path = "/api/printingformats";
  const format = { name: "Small", printerTypeId: 3, template: "^XA^FDx^FS^XZ" };
  const { oid } = (await admin.post(path, format)).body;
  for (let i = 1; i < 300; i += 3) {
    expect((await admin.post(path, format)).status).toBe(409);
    expect((await admin.post(path, { ...format, template: "plain" })).status).toBe(400);
    if (i + 2 < 300) expect((await admin.put(`${path}/${oid}`, { name: "Small" })).status).toBe(200);
  }
  const refused = [await admin.post(path, format), await admin.put(`${path}/${oid}`, { name: "Small" })];
  for (const { status, body } of refused) {
    expect(status).toBe(429);
    expect(body.message).toMatch(
      /^You have saved too many label formats within an hour\. Try again in \d+ s\.$/,
    );
  }
  expect((await (await server.as("admin2")).post(path, format)).status).toBe(201);
});

test.each([0, 1, 2])(
  "when previews of labels have used up a user's processor time of the hour each kind is 429, while another user is served (%i first)",
  async (first) => {
    const server = await startServer({ requestLimits: { previewMsPerHour: 1 } });
    // Each question for the time of a thread has a greater answer than the one before.
    let cpuMs = 0;
    const time = vi.spyOn(WorkerClient.prototype, "cpuMs").mockImplementation(async () => ++cpuMs);
    onTestFinished(() => time.mockRestore());
    const [user, manager] = [await server.as("user"), await server.as("manager")];
    const layout = { widthMm: 50, heightMm: 25, elements: [] };
    const wanted = { articleId: 1, printerId: 1, labelFormatId: 1 };
    const { body: printed } = await manager.post("/api/pda/printing/print", wanted);
    const previewsOf = (client: typeof user) => [
      () => client.post("/api/printingformats/layout-preview", { layout }),
      () => client.post("/api/printingformats/preview", { labelFormatId: 1 }),
      () => client.get(`/api/printrequests/${printed.oid}/preview`),
    ];
    expect((await previewsOf(user)[first]?.())?.status).toBe(200);
    for (const preview of previewsOf(user)) {
      const { status, body, headers } = await preview();
      expect(status).toBe(429);
      expect(body.message).toMatch(
        /^You have used the time for previews of this hour\. Try again in [\d,]+ s\.$/,
      );
      expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
    }
    expect((await previewsOf(manager)[first]?.())?.status).toBe(200);
  },
);
