import type { ConsolePage } from "../../harness/console.ts";

/** Opens the field of a filter that is not set. */
export async function addFilter(page: ConsolePage["page"], name: string): Promise<void> {
  await page.getByRole("button", { name: "Add filter" }).click();
  await page.getByRole("search", { name: "Filters" }).getByRole("button", { name, exact: true }).click();
}

/** The chip of a filter that is set, which opens its field. */
export const chip = (page: ConsolePage["page"], label: string) =>
  page.getByRole("list", { name: "Active filters" }).getByRole("button", { name: label, exact: true });
