import type { ConsoleOptions, ConsolePage } from "../../../harness/console.ts";
import type { TestServer } from "../../../harness/server.ts";
import { openConsoleAs } from "../log-in.ts";

/** Opens a screen of the articles for a user of the demo, and waits for its title. */
export async function openArticles(
  path = "/articles",
  options: ConsoleOptions & { readonly userName?: string; readonly server?: TestServer } = {},
): Promise<{ server: TestServer; consolePage: ConsolePage; page: ConsolePage["page"] }> {
  const { userName = "manager", ...others } = options;
  const opened = await openConsoleAs(userName, path, others);
  await opened.page.locator("main h1").waitFor();
  return opened;
}

/** Opens the form of the article that is shown. */
export const openEditForm = (page: ConsolePage["page"]) =>
  page.getByRole("button", { name: "Edit", exact: true }).click();

/** Reads the first cells of the table's rows. */
export const readCodes = (page: ConsolePage["page"]) => page.locator("tbody [data-row]").allTextContents();

/** Reads the parameters of the page's address. */
export const readQuery = (page: ConsolePage["page"]) =>
  Object.fromEntries(new URLSearchParams(page.url().split("?")[1] ?? ""));
