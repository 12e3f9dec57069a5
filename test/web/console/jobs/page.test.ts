import { expect, test } from "vitest";
import { startServer } from "../../../harness/server.ts";
import { holdSlices } from "../../../jobs/slices.ts";
import { startJob } from "../../../jobs/waiting.ts";
import { openConsoleAs } from "../log-in.ts";

// The page of jobs, and the indicator of running jobs on every page.

/** A server with a preparation that another computer has begun, and that has run for five slices. */
async function startPreparation() {
  const server = await startServer({ sliceMs: 0 });
  const slices = holdSlices(server);
  const { oid } = (await server.manager.post("/api/inventories", { name: "Year end" })).body;
  await startJob(server.manager, `/api/inventories/${oid}/prepare`);
  await slices.run(5);
  return { server, slices };
}

test("before the first job the page says what appears there; a job of another computer appears with its progress, and its result without a reload", async () => {
  const { server, consolePage, page } = await openConsoleAs("both", "/jobs", {
    server: await startServer({ sliceMs: 0 }),
  });
  await page.getByText(/^Nothing is running$/).waitFor();
  await page.getByText(/^No ended jobs yet$/).waitFor();
  await expect.poll(() => consolePage.axe()).toEqual([]);

  const slices = holdSlices(server);
  const { oid } = (await server.manager.post("/api/inventories", { name: "Year end" })).body;
  const path = await startJob(server.manager, `/api/inventories/${oid}/prepare`);
  const running = page.getByRole("region", { name: "Running and waiting" });
  const bar = running.getByRole("progressbar", { name: "Prepare stocktake Year end" });
  await bar.waitFor();
  await running.getByText("Started by manager").waitFor();
  const done = async () => (await server.manager.get(path)).body.done as number;
  for (let rounds = 0; rounds < 2; rounds++) {
    await slices.run(10);
    await running.getByText(new RegExp(`^${await done()}( /|$)`)).waitFor();
  }
  await expect.poll(() => consolePage.axe()).toEqual([]);
  await expect.poll(() => running.getByRole("button", { name: "Cancel" }).count()).toBe(0);
  slices.release();
  await page.getByText(/^Nothing is running$/).waitFor();
  const row = page.getByRole("row", { name: /Prepare stocktake Year end/ });
  await row.getByText("Done", { exact: true }).waitFor();
  await row.getByText(`${await done()} items prepared`).waitFor();
  await expect.poll(() => consolePage.axe()).toEqual([]);
  await row.getByRole("link", { name: "Year end" }).click();
  await page.getByRole("heading", { name: "Year end" }).waitFor();
});

test("every page shows that a job runs, and links to it; users without the permission don't see it", async () => {
  const { server, slices } = await startPreparation();
  const { consolePage, page } = await openConsoleAs("admin", "/articles", { server });
  const indicator = page.getByRole("banner").getByRole("link", { name: /^1 job/ });
  await indicator.click();
  await page.getByRole("heading", { name: "Jobs", exact: true }).waitFor();
  await expect.poll(() => consolePage.axe()).toEqual([]);
  slices.release();
  await indicator.waitFor({ state: "detached" });

  const { consolePage: user } = await openConsoleAs("user", "/jobs", { server });
  await user.page.getByRole("heading", { name: "You don't have access to this page" }).waitFor();
  await expect.poll(() => user.page.getByRole("link", { name: "Jobs" }).count()).toBe(0);
});

test("a failed job shows its error; a job that waits for another says so", async () => {
  const { server, slices } = await startPreparation();
  const { oid: hall } = (await server.manager.post("/api/locations", { name: "Empty hall" })).body;
  const body = { name: "Nothing", locationIds: [hall] };
  const { oid } = (await server.manager.post("/api/inventories", body)).body;
  await startJob(server.manager, `/api/inventories/${oid}/prepare`);
  const { page } = await openConsoleAs("manager", "/jobs", { server, language: "cs" });
  await page.getByText("Čeká na jiné úlohy").waitFor();
  // A waiting job has no bar that moves.
  await expect.poll(() => page.getByRole("main").getByRole("progressbar").count()).toBe(1);
  await page.getByRole("link", { name: /^2 úlohy/ }).waitFor();
  slices.release();
  const row = page.getByRole("row", { name: /Příprava inventury Nothing/ });
  await row.getByText("Nezdařilo se").waitFor();
  await row.getByText(/žádné artikly/).waitFor();
});
