import { beforeAll, expect, test } from "vitest";
import { sharedServer } from "../../../harness/server.ts";
import { openConsoleAs } from "../log-in.ts";
import { CODES, createLoft, findItemId, type Loft, startStocktake } from "./loft.ts";

// Changes that another user makes first.

const server = sharedServer();
let loft: Loft;
beforeAll(async () => {
  loft = await createLoft(server);
});

test("a transition that another user made first shows the server's error and the current state, and not in another stocktake", async () => {
  const manager = await server.as("both");
  const { page } = await openConsoleAs("manager", "/stocktakes/3", { server });
  await page.route("**/api/inventories/3/postpone", async (route) => {
    await manager.put("/api/inventories/3/postpone");
    await route.continue();
  });
  await page.getByRole("button", { name: "Pause" }).click();
  const error = page.getByText('The stocktake is in state "Paused", which does not permit this.');
  await error.waitFor();
  await page.getByRole("button", { name: "Resume" }).waitFor();
  await page.getByRole("button", { name: "Pause" }).waitFor({ state: "detached" });
  await page.evaluate("location.hash = '/stocktakes/2'");
  const { name } = (await manager.get("/api/inventories/2")).body;
  await page.getByRole("heading", { name, exact: true }).waitFor();
  await expect.poll(() => error.count()).toBe(0);
});

test("a decision that another user made first is rejected, and that one is shown", async () => {
  const inventory = await startStocktake(server, loft);
  const other = await server.as("both");
  const moved = { fromLocationId: loft.locationId, toLocationId: 5, quantity: 1 };
  await other.post("/api/articles/1/locations/move", moved);
  const oid = await findItemId(server, inventory, CODES[0]);
  const { page } = await openConsoleAs("manager", `/stocktakes/${inventory}/results?tab=moved&item=${oid}`, {
    server,
  });
  await page.route("**/decide", async (route) => {
    await other.put(`/api/inventories/items/${oid}/decide`, { decision: "keepDifference" });
    await route.continue();
  });
  const decisions = page.getByRole("region", { name: "Decision", exact: true });
  await decisions.getByRole("button", { name: "Keep count" }).click();
  await page.getByText("Somebody else changed this record in the meantime.").waitFor();
  await decisions.getByRole("button", { name: "Keep difference", pressed: true }).waitFor();
});

test("a rejected close shows the reason, and links to the items that prevent it", async () => {
  const inventory = await startStocktake(server, loft, { mustBeApproved: true });
  for (const transition of ["finish", "process"])
    await server.manager.put(`/api/inventories/${inventory}/${transition}`);
  await server.manager.put(`/api/inventories/items/${await findItemId(server, inventory, CODES[0])}/approve`);
  const { page } = await openConsoleAs("manager", `/stocktakes/${inventory}/close`, { server });
  await page.getByRole("button", { name: "Close stocktake" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText("4 items that were not counted are unchanged. This can't be undone.").waitFor();
  await dialog.getByRole("button", { name: "Close stocktake" }).click();
  await page
    .locator("[role=status] > [data-tone=danger]", {
      hasText: "The stocktake must be approved before it is closed.",
    })
    .waitFor();
  expect((await server.manager.get(`/api/inventories/${inventory}`)).body.isClosed).toBe(false);
  await page.getByRole("link", { name: "3 items not approved" }).click();
  await expect.poll(() => page.locator("[data-row]").allTextContents()).toEqual(CODES.slice(1));
});

test.each([
  ["Approve all", "results?tab=all", "items/totals", "isApproved"],
  ["Close stocktake", "close", "close-preview", "isClosed"],
] as const)(
  "%s asks with what is true then, not with what is still shown",
  async (name, screen, read, is) => {
    const inventory = await startStocktake(server, loft);
    for (const transition of ["finish", "process"])
      await server.manager.put(`/api/inventories/${inventory}/${transition}`);
    const { page } = await openConsoleAs("manager", `/stocktakes/${inventory}`, { server });
    let stale: Buffer | null = null;
    let served = 0;
    await page.route(`**/api/inventories/${inventory}/${read}*`, async (route) => {
      const response = await route.fetch();
      stale ??= await response.body();
      served++;
      await route.fulfill({ response, body: isStale ? stale : await response.body() });
    });
    let isStale = true;
    await page.goto(`${server.url}/console#/stocktakes/${inventory}/${screen}`);
    const button = page.getByRole("button", { name, exact: true });
    await button.waitFor();
    const before = served;
    const moved = { fromLocationId: loft.locationId, toLocationId: 5, quantity: 1 };
    expect((await server.manager.post("/api/articles/2/locations/move", moved)).status).toBe(200);
    await expect.poll(() => served).toBeGreaterThan(before);
    isStale = false;
    await button.click();
    await page.getByRole("dialog").getByRole("button", { name }).click();
    await expect
      .poll(async () => (await server.manager.get(`/api/inventories/${inventory}`)).body[is])
      .toBe(true);
  },
);
