import { expect } from "vitest";
import { aBox, type TestBox } from "../../../harness/box.ts";
import { aDesk, type Desk, type DeskOptions } from "../../../harness/desk.ts";
import { atDesk } from "../at-desk.ts";

/** Somebody of the demo at the desk, in front of a screen of the articles. */
export async function atArticles(
  path = "/articles",
  options: DeskOptions & { readonly userName?: string; readonly box?: TestBox } = {},
): Promise<{ box: TestBox; desk: Desk; page: Desk["page"] }> {
  const { userName = "manager", box = await aBox(), ...deskOptions } = options;
  const desk = await aDesk(deskOptions);
  await atDesk(desk, box, userName, path);
  await desk.page.locator("main h1").waitFor();
  return { box, desk, page: desk.page };
}

/** Opens the form of the article that is shown. */
export const edit = (page: Desk["page"]) => page.getByRole("button", { name: "Edit", exact: true }).click();

/** The first cells of the table's rows. */
export const codes = (page: Desk["page"]) => page.locator("tbody [data-row]").allTextContents();

/** What the address says behind the path. */
export const query = (page: Desk["page"]) =>
  Object.fromEntries(new URLSearchParams(page.url().split("?")[1] ?? ""));

/** What will be so in a while, on a busy machine too. */
export const soon = <T>(look: () => T) => expect.poll(look);
