import { expect, test } from "vitest";
import type { Client } from "../harness/client.ts";
import { sharedServer } from "../harness/server.ts";
import { firstStep } from "./two-step.ts";

// The attacker finds a link to a backup after its owner has left: the link has no token of its own.

const PATH = "/api/backup/downloads";
const server = sharedServer();

/** A login of the Admin's, with a session of its own. */
async function openSession(): Promise<{ client: Client; id: number; refreshToken: string }> {
  const { body: login } = await firstStep(server, "admin");
  const client = server.withToken(login.accessToken);
  const { body: sessions } = await client.get("/api/me/sessions");
  const { id } = sessions.find(({ isCurrent }: { isCurrent: boolean }) => isCurrent);
  return { client, id, refreshToken: login.refreshToken };
}
const follow = (url: string) => server.anonymous.get(url);

test.each<[string, (own: Client, other: Client, id: number) => Promise<{ status: number }>]>([
  ["logs out", (own) => own.post("/api/pwa-auth/logout")],
  ["ends that session from another one", (_, other, id) => other.delete(`/api/me/sessions/${id}`)],
  ["ends all other sessions from another one", (_, other) => other.delete("/api/me/sessions")],
  ["has that session ended by an Admin", (_, other, id) => other.delete(`/api/users/1/sessions/${id}`)],
  ["has all sessions ended by an Admin", (_, other) => other.delete("/api/users/1/sessions")],
])("once its author %s a link to a backup is invalid", async (_, end) => {
  const [own, other] = [await openSession(), await openSession()];
  const { body: link } = await own.client.post(PATH);
  expect((await end(own.client, other.client, own.id)).status).toBe(204);
  expect((await server.anonymous.send("HEAD", link.url, undefined)).status).toBe(404);
  expect((await follow(link.url)).status).toBe(404);
});

test("a refresh of its session, and the end of another one, keep a link valid", async () => {
  const [own, other] = [await openSession(), await openSession()];
  const { body: link } = await own.client.post(PATH);
  const { refreshToken } = own;
  expect((await server.anonymous.post("/api/pwa-auth/refresh", { refreshToken })).status).toBe(200);
  expect((await other.client.post("/api/pwa-auth/logout")).status).toBe(204);
  expect((await follow(link.url)).status).toBe(200);
});

test("an ended session makes no link", async () => {
  const own = await openSession();
  expect((await own.client.post("/api/pwa-auth/logout")).status).toBe(204);
  expect((await own.client.post(PATH)).status).toBe(401);
});
