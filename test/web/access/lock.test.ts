import { describe, expect, test } from "vitest";
import { startServer } from "../../harness/server.ts";
import type { BrowserName } from "../../harness/terminal/chromium.ts";
import { OLDEST, openTerminal, type Terminal, type TerminalOptions } from "../../harness/terminal.ts";
import { storedValue } from "../stored-records.ts";
import { IS_LOCK_STORED } from "./browser-storage.ts";
import { logInTerminal, person, typePin } from "./log-in.ts";
import { makeClockMovable, wakeAfterMinutes } from "./terminal-actions.ts";

const user = person("user");
const manager = person("manager");
const OLD_PIN = { css: "input[name=old]" };

/** Logs Uma in and types the first half of a PIN into a form. */
async function beginForm(terminal: Terminal, server: Parameters<typeof logInTerminal>[1]): Promise<void> {
  await makeClockMovable(terminal);
  await logInTerminal(terminal, server, "user");
  await terminal.goTo("/settings/secrets");
  await terminal.tap(OLD_PIN);
  await terminal.type("12");
}

/** Opens a terminal with a begun form, locked after 16 minutes without a touch. */
async function openLockedTerminal(
  browser: BrowserName,
  options: Pick<TerminalOptions, "serviceWorker"> = {},
): Promise<Terminal> {
  const server = await startServer();
  const terminal = await openTerminal({ browser, ...options });
  await beginForm(terminal, server);
  await wakeAfterMinutes(terminal, 16);
  await terminal.see("Locked");
  return terminal;
}

describe.each(OLDEST)("an untouched terminal in %s", (browser) => {
  test("locks after the site's minutes, and restores a begun form for the same user", async () => {
    const server = await startServer();
    await (await server.as("admin")).put("/api/settings", { terminalLockMinutes: 3 });
    const terminal = await openTerminal({ browser });
    await beginForm(terminal, server);
    for (let touch = 0; touch < 2; touch++) {
      await wakeAfterMinutes(terminal, 2);
      // A field that is covered takes no tap.
      await terminal.tap(OLD_PIN);
      await terminal.seesNot("Locked");
    }
    await wakeAfterMinutes(terminal, 4);
    await terminal.see("Locked");
    await expect.poll(() => terminal.axe()).toEqual([]);
    await terminal.screenshot(`locked-${browser}`);
    await terminal.tap(new RegExp(`^${user.fullName}`));
    await typePin(terminal, user.pin);
    await terminal.seesNot("Switch user");
    await expect.poll(() => terminal.textOf(OLD_PIN.css)).toBe("12");
  });

  test("refuses scans while locked, stays locked after a reload, and clears a begun form for another user", async () => {
    const terminal = await openLockedTerminal(browser);
    await terminal.scan("A00123");
    // The form has a field for a PIN, so that the keys may be a secret.
    await terminal.see("NOT counted. This screen does not accept scans.");
    await expect.poll(() => terminal.evaluate("document.body.textContent")).not.toContain("A00123");
    await terminal.until(IS_LOCK_STORED);
    await terminal.reload();
    await terminal.see("Locked");
    await expect.poll(() => terminal.count(".tabs")).toBe(0);
    await terminal.tap(manager.fullName);
    await typePin(terminal, manager.pin);
    await terminal.see("My PIN and password");
    await expect.poll(() => terminal.textOf(OLD_PIN.css)).toBe("");
  });

  test("continues for the same user without the server by a tap, for counting only; another user must wait for the connection", async () => {
    const terminal = await openLockedTerminal(browser, { serviceWorker: true });
    await terminal.until("navigator.serviceWorker.ready.then(() => true)");
    await terminal.offline(true);
    await terminal.tap(manager.fullName);
    await terminal.see(`the PIN of ${manager.fullName} can't be checked`);
    await terminal.until("document.querySelectorAll('.pad button').length === 0");
    await expect.poll(() => terminal.axe()).toEqual([]);
    await terminal.screenshot(`offline-other-${browser}`);
    await terminal.tap("Switch user");
    await terminal.tap(new RegExp(`^${user.fullName}`));
    await terminal.see("the PIN can't be checked now");
    await terminal.screenshot(`offline-own-${browser}`);
    await terminal.tap(`Continue as ${user.fullName}`);
    await terminal.see("Counting only");
    await expect.poll(() => terminal.axe()).toEqual([]);
    await terminal.screenshot(`counting-only-${browser}`);
    await terminal.tap({ css: "main a.button_button" });
    await terminal.see("Stocktakes");
    await terminal.until(`${storedValue("unconfirmed")}.then((isUnconfirmed) => isUnconfirmed === true)`);
    await terminal.reload();
    await terminal.see("Stocktakes");
    await terminal.goTo("/find");
    await terminal.see("Counting only");
    await terminal.offline(false);
  });

  test("that continues without the server passes no scan to the screen that it hides, and counts by RFID", async () => {
    const server = await startServer();
    const terminal = await openTerminal({ browser });
    await beginForm(terminal, server);
    await terminal.goTo("/propose/EAN-1");
    await terminal.see("Serial number");
    await wakeAfterMinutes(terminal, 16);
    await terminal.see("Locked");
    await terminal.offline(true);
    await terminal.tap(new RegExp(`^${user.fullName}`));
    await terminal.tap(`Continue as ${user.fullName}`);
    await terminal.see("Counting only");
    await terminal.scan("EAN-2");
    await terminal.see("NOT counted: EAN-2. This screen does not accept scans.");
    await terminal.until(
      "[...document.querySelectorAll('[hidden] input')].some(({ value }) => value === 'EAN-1')",
    );
    await terminal.goTo("/tags/count/3/1");
    await terminal.seesNot("Counting only");
  });

  test("logs a waiting user in once the server responds; its first response locks a terminal that continued without it", async () => {
    const terminal = await openLockedTerminal(browser);
    await terminal.offline(true);
    await terminal.tap(manager.fullName);
    await terminal.see("Wait for the connection");
    await terminal.offline(false);
    await typePin(terminal, manager.pin);
    await terminal.seesNot("Switch user");
    await terminal.see(manager.fullName);
    // Names that move just before a tap take no tap.
    await terminal.until(`${storedValue("lastPeople")}.then((last) => last.length === 2)`);

    await wakeAfterMinutes(terminal, 16);
    await terminal.see("Locked");
    await terminal.offline(true);
    await terminal.tap(new RegExp(`^${manager.fullName}`));
    await terminal.tap(`Continue as ${manager.fullName}`);
    await terminal.see("Counting only");
    await terminal.offline(false);
    await terminal.see("Locked");
    await terminal.reload();
    await terminal.see("Locked");
    await terminal.tap(new RegExp(`^${manager.fullName}`));
    await typePin(terminal, manager.pin);
    await terminal.see("My PIN and password");
    await terminal.seesNot("Counting only");
  });

  test("stays on its screen for the next user although the login before ends while the PIN is checked", async () => {
    const server = await startServer();
    const terminal = await openTerminal({ browser, initScript: HOLD_LOGIN });
    await logInTerminal(terminal, server, "user");
    await terminal.tap(user.fullName);
    await terminal.tap(manager.fullName);
    await typePin(terminal, manager.pin);
    await terminal.until("window.passLogin !== undefined");
    // The server has ended the login before it. The screen's requests notice that first.
    await terminal.goTo("/mine");
    await terminal.until("window.isRefused");
    await terminal.evaluate("void addEventListener('hashchange', () => (window.hasLeft = true))");
    await terminal.evaluate("window.passLogin()");
    await terminal.see(manager.fullName);
    await terminal.until("document.querySelector('main h1').innerText === 'My assets' && !window.hasLeft");
  });

  test("locks for its user, and not for the next one, where the user choice is left while the PIN is checked", async () => {
    const server = await startServer();
    const terminal = await openTerminal({ browser, initScript: HOLD_LOGIN });
    await logInTerminal(terminal, server, "user");
    await terminal.tap(user.fullName);
    await terminal.tap(manager.fullName);
    await typePin(terminal, manager.pin);
    await terminal.until("window.passLogin !== undefined");
    await terminal.until("document.querySelector('main .page-title button').disabled");
    await terminal.evaluate("history.back()");
    await terminal.see(user.fullName);
    await terminal.evaluate("window.passLogin()");
    // The server has ended this user's login.
    await terminal.see("Locked");
    await terminal.until(`${storedValue("session")}.then(({ user }) => user.id === 3)`);
    await terminal.tap(new RegExp(`^${user.fullName}`));
    await terminal.evaluate("void (window.passLogin = undefined)");
    await typePin(terminal, user.pin);
    await terminal.until("window.passLogin !== undefined");
    await terminal.evaluate("window.passLogin()");
    await terminal.seesNot("Switch user");
    await terminal.see(user.fullName);
  });

  test("does not stay at the user choice's address with somebody logged in", async () => {
    const server = await startServer();
    const terminal = await openTerminal({ browser });
    await logInTerminal(terminal, server, "user");
    await terminal.goTo("/who");
    await terminal.until("location.hash === '#/count'");
  });
});

/** Holds the response to a login by PIN until the page's `passLogin` is called, and notes a rejected token in `isRefused`. */
const HOLD_LOGIN = `{
  const send = window.fetch;
  window.fetch = async (url, init) => {
    const response = await send(url, init);
    if (String(url).includes("/api/pda/users/login"))
      await new Promise((pass) => { window.passLogin = () => pass(); });
    if (response.status === 401) window.isRefused = true;
    return response;
  };
}`;
