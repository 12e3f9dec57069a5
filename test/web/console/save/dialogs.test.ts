import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { sharedServer } from "../../../harness/server.ts";
import { openConsoleAs } from "../log-in.ts";
import { loseResponse } from "./lost-response.ts";

// Dialogs with input: test/structure/guarded-requests.test.ts names those that are no FormDialog or GuardedDialog.

const server = sharedServer();
const { admin } = server;

interface Guarded {
  readonly what: string;
  readonly screen: string;
  readonly opens: string;
  /** The menu of the button. */
  readonly menu?: string;
  field(dialog: Locator): Locator;
  /** Leaves the dialog; by default with Escape. */
  leave?(dialog: Locator): Promise<void>;
}

const FORM: Guarded = {
  ...{ what: "a form", screen: "/locations", opens: "Add location" },
  field: (dialog) => dialog.getByLabel("Name", { exact: true }),
};
const CHOICE: Guarded = {
  ...{ what: "a choice without a form", screen: "/locations/3", menu: "More", opens: "Move to…" },
  field: (dialog) => dialog.getByRole("searchbox"),
  // Escape empties a search field.
  leave: (dialog) => dialog.getByRole("button", { name: "Cancel", exact: true }).click(),
};

/** Opens the screen of a dialog; `open` opens the dialog. */
async function openScreen({ screen, opens, menu, field }: Guarded) {
  const { page } = await openConsoleAs("admin", screen, { server });
  const dialog = page.getByRole("dialog").first();
  const open = async () => {
    if (menu !== undefined) await page.getByRole("button", { name: menu, exact: true }).click();
    await page.getByRole("button", { name: opens }).first().click();
  };
  return { page, dialog, input: field(dialog), open };
}

async function keepEditing(page: Page): Promise<void> {
  const question = page.getByRole("dialog", { name: "Unsaved changes" });
  await question.getByRole("button", { name: "Keep editing" }).click();
  await question.waitFor({ state: "hidden" });
}

test.each([FORM, CHOICE])("what is typed into $what is not discarded without a question", async (guarded) => {
  const { page, dialog, input, open } = await openScreen(guarded);
  const leave = () => guarded.leave?.(dialog) ?? page.keyboard.press("Escape");
  await open();
  await dialog.waitFor();
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "hidden" });
  await open();
  await input.fill("ground");
  await leave();
  await keepEditing(page);
  await page.evaluate("void (location.hash = '#/overview')");
  await keepEditing(page);
  await expect.poll(() => input.inputValue()).toBe("ground");
  await leave();
  await page.getByRole("button", { name: "Discard changes" }).click();
  await dialog.waitFor({ state: "hidden" });
});

test("a record whose response was lost is created once when it is sent again", async () => {
  const { page, dialog, input, open } = await openScreen(FORM);
  await open();
  await input.fill("Once");
  await loseResponse(page, "POST", "**/api/locations");
  const add = dialog.getByRole("button", { name: "Add", exact: true });
  await add.click();
  await dialog.getByText("The server is not responding").waitFor();
  await add.click();
  await page.getByRole("heading", { name: "Once" }).waitFor();
  const { body } = await admin.get("/api/locations");
  expect(body.filter(({ name }: { name: string }) => name === "Once")).toHaveLength(1);
});

test("a name that is too long is refused at its field, and nothing of it is cut", async () => {
  const { dialog, input, open } = await openScreen(FORM);
  await open();
  await input.fill("x".repeat(201));
  await dialog.getByRole("button", { name: "Add", exact: true }).click();
  await dialog
    .getByText(/must have at most \d+ characters/)
    .first()
    .waitFor();
  await expect.poll(() => input.getAttribute("aria-invalid")).toBe("true");
  await expect.poll(() => input.inputValue()).toBe("x".repeat(201));
});
