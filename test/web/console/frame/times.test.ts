import { expect, test } from "vitest";
import { openConsole } from "../../../harness/console.ts";
import { startServer } from "../../../harness/server.ts";
import { logInConsole } from "../log-in.ts";

test.each([
  ["en-US", /\d (AM|PM)/],
  ["en-GB", /^\d{1,2}:\d{2}$/],
  ["en", /^\d{1,2}:\d{2}$/],
  ["cs-CZ", /^\d{1,2}:\d{2}$/],
])("times follow the region of a browser in %s, else they have 24 hours", async (locale, form) => {
  const server = await startServer();
  await (await server.as("manager")).post("/api/locations", { name: "Annexe" });
  const consolePage = await openConsole({ locale });
  await logInConsole(consolePage, server, "admin", "/system/audit");
  const time = consolePage.page.getByRole("row", { name: /Annexe/ }).getByText(/^\d{1,2}:\d{2}/);
  expect((await time.first().innerText()).replace(/\s/g, " ")).toMatch(form);
});
