import { expect } from "vitest";
import { type ConsoleOptions, type ConsolePage, openConsole } from "../../../harness/console.ts";
import { startServer, type TestServer } from "../../../harness/server.ts";
import { logInConsole } from "../log-in.ts";

/** Somebody of the demo at the desk, in front of a screen of the articles. */
export async function atArticles(
  path = "/articles",
  options: ConsoleOptions & { readonly userName?: string; readonly server?: TestServer } = {},
): Promise<{ server: TestServer; consolePage: ConsolePage; page: ConsolePage["page"] }> {
  const { userName = "manager", server = await startServer(), ...deskOptions } = options;
  const consolePage = await openConsole(deskOptions);
  await logInConsole(consolePage, server, userName, path);
  await consolePage.page.locator("main h1").waitFor();
  return { server, consolePage, page: consolePage.page };
}

/** Opens the form of the article that is shown. */
export const edit = (page: ConsolePage["page"]) =>
  page.getByRole("button", { name: "Edit", exact: true }).click();

/** The first cells of the table's rows. */
export const codes = (page: ConsolePage["page"]) => page.locator("tbody [data-row]").allTextContents();

/** What the address says behind the path. */
export const query = (page: ConsolePage["page"]) =>
  Object.fromEntries(new URLSearchParams(page.url().split("?")[1] ?? ""));

/** What will be so in a while, on a busy machine too. */
export const soon = <T>(look: () => T) => expect.poll(look);
