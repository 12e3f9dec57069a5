import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { openConsole } from "../harness/console.ts";
import { startServer } from "../harness/server.ts";

// The theme is known before the first paint: before any module of the client has loaded.

const background = (page: Page) =>
  page.evaluate("getComputedStyle(document.documentElement).backgroundColor");
const isDark = (colour: unknown) => /^rgb\((\d|1\d|2\d), /.test(String(colour));

/** A script for the start of the page: collects the background of each frame once the styles are here. */
const COLLECT_BACKGROUNDS = `(() => {
  window.backgroundsSeen = new Set();
  const look = () => {
    // Nothing is painted before: styles in the head block it.
    if (document.styleSheets.length > 0) backgroundsSeen.add(getComputedStyle(document.documentElement).backgroundColor);
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
})()`;

test.each(["/", "/console"])("%s is dark in every frame of its start, where the device is", async (path) => {
  const server = await startServer();
  const { page } = await openConsole({ theme: "dark", initScript: COLLECT_BACKGROUNDS });
  await page.goto(server.url + path);
  await page.getByRole("heading", { level: 1 }).waitFor();
  await expect.poll(() => page.evaluate("backgroundsSeen.size")).toBeGreaterThan(0);
  const seen = (await page.evaluate("[...backgroundsSeen]")) as string[];
  expect(seen.filter((colour) => !isDark(colour))).toEqual([]);
});

test("a theme that somebody has chosen applies before the scripts have loaded, whatever the device's is", async () => {
  const server = await startServer();
  const { page } = await openConsole({ theme: "light", allowErrors: true });
  await page.goto(`${server.url}/console#/login`);
  await page.getByText("Dark", { exact: true }).click();
  await expect.poll(async () => isDark(await background(page))).toBe(true);
  await page.route(/\/assets\/.*\.js/, (route) => route.abort());
  await page.reload();
  await expect.poll(async () => isDark(await background(page))).toBe(true);
});

test("the console's letters, Czech and Slovak ones too, are of its own font; the terminal loads no font", async () => {
  const server = await startServer();
  const { page } = await openConsole({ language: "cs" });
  const fonts: string[] = [];
  page.on("request", (request) => request.resourceType() === "font" && fonts.push(request.url()));
  await page.goto(`${server.url}/`);
  await page.getByRole("heading", { name: "Vítejte" }).waitFor();
  expect(fonts).toEqual([]);
  await page.goto(`${server.url}/console#/login`);
  await page.getByRole("heading", { level: 1 }).waitFor();
  const isLoaded =
    "document.fonts.ready.then(() => document.fonts.check('600 14px Inter', 'ěščřžýáíéúůľĺŕôä'))";
  await expect.poll(() => page.evaluate(isLoaded)).toBe(true);
  expect(fonts.length).toBeGreaterThanOrEqual(2);
  expect(fonts.every((url) => url.startsWith(`${server.url}/assets/`))).toBe(true);
});

test("the size of the letters follows the user's own", async () => {
  const server = await startServer();
  const { page } = await openConsole();
  await page.goto(`${server.url}/console#/login`);
  const size = async () =>
    Number.parseFloat(String(await page.evaluate("getComputedStyle(document.body).fontSize")));
  await page.getByRole("heading", { level: 1 }).waitFor();
  const before = await size();
  const session = await page.context().newCDPSession(page);
  await session.send("Page.setFontSizes", { fontSizes: { standard: 24, fixed: 20 } });
  await expect.poll(() => size()).toBeCloseTo(before * 1.5, 1);
});
