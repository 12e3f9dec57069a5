import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { startServer, type TestServer } from "../../../harness/server.ts";
import { holdSlices } from "../../../jobs/slices.ts";
import { startJob } from "../../../jobs/waiting.ts";
import { openConsoleAs } from "../log-in.ts";

// A stocktake while a job works on it.

/** A server with held slices and a new stocktake. */
async function startHeld() {
  const server = await startServer({ sliceMs: 0 });
  const slices = holdSlices(server);
  const manager = await server.as("manager");
  const { oid } = (await manager.post("/api/inventories", { name: "Year end" })).body;
  const stateOf = async () => (await server.manager.get(`/api/inventories/${oid}`)).body.inventoryStateId;
  return { server, slices, manager, oid, stateOf };
}

async function openStocktake(server: TestServer, userName: string, oid: number): Promise<Page> {
  const { consolePage } = await openConsoleAs(userName, `/stocktakes/${oid}`, { server });
  return consolePage.page;
}

const workIn = (page: Page) => page.getByRole("region", { name: "Work in progress" });

test("a preparation shows its progress and disables the actions, goes on when the page is closed, and is shown on another computer", async () => {
  const { server, slices, oid } = await startHeld();
  const { consolePage, page } = await openConsoleAs("manager", `/stocktakes/${oid}`, { server });
  await page.getByRole("button", { name: "Prepare" }).click();
  await slices.run(5);
  await workIn(page).getByRole("progressbar", { name: "Preparing…" }).waitFor();
  const prepare = page.getByRole("button", { name: "Prepare" });
  await expect.poll(() => prepare.isDisabled()).toBe(true);
  const reason = page.locator(`#${await prepare.getAttribute("aria-describedby")}`);
  await expect.poll(() => reason.textContent()).toContain("the stocktake can't be changed");
  await expect.poll(() => consolePage.axe()).toEqual([]);
  await page.close();

  const other = await openStocktake(server, "both", oid);
  await workIn(other).getByText("Started by manager").waitFor();
  await expect.poll(() => other.getByRole("button", { name: "Prepare" }).isDisabled()).toBe(true);
  await other.evaluate("void (location.hash = '/stocktakes')");
  await other
    .getByRole("row", { name: /Year end/ })
    .getByText("Preparing…")
    .waitFor();
  await other.evaluate(`void (location.hash = '/stocktakes/${oid}')`);
  slices.release();
  await other.getByRole("button", { name: "Start" }).waitFor();
  await workIn(other).waitFor({ state: "detached" });
});

test("a stop of the server during the work is no error; the work and its result are shown when it is back", async () => {
  const { server, slices, oid } = await startHeld();
  const { page } = await openConsoleAs("manager", `/stocktakes/${oid}`, { server, allowErrors: true });
  await page.getByRole("button", { name: "Prepare" }).click();
  await slices.run(5);
  await workIn(page).waitFor();
  const { port } = new URL(server.url);
  const stopping = server.halt();
  await slices.run(1);
  await stopping;
  await page
    .getByText(/^No connection/)
    .first()
    .waitFor();
  await server.restart({ PORT: port });
  await page.getByText(/^Prepared: \d+ items expected\.$/).waitFor();
  await expect.poll(() => page.locator("[data-tone=danger]").count()).toBe(0);
});

test("a user without access to jobs sees what is being done, and that counting can't be started yet", async () => {
  const { server, slices, manager, oid } = await startHeld();
  slices.release();
  await manager.put(`/api/inventories/${oid}/prepare`);
  const held = holdSlices(server);
  await startJob(manager, `/api/inventories/${oid}/prepare`);
  await held.run(2);
  const page = await openStocktake(server, "user", oid);
  await workIn(page).getByText("Preparing…").waitFor();
  const start = page.getByRole("button", { name: "Start" });
  await expect.poll(() => start.getAttribute("aria-disabled")).toBe("true");
  held.release();
  await page.getByRole("button", { name: "Start", disabled: false }).click();
  await page.getByText("In progress").first().waitFor();
});
