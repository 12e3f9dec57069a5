import { expect, test } from "vitest";
import { aBox } from "../../harness/box.ts";
import { aHandheld } from "../../harness/handheld.ts";
import { restored } from "../restored.ts";
import { atWork, person, typePin } from "./together.ts";

test("after a restore a terminal says that an administrator has to confirm it, and then goes on by itself", async () => {
  const box = await aBox();
  const handheld = await aHandheld({ browser: "chromium77" });
  await atWork(handheld, box, "user");
  await restored(box);
  await handheld.reload();
  await handheld.see("Waiting for an administrator");
  await handheld.see("restored from a backup");
  expect(await handheld.axe()).toEqual([]);
  await handheld.screenshot("unconfirmed");
  const login = { userName: "admin", password: "admin-demo" };
  const { body } = await box.anonymous.post("/api/pwa-auth/login-password", login);
  await box.with(body.accessToken).put("/api/restore-confirmation", { all: true });
  await handheld.see("Who's counting?");
  const { fullName, pin } = person("user");
  await handheld.tap(new RegExp(`^${fullName}`));
  await typePin(handheld, pin);
  await handheld.until("document.querySelector('nav.tabs') !== null");
});
