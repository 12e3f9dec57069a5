import type { IncomingMessage } from "node:http";
import { pino } from "pino";
import { beforeAll, beforeEach, expect, onTestFinished, test } from "vitest";
import type { Client } from "../harness/client.ts";
import { createClock } from "../harness/clock.ts";
import { eventually } from "../harness/eventually.ts";
import { sharedServer } from "../harness/server.ts";
import { pairDevice } from "../security/terminal.ts";
import { addBulk, follow } from "./copies.ts";

const PATH = "/api/backup/downloads";
const MINUTE = 60_000;
const clock = createClock();
const lines: string[] = [];
const log = pino({ level: "debug" }, { write: (line: string) => void lines.push(line) });
const server = sharedServer({ clock, log });
let admin: Client;
beforeAll(() => addBulk(server));
beforeEach(async () => {
  admin = await server.as("admin");
});

/** A link of the Admin's. */
async function createLink(): Promise<{ id: number; url: string }> {
  const { status, body, headers } = await admin.post(PATH);
  expect(status).toBe(201);
  expect(headers.get("location")).toBe(`${PATH}/${body.id}`);
  return body;
}
/** Follows a link as a browser does, without a token. */
async function followLink(url: string, method = "GET"): Promise<IncomingMessage> {
  const response = await follow(server.url + url, { method });
  onTestFinished(() => void response.destroy());
  return response;
}
/** The same once a download slot is free: an earlier test's download ends a moment later. */
const startDownload = (url: string, method = "GET") =>
  eventually(async () => {
    const response = await followLink(url, method);
    expect(response.statusCode).toBe(200);
    return response;
  });
const stateOf = async (id: number) => (await admin.get(`${PATH}/${id}`)).body.state;
const lastBackup = async () => (await admin.get("/api/box/checks")).body.backup;

test("a link gives the whole backup without a token, once", async () => {
  const { id, url } = await createLink();
  const response = await followLink(url);
  expect(response.headers["content-disposition"]).toMatch(/^attachment; filename="tallybox-.*\.tar"$/);
  const size = Number(response.headers["content-length"]);
  expect((await followLink(url)).statusCode).toBe(404);
  let received = 0;
  for await (const piece of response) received += piece.length;
  expect(received).toBe(size);
  await eventually(async () => expect(await stateOf(id)).toBe("whole"));
  await eventually(async () => expect((await lastBackup()).bytes).toBe(size));
  expect((await followLink(url)).statusCode).toBe(404);
});

test("a link shows the progress of its download", async () => {
  const { id, url } = await createLink();
  expect(await stateOf(id)).toBe("waiting");
  const size = Number((await startDownload(url)).headers["content-length"]);
  const { body } = await admin.get(`${PATH}/${id}`);
  expect(body).toMatchObject({ state: "sending", bytes: size });
  expect(body.sentBytes).toBeLessThan(size);
});

test("no log contains a link", async () => {
  lines.length = 0;
  const { id, url } = await createLink();
  (await startDownload(url)).resume();
  await eventually(async () => expect(await stateOf(id)).toBe("whole"));
  expect((await followLink(url)).statusCode).toBe(404);
  expect(lines.some((line) => line.includes("backup download started"))).toBe(true);
  expect(lines.join("")).not.toContain(url.split("ticket=")[1]);
});

test("a cancelled download breaks off, and no backup is recorded", async () => {
  const before = await lastBackup();
  const { id, url } = await createLink();
  const response = await startDownload(url);
  expect((await admin.delete(`${PATH}/${id}`)).status).toBe(204);
  await expect(response.toArray()).rejects.toThrow(/aborted/);
  await eventually(async () => expect(await stateOf(id)).toBe("broken"));
  expect(await lastBackup()).toEqual(before);
});

test("a cancelled link that is unused is invalid", async () => {
  const { id, url } = await createLink();
  await admin.delete(`${PATH}/${id}`);
  expect((await followLink(url)).statusCode).toBe(404);
});

test.each([
  ["after a minute", async () => clock.advance(MINUTE)],
  [
    "once whoever made it has another password",
    async () => {
      clock.advance(2000);
      await admin.put("/api/me/secrets", { oldPin: "111111", password: "another-password" });
    },
  ],
])("%s a link is invalid", async (_, happen) => {
  const { url } = await createLink();
  await happen();
  expect((await followLink(url)).statusCode).toBe(404);
});

test("the state of a download has an ETag, and 304 while it is unchanged", async () => {
  const { id } = await createLink();
  const { headers } = await admin.get(`${PATH}/${id}`);
  const tag = headers.get("etag");
  expect(tag).toMatch(/^"[\w-]+"$/);
  const again = await admin.get(`${PATH}/${id}`, { "If-None-Match": tag ?? "" });
  expect(again.status).toBe(304);
});

test("HEAD does not use a link up, nor does a refusal for too many downloads", async () => {
  const { id, url } = await createLink();
  const head = await startDownload(url, "HEAD");
  expect(Number(head.headers["content-length"])).toBeGreaterThan(0);
  expect(await stateOf(id)).toBe("waiting");
  const others = [
    await startDownload((await createLink()).url),
    await startDownload((await createLink()).url),
  ];
  const refused = await followLink(url);
  expect(refused.statusCode).toBe(503);
  expect(refused.headers["retry-after"]).toBe("2");
  expect(await stateOf(id)).toBe("refused");
  for (const other of others) other.destroy();
  await startDownload(url);
  expect(await stateOf(id)).toBe("sending");
  expect((await followLink(url, "HEAD")).statusCode).toBe(404);
});

test.each<[string, readonly object[]]>([
  ["no Admin any more", [{ roles: ["Manager"] }]],
  ["deactivated, and active again", [{ isActive: false }, { isActive: true }]],
])("once its author is %s a link is invalid", async (_, changes) => {
  const userName = `second-${changes.length}`;
  const { body: created } = await admin.post("/api/users", {
    ...{ userName, firstName: "Second", lastName: "Admin", roles: ["Admin"] },
    password: "second-password",
  });
  const second = await server.as(userName);
  const { body: link } = await second.post(PATH);
  for (const change of changes) {
    expect((await admin.put(`/api/users/${created.oid}`, change)).status).toBe(200);
  }
  expect((await followLink(link.url)).statusCode).toBe(404);
});

test("once the device on which it was made is revoked a link is invalid", async () => {
  const { deviceTokenId, logIn } = await pairDevice(server, "admin");
  const { body: link } = await (await logIn(1, "111111")).post(PATH);
  expect((await admin.delete(`/api/device-auth/tokens/${deviceTokenId}`)).status).toBe(204);
  expect((await followLink(link.url)).statusCode).toBe(404);
});

test("a link of a user who has just changed their own password stays valid", async () => {
  const [oldPassword, password] = ["second-password", "third-password"];
  await admin.put("/api/me/secrets", { oldPin: "111111", password: oldPassword });
  const again = await server.as("admin");
  const { body: session } = await again.put("/api/me/secrets", { oldPassword, password });
  const { body: link } = await server.withToken(session.accessToken).post(PATH);
  await startDownload(link.url);
});

test("a guessed link, and an empty one, are refused", async () => {
  expect((await followLink("/api/backup/file?ticket=guessed")).statusCode).toBe(404);
  expect((await followLink("/api/backup/file")).statusCode).toBe(400);
});
