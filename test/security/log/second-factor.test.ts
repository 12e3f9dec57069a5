import { expect, test } from "vitest";
import { addApp, firstStep, secondStep } from "../two-step.ts";
import { ADMIN, aWatchedBox, UMA } from "./watched.ts";

test("second factors that are added, wrong, locked and reset are recorded", async () => {
  const { box, clock, events, last } = await aWatchedBox();
  const { body: login } = await firstStep(box, "user");
  const { body: own } = await box.with(login.accessToken).post("/api/me/second-factor/setup");
  await addApp(box, own.ticket, clock.now());
  const target = { type: "user", id: 3 };
  const set = { user: UMA, target, details: { secondFactor: "set" } };
  const added = await last("secretsChanged");
  expect(added).toMatchObject(set);
  expect(added?.address).toEqual(expect.any(String));
  const { body: first } = await firstStep(box, "user");
  for (let i = 0; i < 6; i++) await secondStep(box, first.ticket, { code: "12345" });
  expect(await last("lock")).toMatchObject({ target, details: { secret: "secondFactor", isHold: true } });
  expect(await events("?kind=login&outcome=failure")).toMatchObject([
    { user: UMA, reason: "wrongCredentials", count: 5, details: { method: "secondFactor" } },
    { user: UMA, reason: "held", count: 1 },
  ]);
  const { body: admin } = await firstStep(box, "admin");
  expect((await box.with(admin.accessToken).delete("/api/users/3/second-factor")).status).toBe(204);
  const reset = { user: ADMIN, target, details: { secondFactor: "removed" } };
  expect(await last("secretsChanged")).toMatchObject(reset);
});
