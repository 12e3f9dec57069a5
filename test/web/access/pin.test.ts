import { describe, expect, test } from "vitest";
import { startServer } from "../../harness/server.ts";
import { OLDEST, openTerminal } from "../../harness/terminal.ts";
import { everythingKept } from "./kept.ts";
import { keep, logInTerminal, pairedTerminal, person, typePin } from "./together.ts";

const user = person("user");
const manager = person("manager");

/** The box's list of people comes only when the test lets it. */
const HOLD_PEOPLE = `(() => {
  const ask = window.fetch;
  const held = new Promise((resolve) => { window.letPeopleCome = resolve; });
  window.fetch = (path, init) => (path === "/api/pda/users" ? held.then(() => ask(path, init)) : ask(path, init));
})()`;

describe.each(OLDEST)("the PIN in %s", (browser) => {
  test("is typed on the keys of the device too; a scanned code is no guess", async () => {
    const server = await startServer();
    const terminal = await openTerminal({ browser });
    await pairedTerminal(terminal, server);
    await terminal.tap(user.fullName);
    await terminal.see("Switch user");
    for (let i = 0; i < 6; i++) {
      await terminal.scan("12345");
      await terminal.see("The scanned code was not counted");
    }
    // A person takes a breath between a scan and a PIN; the scanner's own times may be ahead of the machine's.
    await terminal.evaluate("new Promise((resolve) => setTimeout(resolve, 1500))");
    await terminal.type(user.pin, { everyMs: 200 });
    await terminal.until("document.querySelector('.pin-dots [aria-hidden]').textContent.length === 4");
    await terminal.press("Enter");
    await terminal.until("location.hash === '#/count'");
  });

  test("asks who works here again though the browser is slow to go back; then back leaves all as it was", async () => {
    const server = await startServer();
    const terminal = await openTerminal({ browser });
    await logInTerminal(terminal, server, "user");
    await terminal.evaluate("void (history.back = () => { window.goBack = true; })");
    await terminal.tap(user.fullName);
    await terminal.tap(`Continue as ${user.fullName}`);
    await terminal.seesNot("Who's counting?");
    await terminal.tap(user.fullName);
    await terminal.see("Who's counting?");
    const gone =
      "new Promise((done) => addEventListener('popstate', () => setTimeout(done), { once: true }))";
    await terminal.evaluate(`(delete history.back, history.back(), window.goBack && ${gone})`);
    await terminal.see("Who's counting?");
    await terminal.back();
    await terminal.seesNot("Who's counting?");
    await terminal.see(user.fullName);
  });
});

describe.each(OLDEST)("a person and their PIN in %s", (browser) => {
  test("is refused in words when it is wrong; after five it counts down, for this person only", async () => {
    const server = await startServer();
    const terminal = await openTerminal({ browser });
    await pairedTerminal(terminal, server);
    await terminal.tap(user.fullName);
    for (let i = 0; i < 5; i++) {
      await typePin(terminal, "9999");
      await terminal.see("Wrong PIN. Try again.");
    }
    await terminal.screenshot(`pin-wrong-${browser}`);
    await typePin(terminal, user.pin);
    await terminal.see(/Too many attempts.* 0:[23]\d/);
    await terminal.until("document.querySelector('.pad button').disabled");
    expect(await terminal.axe()).toEqual([]);
    await terminal.screenshot(`pin-held-${browser}`);
    await terminal.tap("Switch user");
    await terminal.tap(manager.fullName);
    await typePin(terminal, manager.pin);
    await terminal.see(manager.fullName);
    await terminal.until("location.hash === '#/count'");
  });

  test("changes the user in two taps; the same person may stay", async () => {
    const server = await startServer();
    const terminal = await openTerminal({ browser });
    await logInTerminal(terminal, server, "user");
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
    await terminal.back();
    await terminal.seesNot("Who's counting?");
    await terminal.tap(manager.fullName);
    // Who was here last stands first.
    await terminal.see(new RegExp(`Who's counting\\? ${manager.fullName}.*${user.fullName}.*Ada`));
  });

  test("nothing to tap stands there before the list of people, which would push it down", async () => {
    const server = await startServer();
    const terminal = await openTerminal({ browser });
    await terminal.beforeLoad(HOLD_PEOPLE);
    await logInTerminal(terminal, server, "user");
    await terminal.evaluate(keep({ people: null }));
    await terminal.reload();
    await terminal.tap(user.fullName);
    await terminal.see("Loading users…");
    await terminal.seesNot("Continue as");
    await terminal.evaluate("void window.letPeopleCome()");
    await terminal.see(manager.fullName);
    await terminal.see(`Continue as ${user.fullName}`);
  });

  test("is nowhere on the device, nor anything made of it", async () => {
    const server = await startServer();
    const terminal = await openTerminal({ browser });
    await logInTerminal(terminal, server, "admin");
    const all = await everythingKept(terminal);
    // It is everything: what is known to be kept is in it.
    expect(all).toContain(person("admin").fullName);
    expect(all).toContain("deviceToken");
    expect(all).not.toMatch(/(?<!\d)111111(?!\d)|argon2|"pin|hash/i);
  });
});
