import { describe, expect, test } from "vitest";
import { createClock } from "../../harness/clock.ts";
import { startServer } from "../../harness/server.ts";
import { OLDEST, openTerminal } from "../../harness/terminal.ts";
import { holdRequests } from "../held-requests.ts";
import { storeExpression } from "../stored-records.ts";
import { readAllStored } from "./browser-storage.ts";
import { logInTerminal, pairByAddress, person, typePin } from "./log-in.ts";
import { stopClock } from "./terminal-actions.ts";

const admin = person("admin");
const user = person("user");
const manager = person("manager");

describe.each(OLDEST)("the PIN pad in %s", (browser) => {
  test("ignores scanned codes, counts down after five wrong PINs of one user, and takes another user's PIN from the keys", async () => {
    const server = await startServer({ clock: createClock() });
    const terminal = await openTerminal({ browser });
    await stopClock(terminal);
    await pairByAddress(terminal, server);
    await terminal.tap(user.fullName);
    await terminal.see("Switch user");
    for (let i = 0; i < 6; i++) {
      await terminal.scan("12345");
      await terminal.see("The scanned code was not counted");
    }
    for (let i = 0; i < 5; i++) {
      await typePin(terminal, "9999");
      await terminal.see("Wrong PIN. Try again.");
    }
    await terminal.screenshot(`pin-wrong-${browser}`);
    await typePin(terminal, user.pin);
    await terminal.see(/Too many attempts.* 0:30/);
    await terminal.evaluate("void (window.ahead += 5000)");
    await terminal.see(/Too many attempts.* 0:25/);
    await terminal.until("document.querySelector('.pad button').disabled");
    await expect.poll(() => terminal.axe()).toEqual([]);
    await terminal.screenshot(`pin-held-${browser}`);
    await terminal.tap("Switch user");
    await terminal.tap(manager.fullName);
    await terminal.see("Switch user");
    await terminal.type(manager.pin, { everyMs: 200 });
    await terminal.until("document.querySelector('.pin-dots [aria-hidden]').textContent.length === 4");
    await terminal.press("Enter");
    await terminal.see(manager.fullName);
    await terminal.until("location.hash === '#/count'");
  });
});

describe.each(OLDEST)("the choice of the user in %s", (browser) => {
  test("opens again while the browser is slow to go back, closes by Back, and changes the user in two taps", async () => {
    const server = await startServer();
    const terminal = await openTerminal({ browser });
    await logInTerminal(terminal, server, "user");
    await terminal.evaluate("void (history.back = () => { window.goBack = true; })");
    await terminal.tap(user.fullName);
    await terminal.tap(`Continue as ${user.fullName}`);
    await terminal.seesNot("Who's counting?");
    await terminal.tap(user.fullName);
    await terminal.see("Who's counting?");
    const left =
      "new Promise((done) => addEventListener('popstate', () => setTimeout(done), { once: true }))";
    await terminal.evaluate(`(delete history.back, history.back(), window.goBack && ${left})`);
    await terminal.see("Who's counting?");
    await terminal.back();
    await terminal.seesNot("Who's counting?");
    await terminal.see(user.fullName);

    await terminal.tap(user.fullName);
    await terminal.see("Who's counting?");
    await terminal.screenshot(`change-user-${browser}`);
    await terminal.tap(`Continue as ${user.fullName}`);
    await terminal.seesNot("Who's counting?");
    await terminal.tap(user.fullName);
    await terminal.tap(manager.fullName);
    await typePin(terminal, manager.pin);
    await terminal.seesNot("Switch user");
    await terminal.see(manager.fullName);
    await terminal.tap(manager.fullName);
    await terminal.see("Who's counting?");
    await terminal.back();
    await terminal.seesNot("Who's counting?");
    await terminal.tap(manager.fullName);
    // The last user is the first in the list.
    await terminal.see(new RegExp(`Who's counting\\? ${manager.fullName}.*${user.fullName}.*Ada`));
  });

  test("shows nothing to tap before the users have loaded; the PIN is not stored in any form", async () => {
    const server = await startServer();
    const terminal = await openTerminal({ browser });
    await terminal.beforeLoad(holdRequests(/\/api\/pda\/users$/));
    await logInTerminal(terminal, server, "admin");
    const stored = await readAllStored(terminal);
    // It holds what is known to be stored.
    expect(stored).toContain(admin.fullName);
    expect(stored).toContain("deviceToken");
    expect(stored).not.toMatch(/(?<!\d)111111(?!\d)|argon2|"pin|hash/i);

    await terminal.evaluate(storeExpression({ people: null }));
    await terminal.reload();
    await terminal.tap(admin.fullName);
    await terminal.see("Loading users…");
    await terminal.seesNot("Continue as");
    await terminal.evaluate("void window.release()");
    await terminal.see(manager.fullName);
    await terminal.see(`Continue as ${admin.fullName}`);
  });
});
