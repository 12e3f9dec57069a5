import { expect, test } from "vitest";
import { startServer } from "../../../harness/server.ts";
import { openConsoleAs } from "../log-in.ts";

test("a double click prints a label once", async () => {
  const server = await startServer();
  const { page } = await openConsoleAs("manager", "/articles/11", { server });
  const requests = async () =>
    (await server.manager.get("/api/printrequests?articleId=11")).body.map(({ oid }: { oid: number }) => oid);
  const before: number[] = await requests();
  const print = page.getByRole("button", { name: "Print", exact: true });
  await print.dblclick();
  await expect.poll(async () => (await requests()).length).toBe(before.length + 1);
  await print.click();
  await expect.poll(async () => (await requests()).length).toBe(before.length + 2);
});
