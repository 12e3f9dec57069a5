import { afterAll, beforeAll, expect, test } from "vitest";
import { openConsole } from "../../../harness/console.ts";
import { eventually } from "../../../harness/eventually.ts";
import { startServer } from "../../../harness/server.ts";
import { officeStatus, putRow } from "../../../head-office/master.ts";
import { untilEqual } from "../../../head-office/office.ts";
import { type Postgres, startPostgres } from "../../../head-office/postgres.ts";
import { expectAccessibleLayout } from "../appearance.ts";
import { logInConsole, openConsoleAs } from "../log-in.ts";

let postgres: Postgres;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres.remove());

const NAMES = ["Brno", "Ostrava-Vítkovice, main warehouse"];

test("the page of all sites shows the sites, their open stocktakes, and finds an article at each", async () => {
  const url = await postgres.createDatabase("console_sites");
  const settings = { HEAD_OFFICE_URL: url };
  const servers = [await startServer({ settings }), await startServer({ settings })] as const;
  for (const [number, server] of servers.entries()) {
    await server.admin.put("/api/settings", { siteName: NAMES[number] });
    await server.admin.put("/api/articles/1", { name: "Shared drill", code: "SHARED-1" });
    await untilEqual(url, server);
  }
  for (const size of [
    { width: 1440, height: 900 },
    { width: 390, height: 844 },
  ]) {
    const consolePage = await openConsole(size);
    await logInConsole(consolePage, servers[0], "admin", "/sites");
    const { page } = consolePage;
    const sites = page.getByRole("table", { name: "Sites", exact: true });
    await sites.getByText("this site").waitFor();
    await expect.poll(() => sites.getByText("Connected").count()).toBe(2);
    await page.getByRole("table", { name: "Open stocktakes of all sites" }).waitFor();
    await expectAccessibleLayout(consolePage, `sites-${size.width}`, ["light", "dark"]);
    await page.getByLabel("Find an article in all sites").fill("shared-1");
    const found = page.getByRole("table", { name: "Articles of all sites" });
    await found.waitFor();
    await expect.poll(() => found.getByText("Shared drill").count()).toBe(2);
    await expectAccessibleLayout(consolePage, `sites-found-${size.width}`, ["light", "dark"]);
  }
});

test("the navigation leads to all sites only where there is a head office", async () => {
  const url = await postgres.createDatabase("console_status");
  const server = await startServer({ settings: { HEAD_OFFICE_URL: url } });
  await untilEqual(url, server);
  await putRow(url, "A000002", { name: "Owned" });
  await putRow(url, "A000003", { name: "x".repeat(201) });
  await eventually(async () =>
    expect((await officeStatus(server)).masterData).toMatchObject({ owned: 1, rejectedCount: 1 }),
  );
  const { page } = await openConsoleAs("admin", "/system", { server });
  const card = page.getByRole("region", { name: "Head office" });
  await card.getByText("Up to date").waitFor();
  await card.getByText("1 row of master data can't be applied.").waitFor();
  await card.getByText("A000003").waitFor();
  await page.getByRole("link", { name: "All sites" }).click();
  await page.getByRole("table", { name: "Sites", exact: true }).waitFor();

  const alone = await startServer();
  const { consolePage: other } = await openConsoleAs("admin", "/overview", { server: alone });
  await other.page.getByRole("link", { name: "System" }).waitFor();
  await expect.poll(() => other.page.getByRole("link", { name: "All sites" }).count()).toBe(0);
});

test("a failing delivery needs attention, with its cause", async () => {
  const url = await postgres.createDatabase("console_failing");
  const { server, consolePage } = await openConsoleAs("admin", "/overview", {
    server: await startServer({ settings: { HEAD_OFFICE_URL: url.replace("failing", "missing") } }),
  });
  const line = consolePage.page.getByText(/The head office has received nothing since/);
  await line.waitFor();
  await expect.poll(() => line.textContent()).toContain("There is no database of this name.");
  await line.click();
  await consolePage.page.getByRole("region", { name: "Head office" }).getByText("Failing").waitFor();
  await consolePage.open(server.url, "/sites");
  await consolePage.page.getByText("The head office can't be read now.").first().waitFor();
  // The server itself works.
  await consolePage.page.getByText("Live").waitFor();
});
