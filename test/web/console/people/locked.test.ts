import { expect, test } from "vitest";
import { createClock } from "../../../harness/clock.ts";
import { openConsole } from "../../../harness/console.ts";
import { startServer, type TestServer } from "../../../harness/server.ts";
import { patiently, pinById } from "../../../security/guesser.ts";
import { logInConsole } from "../log-in.ts";

const USER = 3;

async function aLockedPin(): Promise<TestServer> {
  const clock = createClock();
  const server = await startServer({ clock });
  await patiently(clock, 10, () => pinById(server, USER, "8001"));
  return server;
}

test("the overview names a locked PIN and where it was tried from, and unlocks it", async () => {
  const server = await aLockedPin();
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
});

test("the person's page says that the PIN is locked, and unlocks it", async () => {
  const server = await aLockedPin();
  const consolePage = await openConsole();
  await logInConsole(consolePage, server, "admin", `/people/${USER}`);
  const { page } = consolePage;
  await page.getByText("PIN locked without a paired device").waitFor();
  await page.getByRole("button", { name: "Unlock Uma Svoboda" }).click();
  await expect.poll(() => page.getByText("PIN locked").count()).toBe(0);
  expect((await pinById(server, USER, "3333")).status).toBe(200);
});
