import { expect, test } from "vitest";
import { startServerWithClock } from "../../../harness/server.ts";
import { byPassword, patiently, pinById } from "../../../security/login-attempts.ts";
import { openConsoleAs } from "../log-in.ts";

const USER = 3;

test("a locked PIN is shown and unlocked on the overview, with the address of the last attempt, and on the page of its user", async () => {
  const { clock, server } = await startServerWithClock();
  const lockPin = () => patiently(clock, 10, () => pinById(server, USER, "8001"));
  await lockPin();
  const { page } = await openConsoleAs("admin", "/overview", { server });
  await page
    .getByText("Uma Svoboda: PIN locked without a paired device (last attempt from 127.0.0.1)")
    .waitFor();
  await page.getByRole("button", { name: "Unlock Uma Svoboda" }).click();
  await page.getByText("Uma Svoboda: PIN and password unlocked.").waitFor();
  await expect.poll(() => page.getByText("PIN locked").count()).toBe(0);
  expect((await pinById(server, USER, "3333")).status).toBe(200);

  await lockPin();
  await page.evaluate(`void (location.hash = "/people/${USER}")`);
  await page.getByRole("heading", { name: "Uma Svoboda" }).waitFor();
  await page.getByText("PIN locked without a paired device").waitFor();
  await page.getByRole("button", { name: "Unlock Uma Svoboda" }).click();
  await expect.poll(() => page.getByText("PIN locked").count()).toBe(0);
  expect((await pinById(server, USER, "3333")).status).toBe(200);
});

test("a hundred wrong passwords of a user are shown on the overview, and where the password is locked", async () => {
  const { clock, server } = await startServerWithClock({ settings: { HTTP_TRUSTED_PROXIES: "127.0.0.0/8" } });
  for (let checked = 0; checked < 100; ) {
    const { status, headers } = await byPassword(server, "user", "wrong", `10.1.${checked}.1`);
    if (status === 401) checked += 1;
    else clock.advance(Number(headers.get("retry-after")) * 1000);
  }
  const { page } = await openConsoleAs("admin", "/overview", { server });
  const from = "(last attempt from 10.1.99.1)";
  await page.getByText(`Uma Svoboda: 100 wrong PINs and passwords within a day ${from}`).waitFor();
  const locked = "Password locked for browsers and addresses that the user has not used";
  await page.getByText(`Uma Svoboda: ${locked} ${from}`).waitFor();
  await page.getByRole("button", { name: "Unlock Uma Svoboda" }).first().click();
  await expect.poll(() => page.getByText("10.1.99.1").count()).toBe(0);
});
