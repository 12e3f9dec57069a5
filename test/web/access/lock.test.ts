import { describe, expect, test } from "vitest";
import { startServer } from "../../harness/server.ts";
import type { BrowserName } from "../../harness/terminal/chromium.ts";
import { OLDEST, openTerminal, type Terminal, type TerminalOptions } from "../../harness/terminal.ts";
import { IS_LOCK_KEPT } from "./kept.ts";
import { goTo, logInTerminal, person, sleepFor, typePin, withMovableClock } from "./together.ts";

const user = person("user");
const manager = person("manager");
const HALF = { css: "input[name=old]" };

/** Uma at a paired terminal, in the middle of writing something. */
async function halfWritten(terminal: Terminal, server: Parameters<typeof logInTerminal>[1]): Promise<void> {
  await withMovableClock(terminal);
  await logInTerminal(terminal, server, "user");
  await goTo(terminal, "/settings/secrets");
  await terminal.tap(HALF);
  await terminal.type("12");
}

/** The same, locked by itself. */
async function locked(
  browser: BrowserName,
  options: Pick<TerminalOptions, "serviceWorker"> = {},
): Promise<Terminal> {
  const server = await startServer();
  const terminal = await openTerminal({ browser, ...options });
  await halfWritten(terminal, server);
  await sleepFor(terminal, 16);
  await terminal.see("Locked");
  return terminal;
}

describe.each(OLDEST)("a terminal that nobody touches, in %s", (browser) => {
  test("locks after the site's minutes, and gives back what was half written to the same person", async () => {
    const server = await startServer();
    await (await server.as("admin")).put("/api/settings", { terminalLockMinutes: 3 });
    const terminal = await openTerminal({ browser });
    await halfWritten(terminal, server);
    await sleepFor(terminal, 2);
    await terminal.seesNot("Locked");
    await terminal.tap(HALF);
    await sleepFor(terminal, 2);
    await terminal.seesNot("Locked");
    await sleepFor(terminal, 2);
    await terminal.see("Locked");
    expect(await terminal.axe()).toEqual([]);
    await terminal.screenshot(`locked-${browser}`);
    await terminal.tap(new RegExp(`^${user.fullName}`));
    await typePin(terminal, user.pin);
    await terminal.seesNot("Switch user");
    expect(await terminal.textOf(HALF.css)).toBe("12");
  });

  test("gives nothing half written to another person, and is still locked when it is loaded again", async () => {
    const terminal = await locked(browser);
    await terminal.until(IS_LOCK_KEPT);
    await terminal.reload();
    await terminal.see("Locked");
    expect(await terminal.count(".tabs")).toBe(0);
    await terminal.tap(manager.fullName);
    await typePin(terminal, manager.pin);
    await terminal.see("My PIN and password");
    expect(await terminal.textOf(HALF.css)).toBe("");
  });

  test("takes no scan while it is locked, and says so", async () => {
    const terminal = await locked(browser);
    await terminal.scan("A00123");
    await terminal.see("A00123");
    await terminal.see("does not accept scans");
  });

  test("goes on for the same person without the box, by a tap; another one waits and is told so", async () => {
    const terminal = await locked(browser, { serviceWorker: true });
    await terminal.until("navigator.serviceWorker.ready.then(() => true)");
    await terminal.offline(true);
    await terminal.tap(manager.fullName);
    await terminal.see(`the PIN of ${manager.fullName} can't be checked`);
    expect(await terminal.count(".pad button")).toBe(0);
    expect(await terminal.axe()).toEqual([]);
    await terminal.screenshot(`offline-other-${browser}`);
    await terminal.tap("Switch user");
    await terminal.tap(new RegExp(`^${user.fullName}`));
    await terminal.see("the PIN can't be checked now");
    await terminal.screenshot(`offline-own-${browser}`);
    await terminal.tap(`Continue as ${user.fullName}`);
    await terminal.see("Counting only");
    expect(await terminal.axe()).toEqual([]);
    await terminal.screenshot(`counting-only-${browser}`);
    await terminal.tap({ css: "main a.button" });
    await terminal.see("Stocktakes");
    await terminal.reload();
    await terminal.see("Stocktakes");
    await goTo(terminal, "/find");
    await terminal.see("Counting only");
    await terminal.offline(false);
  });

  test("that went on without the box is locked by its first answer, and opened by the PIN alone", async () => {
    const terminal = await locked(browser);
    await terminal.offline(true);
    await terminal.tap(new RegExp(`^${user.fullName}`));
    await terminal.tap(`Continue as ${user.fullName}`);
    await terminal.see("Counting only");
    await terminal.offline(false);
    await terminal.see("Locked");
    await terminal.reload();
    await terminal.see("Locked");
    await terminal.tap(new RegExp(`^${user.fullName}`));
    await typePin(terminal, user.pin);
    await terminal.see("My PIN and password");
    await terminal.seesNot("Counting only");
  });

  test("without the box, who waits is let in as soon as it answers again", async () => {
    const terminal = await locked(browser);
    await terminal.offline(true);
    await terminal.tap(manager.fullName);
    await terminal.see("Wait for the connection");
    await terminal.offline(false);
    await typePin(terminal, manager.pin);
    await terminal.seesNot("Switch user");
    await terminal.see(manager.fullName);
  });
});
