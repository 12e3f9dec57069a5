import { describe, expect, test } from "vitest";
import { startServer } from "../../harness/server.ts";
import { OLDEST, openTerminal, type Terminal } from "../../harness/terminal.ts";
import { pairByAddress, person } from "./log-in.ts";

const SECRET = "correct-horse-9";
const USER_NAME = "input[name=username]";
const PASSWORD = "input[name=password]";

/** Expression: whether the page shows the secret in clear text. */
const SHOWS_SECRET = `document.body.innerText.includes(${JSON.stringify(SECRET)})`;

async function openLogin(browser: (typeof OLDEST)[number]): Promise<Terminal> {
  const server = await startServer();
  const terminal = await openTerminal({ browser, allowErrors: true });
  await terminal.open(`${server.url}/#/login`);
  await terminal.see("Log in on this phone");
  return terminal;
}

describe.each(OLDEST)("at the login in %s", (browser) => {
  test("keys at the pace of a scanner stay in the field for the user name, and are no scan", async () => {
    const terminal = await openLogin(browser);
    await terminal.tap({ css: USER_NAME });
    await terminal.scan(SECRET);
    await expect.poll(() => terminal.textOf(USER_NAME)).toBe(SECRET);
    await expect.poll(() => terminal.count(".scan-notice")).toBe(0);
  });

  test("a password typed at the pace of a scanner and Enter logs in, and is never shown", async () => {
    const terminal = await openLogin(browser);
    await terminal.tap({ css: USER_NAME });
    await terminal.type("somebody");
    await terminal.tap({ css: PASSWORD });
    await terminal.scan(SECRET);
    await terminal.see("Wrong user name or password.");
    await expect.poll(() => terminal.evaluate(SHOWS_SECRET)).toBe(false);
  });

  test("a password typed at the list of names is not shown", async () => {
    const server = await startServer();
    const terminal = await openTerminal({ browser });
    await pairByAddress(terminal, server);
    await terminal.see(person("user").fullName);
    await terminal.until("document.activeElement.classList.contains('scan-field')");
    await terminal.type(SECRET);
    await terminal.press("Enter");
    await terminal.see("This screen does not accept scans.");
    await expect.poll(() => terminal.evaluate(SHOWS_SECRET)).toBe(false);
  });

  test("a password typed beside its field is not shown", async () => {
    const terminal = await openLogin(browser);
    await terminal.tap("Log in on this phone");
    await terminal.until("document.activeElement.classList.contains('scan-field')");
    await terminal.scan(SECRET);
    await terminal.see("This screen does not accept scans.");
    await expect.poll(() => terminal.evaluate(SHOWS_SECRET)).toBe(false);
  });
});
