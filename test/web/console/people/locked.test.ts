import { expect, test } from "vitest";
import { aBox, type TestBox } from "../../../harness/box.ts";
import { aClock } from "../../../harness/clock.ts";
import { aDesk } from "../../../harness/desk.ts";
import { patiently, pinById } from "../../../security/guesser.ts";
import { atDesk } from "../at-desk.ts";

const USER = 3;

async function aLockedPin(): Promise<TestBox> {
  const clock = aClock();
  const box = await aBox({ clock });
  await patiently(clock, 10, () => pinById(box, USER, "8001"));
  return box;
}

test("the overview names a locked PIN and where it was tried from, and unlocks it", async () => {
  const box = await aLockedPin();
  const desk = await aDesk();
  await atDesk(desk, box, "admin");
  const { page } = desk;
  await page
    .getByText("Uma Svoboda: PIN locked without a paired device (last attempt from 127.0.0.1)")
    .waitFor();
  await page.getByRole("button", { name: "Unlock Uma Svoboda" }).click();
  await page.getByText("Uma Svoboda: PIN and password unlocked.").waitFor();
  await expect.poll(() => page.getByText("PIN locked").count()).toBe(0);
  expect((await pinById(box, USER, "3333")).status).toBe(200);
});

test("the person's page says that the PIN is locked, and unlocks it", async () => {
  const box = await aLockedPin();
  const desk = await aDesk();
  await atDesk(desk, box, "admin", `/people/${USER}`);
  const { page } = desk;
  await page.getByText("PIN locked without a paired device").waitFor();
  await page.getByRole("button", { name: "Unlock Uma Svoboda" }).click();
  await expect.poll(() => page.getByText("PIN locked").count()).toBe(0);
  expect((await pinById(box, USER, "3333")).status).toBe(200);
});
