import type { Locator, Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { openConsole } from "../../../harness/console.ts";
import { sharedServer } from "../../../harness/server.ts";
import { logInConsole } from "../log-in.ts";

// What is typed into a dialog is not discarded without a question. The dialogs of new records are in dialogs.test.ts.

const server = sharedServer();
const { admin } = server;
beforeAll(async () => {
  await admin.post("/api/custodies", { articleId: 12, userId: 3 });
});

interface Dialog {
  readonly what: string;
  readonly screen: string;
  open(page: Page): Promise<void>;
  field(dialog: Locator): Locator;
  readonly typed: string;
  /** Default: types it. */
  enter?(field: Locator, value: string): Promise<void>;
}

const press = (name: string | RegExp) => async (page: Page) => {
  await page.getByRole("button", { name, exact: true }).first().click();
};
const labelled = (label: string) => (dialog: Locator) => dialog.getByLabel(label, { exact: true });

const DIALOGS: readonly Dialog[] = [
  {
    ...{ what: "a minimum stock", screen: "/articles/11", typed: "7" },
    ...{ open: press("Add minimum stock"), field: labelled("Minimum") },
  },
  {
    ...{ what: "an additional code", screen: "/articles/11", typed: "4006381333931" },
    ...{ open: press("Add code"), field: labelled("Code") },
  },
  {
    ...{ what: "a pack", screen: "/articles/11", typed: "box" },
    ...{ open: press("Add pack"), field: labelled("Name") },
  },
  {
    ...{ what: "a move of stock", screen: "/articles/8", typed: "3" },
    ...{ open: press(/^Move…/), field: labelled("Pieces") },
  },
  {
    ...{ what: "a hand-over", screen: "/articles/14", typed: "scratched" },
    open: press(/^Hand out/),
    field: (dialog) => dialog.getByRole("textbox", { name: "Condition" }),
  },
  {
    ...{ what: "a return", screen: "/articles/12", typed: "scratched" },
    open: press(/^Take back/),
    field: (dialog) => dialog.getByRole("textbox", { name: "Condition" }),
  },
  {
    ...{ what: "a due date", screen: "/articles/12", typed: "2030-03-03" },
    ...{ open: press(/^Change the due date/), field: labelled("Due date") },
  },
  {
    ...{ what: "a new parent of a location", screen: "/locations/3", typed: "ground" },
    open: press("Move to…"),
    field: (dialog) => dialog.getByRole("searchbox"),
  },
  {
    ...{ what: "a change of many articles", screen: "/articles", typed: "Disposed" },
    open: async (page) => {
      await page
        .getByLabel(/^Select row/)
        .first()
        .check();
      await press("Edit…")(page);
    },
    field: labelled("State"),
    enter: async (field, value) => void (await field.selectOption(value)),
  },
  {
    ...{ what: "labels of many articles", screen: "/articles", typed: "9" },
    open: async (page) => {
      await page
        .getByLabel(/^Select row/)
        .first()
        .check();
      await press("Print labels…")(page);
    },
    field: labelled("Copies"),
  },
  {
    ...{ what: "the reason of a refusal", screen: "/requests/transfers/1", typed: "too far" },
    ...{ open: press("Reject…"), field: (dialog) => dialog.getByRole("textbox") },
  },
];

test.each(DIALOGS)(
  "$what is not discarded without a question",
  async ({ screen, open, field, typed, enter = (input, value) => input.fill(value) }) => {
    const { page } = await openConsole().then(async (consolePage) => {
      await logInConsole(consolePage, server, "admin", screen);
      return consolePage;
    });
    await open(page);
    const dialog = page.getByRole("dialog").first();
    await dialog.waitFor();
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "hidden" });
    await open(page);
    await enter(field(dialog), typed);
    const entered = await field(dialog).inputValue();
    const question = page.getByRole("dialog", { name: "Unsaved changes" });
    await dialog.getByRole("button", { name: "Cancel", exact: true }).click();
    await question.getByRole("button", { name: "Keep editing" }).click();
    await question.waitFor({ state: "hidden" });
    await page.evaluate("void (location.hash = '#/overview')");
    await question.getByRole("button", { name: "Keep editing" }).click();
    await expect.poll(() => field(dialog).inputValue()).toBe(entered);
    await dialog.getByRole("button", { name: "Cancel", exact: true }).click();
    await question.getByRole("button", { name: "Discard changes" }).click();
    await dialog.waitFor({ state: "hidden" });
  },
);
