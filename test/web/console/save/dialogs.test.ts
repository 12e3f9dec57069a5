import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { sharedServer } from "../../../harness/server.ts";
import { openConsoleAs } from "../log-in.ts";

// Dialogs and forms that change or create one record: nothing is overwritten without a question, nothing is created twice, and typed
// text is not lost without one.

const server = sharedServer();
const { admin } = server;

async function open(path: string): Promise<Page> {
  const { consolePage } = await openConsoleAs("admin", path, { server });
  return consolePage.page;
}

interface Update {
  readonly what: string;
  /** Makes a record; returns its path in the API, and that of its screen. */
  make(): Promise<{ readonly api: string; readonly screen: string }>;
  /** The button that opens the dialog; null: the screen has the form. */
  readonly opens: string | null;
  readonly field: string;
  readonly mine: string;
  readonly theirs: object;
  /** The stored value of the field. */
  readonly saved: (body: Record<string, unknown>) => unknown;
}

const made = async (path: string, body: object) => (await admin.post(path, body)).body;
const name = ({ name }: Record<string, unknown>) => name;

const UPDATES: readonly Update[] = [
  {
    what: "a webhook",
    make: async () => {
      const { webhook } = await made("/api/webhooks", { name: "ERP", url: "https://erp.example.com" });
      return { api: `/api/webhooks/${webhook.oid}`, screen: "/people/webhooks" };
    },
    ...{ opens: "Change", field: "Name", mine: "Mine", theirs: { name: "Theirs" }, saved: name },
  },
  {
    what: "a service account",
    make: async () => {
      const { account } = await made("/api/service-accounts", { name: "ERP", scopes: ["articles:read"] });
      return { api: `/api/service-accounts/${account.oid}`, screen: "/people/service-accounts" };
    },
    ...{ opens: "Change", field: "Name", mine: "Mine", theirs: { name: "Theirs" }, saved: name },
  },
  {
    what: "a custom field",
    make: async () => {
      const { oid } = await made("/api/customfields", { name: "Voltage", type: "text" });
      return { api: `/api/customfields/${oid}`, screen: "/lists/fields" };
    },
    ...{ opens: "Edit Voltage", field: "Name", mine: "Mine", theirs: { name: "Theirs" }, saved: name },
  },
  {
    what: "a count plan",
    make: async () => {
      const plan = { name: "Shelves", fromDate: "2030-01-01", schedule: { every: "day" } };
      const { oid } = await made("/api/count-plans", { ...plan, selection: { kind: "notCounted" } });
      return { api: `/api/count-plans/${oid}`, screen: `/stocktakes/plans/${oid}` };
    },
    ...{ opens: null, field: "Name", mine: "Mine", saved: name },
    theirs: {
      ...{ name: "Theirs", fromDate: "2030-01-01", schedule: { every: "day" } },
      selection: { kind: "notCounted" },
    },
  },
  {
    what: "a minimum stock",
    make: async () => {
      const { oid } = await made("/api/refill-rules", { articleId: 11, minimum: 3 });
      return { api: `/api/refill-rules/${oid}`, screen: "/articles/11" };
    },
    ...{ opens: "Change… Everywhere", field: "Minimum", mine: "8", theirs: { minimum: 5 } },
    saved: ({ minimum }) => String(minimum),
  },
  {
    what: "a due date",
    make: async () => {
      const { oid } = await made("/api/custodies", { articleId: 12, userId: 3, dueDate: "2030-01-01" });
      return { api: `/api/custodies/${oid}`, screen: "/articles/12" };
    },
    ...{
      opens: "Change the due date…",
      field: "Due date",
      mine: "2030-03-03",
      theirs: { dueDate: "2030-02-02" },
    },
    saved: ({ dueDate }) => dueDate,
  },
];

describe.each(UPDATES)("$what", ({ make, opens, field, mine, theirs, saved }) => {
  test("saved by another user meanwhile is not overwritten without a question, and the typed text stays", async () => {
    const { api, screen } = await make();
    const page = await open(screen);
    if (opens !== null) await page.getByRole("button", { name: opens, exact: true }).click();
    const form = opens === null ? page.locator("main") : page.getByRole("dialog").first();
    const input = form.getByLabel(field, { exact: true });
    await input.fill(mine);
    expect((await admin.put(api, theirs)).status).toBe(200);
    const before = (await admin.get(api)).body;
    await form.getByRole("button", { name: "Save", exact: true }).click();
    const question = page.getByRole("dialog", { name: "Somebody else saved this in the meantime" });
    await question.waitFor();
    expect(saved((await admin.get(api)).body)).toBe(saved(before));
    await question.getByRole("button", { name: "Keep editing" }).click();
    await question.waitFor({ state: "hidden" });
    await expect.poll(() => input.inputValue()).toBe(mine);
    await form.getByRole("button", { name: "Save", exact: true }).click();
    await question.getByRole("button", { name: "Save my version" }).click();
    await expect.poll(async () => saved((await admin.get(api)).body)).toBe(mine);
  });
});

interface Creation {
  readonly what: string;
  readonly screen: string;
  readonly opens: string | null;
  /** What is entered; all but the last field are texts by their labels. */
  fill(page: Page): Promise<void>;
  readonly creates: string;
  readonly api: string;
  /** The list that shows how many there are. */
  readonly list: string;
}

const CREATIONS: readonly Creation[] = [
  {
    what: "webhook",
    ...{ screen: "/people/webhooks", opens: "Add a webhook", creates: "Create webhook" },
    ...{ api: "/api/webhooks", list: "/api/webhooks" },
    fill: async (page) => {
      const dialog = page.getByRole("dialog");
      await dialog.getByRole("checkbox", { name: "Printer prints again" }).check();
      await dialog.getByLabel("Name").fill("Once");
      await dialog.getByLabel("Address").fill("https://erp.example.com");
    },
  },
  {
    what: "service account",
    ...{ screen: "/people/service-accounts", opens: "Add a service account", creates: "Create API key" },
    ...{ api: "/api/service-accounts", list: "/api/service-accounts" },
    fill: async (page) => {
      const dialog = page.getByRole("dialog");
      await dialog.getByLabel("Name").fill("Once");
      await dialog.getByRole("checkbox", { name: "Read articles" }).check();
    },
  },
  {
    what: "location",
    ...{ screen: "/locations", opens: "Add location", creates: "Add" },
    ...{ api: "/api/locations", list: "/api/locations" },
    fill: (page) => page.getByRole("dialog").getByLabel("Name").fill("Once"),
  },
  {
    what: "custom field",
    ...{ screen: "/lists/fields", opens: "Create field", creates: "Save" },
    ...{ api: "/api/customfields", list: "/api/customfields" },
    fill: (page) => page.getByRole("dialog").getByLabel("Name", { exact: true }).fill("Once"),
  },
  {
    what: "count plan",
    ...{ screen: "/stocktakes/plans/new", opens: null, creates: "Create plan" },
    ...{ api: "/api/count-plans", list: "/api/count-plans" },
    fill: (page) => page.getByLabel("Name", { exact: true }).fill("Once"),
  },
];

describe.each(CREATIONS)("a $what", ({ screen, opens, fill, creates, api, list }) => {
  test("whose response was lost is created once when it is sent again", async () => {
    const page = await open(screen);
    const count = async () => (await admin.get(list)).body.length;
    const before = await count();
    if (opens !== null) await page.getByRole("button", { name: opens }).first().click();
    await fill(page);
    let lost = 0;
    await page.route(`**${api}`, async (route) => {
      if (route.request().method() !== "POST" || lost++ > 0) return route.continue();
      await route.fetch();
      return route.abort();
    });
    const form = opens === null ? page.locator("main") : page.getByRole("dialog").first();
    const button = form.getByRole("button", { name: creates, exact: true });
    await button.click();
    await page.getByText("The server is not responding").first().waitFor();
    // A form may ask for something by another POST before.
    const answered = page.waitForResponse(
      (response) => response.request().method() === "POST" && response.url().endsWith(api),
    );
    await button.click();
    expect((await answered).status()).toBe(201);
    expect(await count()).toBe(before + 1);
  });
});

describe.each(CREATIONS)("a $what", ({ screen, opens, fill, creates }) => {
  test("with a name that is too long is refused at its field, and nothing of it is cut", async () => {
    const page = await open(screen);
    if (opens !== null) await page.getByRole("button", { name: opens }).first().click();
    await fill(page);
    const form = opens === null ? page.locator("main") : page.getByRole("dialog").first();
    const field = form.getByLabel("Name", { exact: true });
    await field.fill("x".repeat(201));
    await form.getByRole("button", { name: creates, exact: true }).click();
    await form
      .getByText(/must have at most \d+ characters/)
      .first()
      .waitFor();
    await expect.poll(() => field.getAttribute("aria-invalid")).toBe("true");
    await expect.poll(() => field.inputValue()).toBe("x".repeat(201));
  });
});

describe.each(CREATIONS.filter(({ opens }) => opens !== null))("a $what", ({ screen, opens, fill }) => {
  test("is not discarded without a question when its dialog is closed", async () => {
    const page = await open(screen);
    await page
      .getByRole("button", { name: opens ?? "" })
      .first()
      .click();
    const dialog = page.getByRole("dialog").first();
    await dialog.waitFor();
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "hidden" });
    await page
      .getByRole("button", { name: opens ?? "" })
      .first()
      .click();
    await fill(page);
    const question = page.getByRole("dialog", { name: "Unsaved changes" });
    await page.keyboard.press("Escape");
    await question.getByRole("button", { name: "Keep editing" }).click();
    await question.waitFor({ state: "hidden" });
    await page.evaluate("void (location.hash = '#/overview')");
    await question.getByRole("button", { name: "Keep editing" }).click();
    await expect.poll(() => dialog.getByLabel("Name", { exact: true }).inputValue()).toBe("Once");
    await page.keyboard.press("Escape");
    await question.getByRole("button", { name: "Discard changes" }).click();
    await dialog.waitFor({ state: "hidden" });
  });
});
