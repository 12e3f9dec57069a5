import { expect, test } from "vitest";
import { createClock } from "../../../harness/clock.ts";
import { openConsole } from "../../../harness/console.ts";
import { startServer } from "../../../harness/server.ts";
import { patiently, pinById } from "../../../security/login-attempts.ts";
import { logInConsole } from "../log-in.ts";

const USER = 3;

test("a locked PIN is shown and unlocked on the overview, with the address of the last attempt, and on the page of its user", async () => {
  const clock = createClock();
  const server = await startServer({ clock });
  const lockPin = () => patiently(clock, 10, () => pinById(server, USER, "8001"));
  await lockPin();
  const consolePage = await openConsole();
  await logInConsole(consolePage, server, "admin");
  const { page } = consolePage;
  await page
    .getByText("Uma Svoboda: PIN locked without a paired device (last attempt from 127.0.0.1)")
    .waitFor();
  await page.getByRole("button", { name: "Unlock Uma Svoboda" }).click();
  await page.getByText("Uma Svoboda: PIN and password unlocked.").waitFor();
  await expect.poll(() => page.getByText("PIN locked").count()).toBe(0);
  expect((await pinById(server, USER, "3333")).status).toBe(200);

  await lockPin();
  await page.evaluate(`void (location.hash = "/people/${USER}")`);
  await page.getByText("PIN locked without a paired device").waitFor();
  await page.getByRole("button", { name: "Unlock Uma Svoboda" }).click();
  await expect.poll(() => page.getByText("PIN locked").count()).toBe(0);
  expect((await pinById(server, USER, "3333")).status).toBe(200);
});
