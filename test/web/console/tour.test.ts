import { expect, test } from "vitest";
import { openConsole } from "../../harness/console.ts";
import { startServer } from "../../harness/server.ts";
import { storedValue } from "../stored-records.ts";
import { expectAccessibleLayout } from "./appearance.ts";
import { logInConsole, openConsoleAs } from "./log-in.ts";
import { logInFirstAdmin, startNewServer } from "./new-server.ts";

test("the tour of a new server shows five sections, and goes back or ends where the user wants", async () => {
  const { server } = await startNewServer();
  const consolePage = await openConsole();
  const { page } = consolePage;
  await logInFirstAdmin(consolePage, server);
  await page.getByRole("button", { name: "Take the tour" }).click();
  const tour = page.getByRole("complementary", { name: "Tour" });
  const next = tour.getByRole("button", { name: "Next" });
  for (const [step, screen] of ["overview", "articles", "stocktakes", "printers"].entries()) {
    await tour.getByText(`Step ${step + 1} of 5`).waitFor();
    await page.waitForURL(`**/console#/${screen}`);
    await next.click();
  }
  await tour.getByText("Step 5 of 5").waitFor();
  await page.waitForURL("**/console#/people");
  await expectAccessibleLayout(consolePage, "tour", ["light", "dark"]);
  await tour.getByRole("button", { name: "Back" }).click();
  await page.waitForURL("**/console#/printers");
  await tour.getByRole("button", { name: "End the tour" }).click();
  await tour.waitFor({ state: "detached" });
  await page.goto(`${server.url}/console#/overview`);
  await page.getByText("First steps").waitFor();
  await expect.poll(() => page.getByRole("button", { name: "Take the tour" }).count()).toBe(0);
});

test("each user is offered the tour once, and who skips it is not asked again", async () => {
  const server = await startServer();
  const consolePage = await openConsole();
  const { page } = consolePage;
  const offer = page.getByText("New here?");
  await logInConsole(consolePage, server, "manager");
  await offer.waitFor();
  await expectAccessibleLayout(consolePage, "tour-offer", ["light", "dark"]);
  await page.getByRole("button", { name: "Skip the tour" }).click();
  await offer.waitFor({ state: "detached" });
  await expect.poll(() => page.evaluate(storedValue("tourSeen"))).toHaveLength(1);
  await page.reload();
  await page.getByRole("heading", { name: "Stocktakes" }).first().waitFor();
  await expect.poll(() => offer.count()).toBe(0);
  await logInConsole(consolePage, server, "admin");
  await offer.waitFor();
});

test("the help offers the tour again, without the sections that a role can't open", async () => {
  const { consolePage, page } = await openConsoleAs("manager", "/overview", { width: 390 });
  await page.keyboard.press("?");
  await page.getByRole("dialog").getByRole("button", { name: "Take the tour" }).click();
  const tour = page.getByRole("complementary", { name: "Tour" });
  await tour.getByText("Step 1 of 4").waitFor();
  await expectAccessibleLayout(consolePage, "tour-narrow", ["light"]);
  for (let step = 1; step < 4; step++) await tour.getByRole("button", { name: "Next" }).click();
  await page.waitForURL("**/console#/printers");
  await tour.getByRole("button", { name: "Done" }).click();
  await expect.poll(() => tour.count()).toBe(0);
});
