import { expect, test } from "vitest";
import { startServer } from "../../../harness/server.ts";
import { openConsoleAs } from "../log-in.ts";

test("the second click of a double click prints nothing, however soon the first one has ended", async () => {
  const server = await startServer();
  const { page } = await openConsoleAs("manager", "/articles/11", { server });
  const copies = async () =>
    (await server.manager.get("/api/printrequests?articleId=11")).body.map(
      (request: { copies: number }) => request.copies,
    );
  const before: number[] = await copies();
  const print = page.getByRole("button", { name: "Print", exact: true });
  await print.click();
  await expect.poll(async () => (await copies()).length).toBe(before.length + 1);
  await expect.poll(() => print.isEnabled()).toBe(true);
  await print.dispatchEvent("click", { detail: 2 });
  await page.getByLabel("Copies").fill("2");
  await print.click();
  await expect.poll(copies).toContain(2);
  expect(await copies()).toHaveLength(before.length + 2);
});
