import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openConsole } from "../../../harness/console.ts";
import { startServer } from "../../../harness/server.ts";

test("a new server redirects to its set-up, which opens the console in the chosen language; later the set-up redirects to the login", async () => {
  const server = await startServer({ empty: true });
  const consolePage = await openConsole();
  const { page } = consolePage;
  await page.goto(server.url);
  await page.getByRole("heading", { name: "Welcome to your tallybox" }).waitFor();
  await expect.poll(() => consolePage.axe()).toEqual([]);
  await page.getByLabel("Set-up code").fill("AAAA-AAAA-AAAA-AAAA");
  await page.getByLabel("Company or warehouse").fill("Sklad Žižkov");
  await page.getByLabel("First name").fill("Řehoř");
  await page.getByLabel("Last name").fill("Novák");
  await page.getByLabel("User name").fill("rehor");
  await page.getByLabel("Password").fill("blue forklift 7");
  await page.getByRole("button", { name: "Begin" }).click();
  const field = page.getByLabel("Set-up code");
  await page
    .locator("div:has(> label:text('Set-up code')) > [role=alert]")
    .getByText("This is not the set-up code")
    .waitFor();
  await expect.poll(() => field.getAttribute("aria-invalid")).toBe("true");
  await expect.poll(() => page.evaluate("document.activeElement.name")).toBe("code");
  await expect.poll(() => consolePage.axe()).toEqual([]);
  await expect.poll(() => page.getByLabel("Company or warehouse").inputValue()).toBe("Sklad Žižkov");
  const code = (await readFile(join(server.folder, "setup-code"), "utf8")).trim();
  await page.getByLabel("Set-up code").fill(code.toLowerCase());
  await page.getByText("Čeština").click();
  await page.getByRole("button", { name: "Začít" }).click();
  await page.getByRole("heading", { name: "Přehled" }).waitFor();
  await page.getByRole("link", { name: "Sklad Žižkov" }).waitFor();
  await page.getByRole("link", { name: "Řehoř Novák" }).waitFor();
  const settings = await server.withToken(await server.tokenOf("rehor")).get("/api/settings");
  expect(settings.body).toMatchObject({ siteName: "Sklad Žižkov", language: "cs" });
  const other = await openConsole();
  await other.open(server.url, "/start");
  await other.page
    .getByRole("heading", { name: "Log in to the console" })
    .or(other.page.getByRole("heading", { name: "Přihlášení" }))
    .waitFor();
});
