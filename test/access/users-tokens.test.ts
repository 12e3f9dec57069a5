import { expect, test } from "vitest";
import { aBox, type TestBox } from "../harness/box.ts";
import type { Client } from "../harness/client.ts";
import { aClock } from "../harness/clock.ts";

const PATH = "/api/users";
const USER = 3;

const tokensOf = async (box: TestBox) =>
  (await box.anonymous.post("/api/pwa-auth/login-pin", { userName: "user", pin: "3333" })).body;
const refresh = (box: TestBox, token: string) =>
  box.anonymous.post("/api/pwa-auth/refresh", { accessToken: token });

/** A terminal that user 3 has paired: its lasting token, and a client by what it was exchanged for. */
async function aTerminal(box: TestBox) {
  const { body: code } = await (await box.as("user")).post("/api/device-auth/generate-code");
  const { body: paired } = await box.anonymous.post("/api/device-auth/activate", { code: code.code });
  const exchange = () => box.anonymous.post("/api/device-auth/exchange", { deviceToken: paired.deviceToken });
  return { exchange, client: box.with((await exchange()).body.accessToken) };
}

const endings: [string, (admin: Client) => Promise<unknown>][] = [
  ["a new PIN", (admin) => admin.put(`${PATH}/${USER}/secrets`, { pin: "8264" })],
  ["a new password", (admin) => admin.put(`${PATH}/${USER}/secrets`, { password: "something new" })],
  ["a PIN taken away", (admin) => admin.put(`${PATH}/${USER}/secrets`, { pin: null })],
  ["a deactivation", (admin) => admin.delete(`${PATH}/${USER}`)],
  [
    "a deactivation that was taken back",
    async (admin) => {
      await admin.put(`${PATH}/${USER}`, { isActive: false });
      await admin.put(`${PATH}/${USER}`, { isActive: true });
    },
  ],
];

test.each(endings)("%s ends the user's older tokens, and nobody else's", async (_, end) => {
  const box = await aBox();
  const admin = await box.as("admin");
  const old = await tokensOf(box);
  const { client: terminal } = await aTerminal(box);
  const client = box.with(old.accessToken);
  expect((await client.get("/api/me")).status).toBe(200);
  expect((await terminal.get("/api/me")).status).toBe(200);
  await end(admin);
  for (const ended of [client, terminal]) {
    const answer = await ended.get("/api/me");
    expect(answer.status).toBe(401);
    expect(answer.headers.get("www-authenticate")).toBe("Bearer");
  }
  for (const token of [old.accessToken, old.refreshToken])
    expect((await refresh(box, token)).status).toBe(401);
  expect((await admin.get("/api/me")).status).toBe(200);
});

test.each(endings)("%s ends also what was given since another change in the same second", async (_, end) => {
  const clock = aClock(Date.parse("2030-01-01T12:00:00.000Z"));
  const box = await aBox({ clock });
  const admin = await box.as("admin");
  await admin.put(`${PATH}/${USER}/secrets`, { password: "in between" });
  const given = await tokensOf(box);
  const client = box.with(given.accessToken);
  expect((await client.get("/api/me")).status).toBe(200);
  await end(admin);
  expect((await client.get("/api/me")).status).toBe(401);
  expect((await refresh(box, given.refreshToken)).status).toBe(401);
});

test.each([endings[0], endings[1]].flatMap((one) => (one ? [one] : [])))(
  "%s ends the user's personal device",
  async (_, end) => {
    const box = await aBox();
    const { exchange } = await aTerminal(box);
    await end(await box.as("admin"));
    expect((await exchange()).status).toBe(401);
  },
);

test("a name that changes and a secret that is only set again to nothing end no token", async () => {
  const box = await aBox();
  const client = box.with((await tokensOf(box)).accessToken);
  const admin = await box.as("admin");
  await admin.put(`${PATH}/${USER}`, { lastName: "Nova", userName: "uma" });
  await admin.put(`${PATH}/${USER}/secrets`, {});
  expect((await client.get("/api/me")).body).toMatchObject({ userName: "uma", fullName: "Uma Nova" });
});

test("a token carries today's roles", async () => {
  const box = await aBox();
  const client = box.with((await tokensOf(box)).accessToken);
  const admin = await box.as("admin");
  const location = { name: "Yard" };
  expect((await client.post("/api/locations", location)).status).toBe(403);
  await admin.put(`${PATH}/${USER}`, { roles: ["Manager"] });
  expect((await client.post("/api/locations", location)).status).toBe(201);
  await admin.put(`${PATH}/${USER}`, { roles: ["User"] });
  expect((await client.post("/api/locations", location)).status).toBe(403);
});
