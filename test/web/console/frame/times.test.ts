import { expect, test } from "vitest";
import { startServer } from "../../../harness/server.ts";
import { openConsoleAs } from "../log-in.ts";

test("times follow the region of the browser", async () => {
  const server = await startServer();
  await server.manager.post("/api/locations", { name: "Annexe" });
  const { consolePage } = await openConsoleAs("admin", "/system/audit", { server, locale: "en-US" });
  const time = consolePage.page.getByRole("row", { name: /Annexe/ }).getByText(/^\d{1,2}:\d{2}/);
  await expect.poll(async () => (await time.first().innerText()).replace(/\s/g, " ")).toMatch(/\d (AM|PM)/);
});
