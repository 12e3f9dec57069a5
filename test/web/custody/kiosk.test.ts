import { describe, expect, test } from "vitest";
import { startServer } from "../../harness/server.ts";
import { BROWSERS } from "../../harness/terminal.ts";
import { expectAccessibleLayout } from "../console/appearance.ts";
import { openConsoleAs } from "../console/log-in.ts";
import { openKiosk } from "./open-kiosk.ts";

const CUSTODIES = "/api/custodies";

/** The codes of articles 10 to 12 of the demo. */
const CODES = ["A000010", "A000011", "A000012"] as const;

describe.each(BROWSERS)("the kiosk in %s", (browser) => {
  test("three scans hand an article out without a connection, and what contradicts the console is shown there and to a Manager", async () => {
    const server = await startServer();
    const terminal = await openKiosk(server, browser);
    const [first, second] = [10, 11];
    await expect.poll(() => terminal.axe()).toEqual([]);
    await terminal.screenshot(`kiosk-${browser}`);

    await terminal.offline(true);
    await terminal.scan(CODES[0]);
    await terminal.see("is no badge. Scan your badge first.");
    await terminal.scan("BADGE-UMA");
    await terminal.see("Uma Svoboda: scan an article");
    await terminal.scan(CODES[0]);
    await terminal.see("Handed out to Uma Svoboda");
    await terminal.scan(CODES[1]);
    await terminal.until("document.querySelectorAll('main ul.list li').length === 2");
    await expect.poll(() => terminal.axe()).toEqual([]);
    await terminal.screenshot(`kiosk-two-${browser}`);
    await terminal.scan("BADGE-UMA");
    await terminal.see("Scan your badge");
    // Another person, without a connection too: the terminal knows what it has not sent.
    await terminal.scan("BADGE-MAX");
    await terminal.scan(CODES[0]);
    await terminal.see("Uma Svoboda has it, and it was not taken back.");
    await terminal.scan("BADGE-MAX");

    // Meanwhile the console hands the second article to another person.
    const { consolePage, page } = await openConsoleAs("manager", `/articles/${second}`, { server });
    await page.getByRole("button", { name: "Hand out…" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Person").selectOption({ label: "Max Dvorak" });
    await dialog.getByRole("button", { name: "Hand out", exact: true }).click();
    await page.getByText("handed out to Max Dvorak").waitFor();

    await terminal.offline(false);
    await terminal.see("Not recorded by the server");
    await terminal.see("Max Dvorak has this article. Take it back first.");
    await expect.poll(() => terminal.axe()).toEqual([]);
    await terminal.screenshot(`kiosk-rejected-${browser}`);
    const user = await server.as("user");
    const [open] = (await user.get(`${CUSTODIES}?state=open&articleId=${first}`)).body;
    expect(open).toMatchObject({ userId: 3, startedBy: { id: 2 } });
    expect((await user.get(`${CUSTODIES}?state=open&articleId=${second}`)).body).toMatchObject([
      { userId: 2 },
    ]);

    await page.evaluate("void (location.hash = '/overview')");
    await page.getByText("1 hand-over or return of a terminal was not recorded").click();
    await page.getByText("Max Dvorak had it already.").waitFor();
    await expectAccessibleLayout(consolePage, `custody-rejected-${browser}`, ["light", "dark"]);
    await page.getByRole("button", { name: /^Dismiss/ }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Dismiss", exact: true }).click();
    await page.getByText("Max Dvorak had it already.").waitFor({ state: "detached" });
    await terminal.tap("Understood");
    await terminal.seesNot("Not recorded by the server");

    // Back: the console takes the first one back, and the terminal hands it out again.
    await page.getByRole("button", { name: "Take back" }).last().click();
    await page.getByRole("dialog").getByRole("button", { name: "Take back", exact: true }).click();
    await page.getByText("taken back from").waitFor();
    await terminal.offline(true);
    await terminal.offline(false);
    await terminal.scan("BADGE-MAX");
    await terminal.scan(CODES[2]);
    await terminal.see("Handed out to Max Dvorak");
    await terminal.scan(CODES[2]);
    await terminal.tap("Yes, take it back");
    await terminal.see("Taken back from Max Dvorak");
    await terminal.tap("Done");
    // Who wanted to log in has left: the next person scans a badge, or taps.
    await terminal.tap("Log in");
    await terminal.see("Locked");
    await terminal.screenshot(`kiosk-left-${browser}`);
    await terminal.scan("BADGE-MAX");
    await terminal.see("Scan your badge");
    await terminal.tap("Log in");
    await terminal.see("Locked");
    await terminal.tap("Hand-overs by badge");
    await terminal.see("Scan your badge");
    await terminal.scan("BADGE-UMA");
    await terminal.see("Uma Svoboda: scan an article");
  });
});
