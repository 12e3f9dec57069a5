import { expect, test } from "vitest";
import { openBrowser } from "../harness/browser.ts";
import { PATIENCE_MS } from "../harness/limits.ts";
import { startServer } from "../harness/server.ts";

/** Expression: scrolls a third of the window further, and from the end to the top. */
const SCROLL_ON = `(() => {
  const isAtEnd = scrollY + innerHeight >= document.documentElement.scrollHeight - 1;
  scrollTo(0, isAtEnd ? 0 : scrollY + innerHeight / 3);
})()`;

test("the API can be read and tried in a browser, and all files come from the server", async () => {
  const server = await startServer();
  const browser = await openBrowser();
  const page = await browser.newPage({ viewport: { width: 1200, height: 900 } });
  page.setDefaultTimeout(PATIENCE_MS);
  const elsewhere: string[] = [];
  const complaints: string[] = [];
  page.on("request", (request) => {
    if (!request.url().startsWith(server.url) && !request.url().startsWith("data:"))
      elsewhere.push(request.url());
  });
  page.on("console", (message) => {
    if (message.type() === "error") complaints.push(message.text());
  });
  await page.goto(`${server.url}/api/docs`);
  const operations = page.locator(".opblock");
  await operations.first().waitFor();
  // From a hundred operations on the page holds only those that can be seen.
  const seen = new Set<string>();
  const described = server.appliance.endpoints.filter(({ operationId }) => operationId !== null).length;
  // What a slow page has not drawn in time is seen the next time from the top.
  await expect
    .poll(async () => {
      for (const id of await operations.evaluateAll((blocks) => blocks.map(({ id }) => id))) seen.add(id);
      await page.evaluate(SCROLL_ON);
      return seen.size;
    })
    .toBe(described);
  await page.evaluate("scrollTo(0, 0)");

  const version = page.locator("#operations-server-getVersion");
  await version.locator(".opblock-summary-control").click();
  await version.getByRole("button", { name: "Execute" }).click();
  await version.locator(".live-responses-table .response-col_status").filter({ hasText: "200" }).waitFor();
  await expect
    .poll(() => version.locator(".live-responses-table").innerText())
    .toContain('"contractVersion": "1.0.43"');

  expect(elsewhere).toEqual([]);
  expect(complaints).toEqual([]);
  if (process.env["SCREENSHOTS"]) await page.screenshot({ path: "test/screenshots/api-docs.png" });
});
