import { expect, test } from "vitest";
import { aBox, type TestBox } from "../harness/box.ts";
import { Client } from "../harness/client.ts";
import { aClock } from "../harness/clock.ts";
import { anAuthenticator } from "./authenticator.ts";
import { addApp, aUserWithApp, firstStep } from "./two-step.ts";

// Somebody who knows the password, and waits until its owner sets up a second factor.

const SETUP = "/api/pwa-auth/second-factor/setup";

/** Adds a passkey by this ticket; `meanwhile` happens once the browser was told what to make it by. */
async function addPasskey(box: TestBox, ticket: string, meanwhile: () => Promise<unknown> = async () => {}) {
  const origin = box.url.replace("127.0.0.1", "localhost");
  const anonymous = new Client(origin, null, () => {});
  const { body: options } = await anonymous.post(`${SETUP}/passkey-options`, { ticket });
  await meanwhile();
  const passkey = anAuthenticator(origin).create({ challenge: options.challenge ?? "none" });
  return anonymous.post(SETUP, { ticket, name: "Another", passkey });
}

test("a ticket of a role that must set up a second factor ends when one is set up", async () => {
  const clock = aClock();
  const box = await aBox({ clock, settings: { LOGIN_SECOND_FACTOR_ROLES: "Admin" } });
  const { ticket } = (await firstStep(box, "admin")).body;
  const owner = async () => addApp(box, (await firstStep(box, "admin")).body.ticket, clock.now());
  const { status, body } = await addPasskey(box, ticket, owner);
  expect([status, body.reason]).toEqual([401, "ticketExpired"]);
});

test("so does one of a login in one step, but not one of a login in two", async () => {
  const clock = aClock();
  const box = await aBox({ clock });
  const { body: login } = await firstStep(box, "admin");
  const { body: before } = await box.with(login.accessToken).post("/api/me/second-factor/setup");
  const app = await aUserWithApp(box, "admin", clock.now());
  const early = await addPasskey(box, before.ticket);
  expect([early.status, early.body.reason]).toEqual([401, "ticketExpired"]);
  const { body: own } = await app.client.post("/api/me/second-factor/setup");
  expect((await addPasskey(box, own.ticket)).status).toBe(200);
});

test("a ticket of a session ends with it", async () => {
  const box = await aBox();
  const { body: login } = await firstStep(box, "admin");
  const client = box.with(login.accessToken);
  const { body: own } = await client.post("/api/me/second-factor/setup");
  const { status, body } = await addPasskey(box, own.ticket, () => client.post("/api/pwa-auth/logout"));
  expect([status, body.reason]).toEqual([401, "ticketExpired"]);
  expect((await firstStep(box, "admin")).status).toBe(200);
});

test("a pairing code of before the second factor pairs no device", async () => {
  const clock = aClock();
  const box = await aBox({ clock });
  const { body } = await (await box.as("manager")).post("/api/device-auth/generate-code");
  await aUserWithApp(box, "manager", clock.now());
  expect((await box.anonymous.post("/api/device-auth/activate", { code: body.code })).status).toBe(400);
});
