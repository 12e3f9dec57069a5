import { expect, test } from "vitest";
import { startProxy } from "../../../harness/network-proxy.ts";
import { startServer } from "../../../harness/server.ts";
import { check } from "../../../import/uploads.ts";
import { openConsoleAs } from "../log-in.ts";

const FILE = "Path\nHall 9";

test.each([
  ["restarted after it applied the import", true, "This import was completed at"],
  ["restarted before it applied the import", false, "Nothing was imported."],
] as const)(
  "where the connection is lost during an import, the page shows afterwards that the server was %s",
  async (_, isApplied, text) => {
    const server = await startServer();
    const proxy = await startProxy(server.url);
    const { port } = new URL(server.url);
    const { body } = await check(server.admin, "locations", FILE);
    const { page } = await openConsoleAs("admin", `/exchange/${body.id}`, { server: proxy });
    await page.getByRole("button", { name: "Import all 1 row" }).click();
    if (isApplied) proxy.loseResponses();
    else proxy.cut();
    await page.getByRole("dialog").getByRole("button", { name: "Import", exact: true }).click();
    await page.getByText("The outcome of the import will be shown here when it is back.").waitFor();
    if (isApplied) await waitUntilApplied();
    await server.restart({ PORT: port });
    proxy.restore();
    await page.getByText(text).waitFor();
    const locations = await server.admin.get("/api/locations");
    expect(locations.text.includes("Hall 9")).toBe(isApplied);

    async function waitUntilApplied(): Promise<void> {
      while ((await server.admin.get(`/api/imports/${body.id}`)).body.state !== "applied");
    }
  },
);

test("an import continues while only the connection is lost, and its end is shown", async () => {
  const server = await startServer();
  const proxy = await startProxy(server.url);
  const { body } = await check(server.admin, "locations", FILE);
  const { page } = await openConsoleAs("admin", `/exchange/${body.id}`, { server: proxy });
  await page.getByRole("button", { name: "Import all 1 row" }).click();
  proxy.loseResponses();
  await page.getByRole("dialog").getByRole("button", { name: "Import", exact: true }).click();
  await page.getByText("The outcome of the import will be shown here").waitFor();
  await expect.poll(() => page.getByText("Import completed.").count()).toBe(0);
  proxy.restore();
  await page.getByText("Import completed.").waitFor();
});
