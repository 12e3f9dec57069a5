import { expect, test } from "vitest";
import { startServer } from "../../harness/server.ts";
import { openTerminalAs } from "../beyond/open-terminal.ts";
import { createPhotoFile } from "../beyond/photo-file.ts";
import { expectAccessibleLayout } from "../console/appearance.ts";
import { openConsoleAs } from "../console/log-in.ts";
import { SIGN } from "../custody/sign.ts";

const OVERDUE = "2026-01-15";
const LATER = "2031-05-20";

/** The ids of two articles of the demo that nobody has, A000010 and A000011. */
const [LENT, TAKEN] = [10, 11];

test("an article of the console comes back and another goes out on a terminal without a connection; the console has both, with the protocol", async () => {
  const server = await startServer();
  await (await server.as("admin")).put("/api/users/3", { badgeCode: "BADGE-UMA" });

  // The console hands one out, with a due date that has passed, its condition and a signature.
  const { consolePage, page } = await openConsoleAs("manager", `/articles/${LENT}`, { server });
  await page.getByRole("button", { name: "Hand out…" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Person").selectOption({ label: "Uma Svoboda" });
  await dialog.getByLabel("Due date").fill(OVERDUE);
  await dialog.getByLabel("Condition", { exact: true }).fill("Scratch on the lid");
  const field = await dialog.locator("svg[role=img]").boundingBox();
  if (field === null) throw new Error("no signature field");
  await page.mouse.move(field.x + 20, field.y + 20);
  await page.mouse.down();
  await page.mouse.move(field.x + 120, field.y + 60, { steps: 4 });
  await page.mouse.up();
  await dialog.getByRole("button", { name: "Hand out", exact: true }).click();
  await page.getByText("handed out to Uma Svoboda").waitFor();
  await page.evaluate("void (location.hash = '/overview')");
  await page.getByText("Handed-out articles are overdue").click();
  await page.getByRole("row", { name: /A000010 .*Overdue since/ }).waitFor();
  await expectAccessibleLayout(consolePage, "custody-overdue", ["light", "dark"]);

  // The person sees what is owed, and the line is cut.
  const terminal = await openTerminalAs(server, { browser: "chromium77", goesOffline: true });
  await terminal.tap("Mine");
  await terminal.see("What I have");
  await terminal.see("Overdue since January 15, 2026");
  const fits = "document.documentElement.scrollWidth <= document.documentElement.clientWidth";
  await expect.poll(() => terminal.evaluate(fits)).toBe(true);
  await terminal.screenshot("custody-mine");
  await terminal.goTo(`/article/${LENT}/custody`);
  await terminal.see("From Uma Svoboda");
  await expect.poll(() => terminal.axe()).toEqual([]);
  await terminal.offline(true);
  await terminal.evaluate(SIGN);
  await terminal.choose("[type='file']", await createPhotoFile());
  await terminal.see("The photo is sent with it.");
  await terminal.tap({ css: ".actions button" });
  await terminal.see("No connection. It is kept here");
  await terminal.tap("Mine");
  await terminal.see("You have no handed-out articles.");
  await terminal.goTo(`/article/${TAKEN}/custody`);
  await terminal.see("Person: scan the badge, or type the name");
  await expect.poll(() => terminal.axe()).toEqual([]);
  await terminal.screenshot("custody-choose");
  await terminal.scan("NOBODY");
  await terminal.see("“NOBODY” is no badge.");
  await terminal.scan("BADGE-UMA");
  await terminal.see("To Uma Svoboda");
  await terminal.evaluate(SIGN);
  await expect.poll(() => terminal.axe()).toEqual([]);
  await terminal.evaluate(`(() => {
    const field = document.querySelector("main input[type=date]");
    field.value = "${LATER}";
    field.dispatchEvent(new Event("input", { bubbles: true }));
  })()`);
  await terminal.tap({ css: ".actions button" });
  await terminal.see("No connection. It is kept here");
  await terminal.tap("Mine");
  await terminal.see("May 20, 2031");
  await terminal.see("A000011 · Not sent yet");
  await expect.poll(() => terminal.axe()).toEqual([]);
  await terminal.screenshot("custody-mine-offline");
  await terminal.offline(false);
  await terminal.seesNot("Not sent yet");
  await terminal.see("May 20, 2031");
  const { body } = await server.user.get(`/api/custodies?articleId=${TAKEN}`);
  expect(body).toMatchObject([{ userId: 3, isStartSigned: true, endedDT: null }]);

  // The console follows: nothing is overdue, and the article's history has both conditions, the photo and the signatures.
  await page.getByText("Nothing is overdue").waitFor();
  await page.getByRole("link", { name: "Handed out", exact: true }).last().click();
  await page.getByRole("row", { name: /A000011 Uma Svoboda .*May 20, 2031/ }).waitFor();
  await page.evaluate(`void (location.hash = '/articles/${LENT}')`);
  await page.getByText(/Taken back .* by Uma Svoboda/).waitFor();
  await page.getByAltText("Photo of the condition").waitFor();
  await page.getByRole("button", { name: "Show signatures" }).click();
  await page.getByRole("img", { name: "Signature at the return" }).waitFor();
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Protocol (PDF)" }).click();
  expect((await download).suggestedFilename()).toMatch(/\.pdf$/);
});
