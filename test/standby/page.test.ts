import { expect, test } from "vitest";
import { openConsole } from "../harness/console.ts";
import { startPair } from "./machines.ts";

test("a standby's own page shows its state, and makes it the server with the promotion code", async () => {
  const { standby, code } = await startPair();
  const consolePage = await openConsole();
  const { page } = consolePage;
  await page.goto(standby.url);
  await page.getByText("can take over from it").waitFor();
  await page.getByText("complete", { exact: true }).waitFor();
  await page.getByText("Connected", { exact: true }).waitFor();
  expect(await consolePage.axe()).toEqual([]);
  await consolePage.screenshot("standby-page");
  await page.getByRole("link", { name: "Take over" }).click();
  await page.getByLabel("Promotion code").fill("WRONG-CODE");
  await page.getByRole("button", { name: "Take over" }).click();
  await page.getByRole("alert").getByText("not the promotion code").waitFor();
  expect(await consolePage.axe()).toEqual([]);
  await consolePage.screenshot("standby-page-wrong-code");
  await page.getByLabel("Promotion code").fill(` ${code} `);
  await page.getByRole("button", { name: "Take over" }).click();
  // The terminal's own page, at the same address.
  await page.waitForURL(/#\/welcome/);
  expect((await (await standby.as("admin")).get("/api/standby")).body).toMatchObject({ epoch: 2 });
});

test("the page speaks the language of the browser", async () => {
  const { standby } = await startPair();
  const response = await fetch(standby.url, { headers: { "Accept-Language": "cs" } });
  expect(response.headers.get("content-security-policy")).toMatch(/^default-src 'none'; style-src 'sha256-/);
  expect(await response.text()).toContain("Tento počítač kopíruje jiný server tallybox");
});
