import { expect, test } from "vitest";
import { eventually } from "../../../harness/eventually.ts";
import { startSmtpServer } from "../../../harness/smtp-server.ts";
import {
  FROM,
  happen,
  settingsFor,
  startNoticeServer,
  storedMails,
  subscribe,
} from "../../../notices/notice-server.ts";
import { expectAccessibleLayout } from "../appearance.ts";
import { openConsoleAs } from "../log-in.ts";

test("an Admin sets the mail server, chooses notices and tests them; a refused password is told in plain words", async () => {
  const smtp = await startSmtpServer({
    security: "startTls",
    login: { user: "stock", password: "the right one" },
  });
  const { server, consolePage, page } = await openConsoleAs("admin", "/me");
  await page.getByText("This server has no mail server yet").waitFor();
  await page.getByLabel("E-mail", { exact: true }).fill("ada@warehouse.example");
  await page.getByLabel("Printers that do not print").selectOption("Once a day");
  await page.getByLabel("Once a day at").selectOption("6:00");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByText("Notices saved").waitFor();
  const { body } = await server.admin.get("/api/me/notices");
  expect(body).toMatchObject({ email: "ada@warehouse.example", digestHour: 6 });
  expect(body.kinds).toContainEqual({ kind: "printers", mode: "digest" });

  await consolePage.open(server.url, "/system/notices");
  await page.getByLabel("Mail server", { exact: true }).fill("localhost");
  await page.getByLabel("Port").fill(String(smtp.port));
  await page.getByLabel("User name").fill("stock");
  await page.getByLabel("Password", { exact: true }).fill("the wrong one");
  await page.getByLabel("Sender address").fill(FROM);
  await page.getByLabel("Own certificate authority").fill(smtp.ca);
  const save = page.getByRole("button", { name: "Save", exact: true });
  await save.click();
  await page.getByText("Mail server saved").waitFor();
  await expect.poll(() => page.getByLabel("Password", { exact: true }).inputValue()).toBe("");
  await page.getByText("A password is stored.").waitFor();
  const send = page.getByRole("button", { name: "Send test e-mail" });
  await send.click();
  await page.getByText("localhost refused the user name or password: 535").waitFor();
  await page.getByLabel("Password", { exact: true }).fill("the right one");
  await save.click();
  await expect.poll(() => page.getByLabel("Password", { exact: true }).inputValue()).toBe("");
  await send.click();
  await page.getByText("The mail server has accepted the e-mail to ada@warehouse.example.").waitFor();
  expect(smtp.mails).toMatchObject([{ to: "ada@warehouse.example", isEncrypted: true }]);
  // Another server needs the password again.
  await page.getByLabel("Port").fill("25");
  await save.click();
  await page.getByText("Enter the password again: it would go to another server").first().waitFor();
});

test("a password that was typed and discarded is not left in its field", async () => {
  const { page } = await openConsoleAs("admin", "/system/notices");
  const password = page.getByLabel("Password", { exact: true });
  await password.fill("never saved");
  await page.getByRole("button", { name: "Discard changes" }).click();
  await expect.poll(() => password.inputValue()).toBe("");
});

test("what could not be delivered is shown and sent again, also on a phone", async () => {
  const { server, smtp, admin } = await startNoticeServer();
  await subscribe(server, "admin", { kinds: { printers: "atOnce" } });
  smtp.answers.set("RCPT", "550 5.1.1 mailbox unavailable");
  await happen(server);
  await happen(server);
  await eventually(() => expect(storedMails(server).map(({ state }) => state)).toEqual(["failed", "failed"]));
  await admin.put("/api/settings/mail-server", settingsFor(smtp));

  const { consolePage, page } = await openConsoleAs("admin", "/overview", { server, width: 390 });
  await page.locator('.needs-attention a[href="#/system/notices"]').waitFor();
  await consolePage.open(server.url, "/system/notices");
  await page.getByText("550 5.1.1 mailbox unavailable").first().waitFor();
  await expectAccessibleLayout(consolePage, "notices-phone", ["light", "dark"]);
  smtp.answers.clear();
  const again = page.getByRole("button", { name: /^Send again: / });
  await again.first().click();
  await eventually(() => expect(smtp.mails.length).toBe(1));
  await page
    .getByRole("button", { name: /^Remove: / })
    .last()
    .click();
  await page.getByText("All e-mails were delivered").waitFor();

  await consolePage.open(server.url, "/me");
  await page.locator('input[type="email"]').waitFor();
  await expectAccessibleLayout(consolePage, "notices-phone-me", ["light", "dark"]);
});

test("while e-mails of another company can't be delivered, not all are said to be", async () => {
  const { server, smtp } = await startNoticeServer();
  await subscribe(server, "admin2", { kinds: { printers: "atOnce" } });
  smtp.answers.set("RCPT", "451 greylisted");
  await happen(server, 2);
  await eventually(() => expect(storedMails(server)).toMatchObject([{ attempts: 1 }]));
  const { page } = await openConsoleAs("admin", "/system/notices", { server });
  await page.getByText("E-mail can't be delivered since").waitFor();
});

test("a Manager chooses own notices without those of the machine, and has no page of the mail server", async () => {
  const { server, consolePage, page } = await openConsoleAs("manager", "/me");
  await page.getByLabel("Requests that wait for approval").waitFor();
  await expect.poll(() => page.getByLabel("Full disk").count()).toBe(0);
  await consolePage.open(server.url, "/system/notices");
  await page.getByRole("heading", { name: "You don't have access to this" }).waitFor();
  await expect.poll(() => page.getByLabel("Mail server").count()).toBe(0);
});
