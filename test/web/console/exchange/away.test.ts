import { expect, test } from "vitest";
import { openConsole } from "../../../harness/console.ts";
import { startProxy } from "../../../harness/network-proxy.ts";
import { startServer } from "../../../harness/server.ts";
import { check } from "../../../import/uploads.ts";
import { logInConsole } from "../log-in.ts";

const FILE = "Path\nHall 9";

test.each([
  ["has done it and was restarted", true, "This import was completed at"],
  ["was restarted before", false, "Nothing was imported."],
] as const)(
  "the box goes away in the middle of applying; that it %s is told when it is back",
  async (_, isApplied, told) => {
    const server = await startServer();
    const proxy = await startProxy(server.url);
    const { port } = new URL(server.url);
    const admin = await server.as("admin");
    const { body } = await check(admin, "locations", FILE);
    const consolePage = await openConsole();
    await logInConsole(consolePage, { url: proxy.url }, "admin", `/exchange/${body.id}`);
    const { page } = consolePage;
    await page.getByRole("button", { name: "Import all 1 row" }).click();
    if (isApplied) proxy.loseResponses();
    else proxy.cut();
    await page.getByRole("dialog").getByRole("button", { name: "Import", exact: true }).click();
    await page.getByText("The outcome of the import will be shown here when it is back.").waitFor();
    if (isApplied) await applied();
    await server.restart({ PORT: port });
    proxy.restore();
    await page.getByText(told).waitFor();
    const { text } = await (await server.as("admin")).get("/api/locations");
    expect(text.includes("Hall 9")).toBe(isApplied);

    async function applied(): Promise<void> {
      while ((await admin.get(`/api/imports/${body.id}`)).body.state !== "applied");
    }
  },
);

test("only the connection breaks: the import goes on, and its end is told", async () => {
  const server = await startServer();
  const proxy = await startProxy(server.url);
  const { body } = await check(await server.as("admin"), "locations", FILE);
  const consolePage = await openConsole();
  await logInConsole(consolePage, { url: proxy.url }, "admin", `/exchange/${body.id}`);
  const { page } = consolePage;
  await page.getByRole("button", { name: "Import all 1 row" }).click();
  proxy.loseResponses();
  await page.getByRole("dialog").getByRole("button", { name: "Import", exact: true }).click();
  await page.getByText("The outcome of the import will be shown here").waitFor();
  expect(await page.getByText("Import completed.").count()).toBe(0);
  proxy.restore();
  await page.getByText("Import completed.").waitFor();
});
