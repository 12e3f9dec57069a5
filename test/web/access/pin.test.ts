import { describe, expect, test } from "vitest";
import { aBox } from "../../harness/box.ts";
import { aHandheld, OLDEST } from "../../harness/handheld.ts";
import { everythingKept } from "./kept.ts";
import { atWork, keep, pairedTerminal, person, typePin } from "./together.ts";

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
    const box = await aBox();
    const handheld = await aHandheld({ browser });
    await pairedTerminal(handheld, box);
    await handheld.tap(user.fullName);
    await handheld.see("Switch user");
    for (let i = 0; i < 6; i++) {
      await handheld.scan("12345");
      await handheld.see("The scanned code was not counted");
    }
    // A person takes a breath between a scan and a PIN; the scanner's own times may be ahead of the machine's.
    await handheld.evaluate("new Promise((resolve) => setTimeout(resolve, 1500))");
    await handheld.type(user.pin, { everyMs: 200 });
    await handheld.until("document.querySelector('.pin-dots [aria-hidden]').textContent.length === 4");
    await handheld.press("Enter");
    await handheld.until("location.hash === '#/count'");
  });

  test("asks who works here again though the browser is slow to go back; then back leaves all as it was", async () => {
    const box = await aBox();
    const handheld = await aHandheld({ browser });
    await atWork(handheld, box, "user");
    await handheld.evaluate("void (history.back = () => { window.goBack = true; })");
    await handheld.tap(user.fullName);
    await handheld.tap(`Continue as ${user.fullName}`);
    await handheld.seesNot("Who's counting?");
    await handheld.tap(user.fullName);
    await handheld.see("Who's counting?");
    const gone =
      "new Promise((done) => addEventListener('popstate', () => setTimeout(done), { once: true }))";
    await handheld.evaluate(`(delete history.back, history.back(), window.goBack && ${gone})`);
    await handheld.see("Who's counting?");
    await handheld.back();
    await handheld.seesNot("Who's counting?");
    await handheld.see(user.fullName);
  });
});

describe.each(OLDEST)("a person and their PIN in %s", (browser) => {
  test("is refused in words when it is wrong; after five it counts down, for this person only", async () => {
    const box = await aBox();
    const handheld = await aHandheld({ browser });
    await pairedTerminal(handheld, box);
    await handheld.tap(user.fullName);
    for (let i = 0; i < 5; i++) {
      await typePin(handheld, "9999");
      await handheld.see("Wrong PIN. Try again.");
    }
    await handheld.screenshot(`pin-wrong-${browser}`);
    await typePin(handheld, user.pin);
    await handheld.see(/Too many attempts.* 0:[23]\d/);
    await handheld.until("document.querySelector('.pad button').disabled");
    expect(await handheld.axe()).toEqual([]);
    await handheld.screenshot(`pin-held-${browser}`);
    await handheld.tap("Switch user");
    await handheld.tap(manager.fullName);
    await typePin(handheld, manager.pin);
    await handheld.see(manager.fullName);
    await handheld.until("location.hash === '#/count'");
  });

  test("changes the user in two taps; the same person may stay", async () => {
    const box = await aBox();
    const handheld = await aHandheld({ browser });
    await atWork(handheld, box, "user");
    await handheld.tap(user.fullName);
    await handheld.see("Who's counting?");
    await handheld.screenshot(`change-user-${browser}`);
    await handheld.tap(`Continue as ${user.fullName}`);
    await handheld.seesNot("Who's counting?");
    await handheld.tap(user.fullName);
    await handheld.tap(manager.fullName);
    await typePin(handheld, manager.pin);
    await handheld.seesNot("Switch user");
    await handheld.see(manager.fullName);
    await handheld.tap(manager.fullName);
    await handheld.back();
    await handheld.seesNot("Who's counting?");
    await handheld.tap(manager.fullName);
    // Who was here last stands first.
    await handheld.see(new RegExp(`Who's counting\\? ${manager.fullName}.*${user.fullName}.*Ada`));
  });

  test("nothing to tap stands there before the list of people, which would push it down", async () => {
    const box = await aBox();
    const handheld = await aHandheld({ browser });
    await handheld.beforeLoad(HOLD_PEOPLE);
    await atWork(handheld, box, "user");
    await handheld.evaluate(keep({ people: null }));
    await handheld.reload();
    await handheld.tap(user.fullName);
    await handheld.see("Loading users…");
    await handheld.seesNot("Continue as");
    await handheld.evaluate("void window.letPeopleCome()");
    await handheld.see(manager.fullName);
    await handheld.see(`Continue as ${user.fullName}`);
  });

  test("is nowhere on the device, nor anything made of it", async () => {
    const box = await aBox();
    const handheld = await aHandheld({ browser });
    await atWork(handheld, box, "admin");
    const all = await everythingKept(handheld);
    // It is everything: what is known to be kept is in it.
    expect(all).toContain(person("admin").fullName);
    expect(all).toContain("deviceToken");
    expect(all).not.toMatch(/(?<!\d)111111(?!\d)|argon2|"pin|hash/i);
  });
});
