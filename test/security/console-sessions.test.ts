import { expect, test } from "vitest";
import { aBox, type TestBox } from "../harness/box.ts";
import { aClock } from "../harness/clock.ts";

// Somebody at an office computer that was left logged in.

const HOUR = 3_600_000;

async function logIn(box: TestBox, client: string | null = "console", userName = "user") {
  const body = { userName, password: `${userName}-demo`, client };
  const answer = await box.anonymous.post("/api/pwa-auth/login-password", body);
  expect(answer.status).toBe(200);
  return answer.body;
}
const refresh = (box: TestBox, body: object) => box.anonymous.post("/api/pwa-auth/refresh", body);
const statusOf = async (box: TestBox, token: string) => (await box.with(token).get("/api/me")).status;

/** Tokens that live longer than the console may rest. */
const settings = { JWT_TOKEN_EXPIRATION_HOURS: "48" };

test("a login of the console ends after 12 hours without a request, with all of its tokens", async () => {
  const clock = aClock();
  const box = await aBox({ clock, settings });
  const { accessToken, refreshToken } = await logIn(box);
  expect(await statusOf(box, accessToken)).toBe(200);
  clock.advance(12 * HOUR + 60_000);
  expect(await statusOf(box, accessToken)).toBe(401);
  expect((await refresh(box, { accessToken })).status).toBe(401);
  expect((await refresh(box, { refreshToken })).status).toBe(401);
});

test("a login of the console that is used goes on, by whichever of its tokens", async () => {
  const clock = aClock();
  const box = await aBox({ clock, settings });
  const { accessToken, refreshToken } = await logIn(box);
  clock.advance(11 * HOUR);
  const { body: next } = await refresh(box, { refreshToken });
  clock.advance(11 * HOUR);
  expect(await statusOf(box, next.accessToken)).toBe(200);
  expect(await statusOf(box, accessToken)).toBe(200);
  clock.advance(11 * HOUR);
  expect(await statusOf(box, accessToken)).toBe(200);
});

test("a login that does not say that it is the console's goes on after 12 hours", async () => {
  const clock = aClock();
  const box = await aBox({ clock, settings });
  const { accessToken, refreshToken } = await logIn(box, null);
  clock.advance(13 * HOUR);
  expect(await statusOf(box, accessToken)).toBe(200);
  expect((await refresh(box, { refreshToken })).status).toBe(200);
});

test("whoever changes his own password at the console stays a login of the console", async () => {
  const box = await aBox();
  const { accessToken } = await logIn(box);
  const change = { oldPassword: "user-demo", password: "an open book" };
  const { body: next } = await box.with(accessToken).put("/api/me/secrets", change);
  const { body: sessions } = await box.with(next.accessToken).get("/api/me/sessions?includeClient=true");
  expect(sessions).toMatchObject([{ client: "console", isCurrent: true }]);
});

test("what a login comes from is listed only when it is asked for: the contract's shape is complete", async () => {
  const box = await aBox();
  const { accessToken } = await logIn(box);
  const [session] = (await box.with(accessToken).get("/api/me/sessions")).body;
  expect(Object.keys(session)).toEqual([
    ...["id", "createdDT", "lastUsedDT", "expiresAt", "device", "isCurrent"],
  ]);
});

test("a session that has rested too long is listed no more", async () => {
  const clock = aClock();
  const box = await aBox({ clock });
  await logIn(box);
  clock.advance(12 * HOUR + 60_000);
  const { body: sessions } = await (await box.as("user")).get("/api/me/sessions");
  expect(sessions).toEqual([]);
});

test("an unknown client is refused, and named", async () => {
  const box = await aBox();
  const body = { userName: "user", password: "user-demo", client: "browser" };
  const { status, body: problem } = await box.anonymous.post("/api/pwa-auth/login-password", body);
  expect([status, problem.errors[0].path]).toEqual([400, "client"]);
});

test("one ends all of one's own sessions but the current one", async () => {
  const box = await aBox();
  const [own, other] = [await logIn(box), await logIn(box)];
  const anothers = await logIn(box, null, "manager");
  const client = box.with(own.accessToken);
  expect((await client.delete("/api/me/sessions")).status).toBe(204);
  expect(await statusOf(box, other.accessToken)).toBe(401);
  expect(await statusOf(box, own.accessToken)).toBe(200);
  expect(await statusOf(box, anothers.accessToken)).toBe(200);
  expect((await client.get("/api/me/sessions")).body).toHaveLength(1);
});

test("an Admin ends one session of a user and leaves the others", async () => {
  const box = await aBox();
  const [one, other] = [await logIn(box), await logIn(box)];
  const admin = await box.as("admin");
  const { body: sessions } = await admin.get("/api/users/3/sessions");
  const oldest = sessions.at(-1).id;
  for (const path of [`/api/users/2/sessions/${oldest}`, "/api/users/3/sessions/987"])
    expect((await admin.delete(path)).status).toBe(404);
  expect((await (await box.as("admin2")).delete(`/api/users/3/sessions/${oldest}`)).status).toBe(404);
  expect((await admin.delete(`/api/users/3/sessions/${oldest}`)).status).toBe(204);
  expect(await statusOf(box, one.accessToken)).toBe(401);
  expect(await statusOf(box, other.accessToken)).toBe(200);
});
