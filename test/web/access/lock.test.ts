import { describe, expect, test } from "vitest";
import { aBox } from "../../harness/box.ts";
import type { BrowserName } from "../../harness/handheld/chromium.ts";
import { aHandheld, type Handheld, type HandheldOptions, OLDEST } from "../../harness/handheld.ts";
import { IS_LOCK_KEPT } from "./kept.ts";
import { atWork, goTo, person, sleepFor, typePin, withMovableClock } from "./together.ts";

const user = person("user");
const manager = person("manager");
const HALF = { css: "input[name=old]" };

/** Uma at a paired terminal, in the middle of writing something. */
async function halfWritten(handheld: Handheld, box: Parameters<typeof atWork>[1]): Promise<void> {
  await withMovableClock(handheld);
  await atWork(handheld, box, "user");
  await goTo(handheld, "/settings/secrets");
  await handheld.tap(HALF);
  await handheld.type("12");
}

/** The same, locked by itself. */
async function locked(
  browser: BrowserName,
  options: Pick<HandheldOptions, "serviceWorker"> = {},
): Promise<Handheld> {
  const box = await aBox();
  const handheld = await aHandheld({ browser, ...options });
  await halfWritten(handheld, box);
  await sleepFor(handheld, 16);
  await handheld.see("Locked");
  return handheld;
}

describe.each(OLDEST)("a terminal that nobody touches, in %s", (browser) => {
  test("locks after the site's minutes, and gives back what was half written to the same person", async () => {
    const box = await aBox();
    await (await box.as("admin")).put("/api/settings", { terminalLockMinutes: 3 });
    const handheld = await aHandheld({ browser });
    await halfWritten(handheld, box);
    await sleepFor(handheld, 2);
    await handheld.seesNot("Locked");
    await handheld.tap(HALF);
    await sleepFor(handheld, 2);
    await handheld.seesNot("Locked");
    await sleepFor(handheld, 2);
    await handheld.see("Locked");
    expect(await handheld.axe()).toEqual([]);
    await handheld.screenshot(`locked-${browser}`);
    await handheld.tap(new RegExp(`^${user.fullName}`));
    await typePin(handheld, user.pin);
    await handheld.seesNot("Switch user");
    expect(await handheld.textOf(HALF.css)).toBe("12");
  });

  test("gives nothing half written to another person, and is still locked when it is loaded again", async () => {
    const handheld = await locked(browser);
    await handheld.until(IS_LOCK_KEPT);
    await handheld.reload();
    await handheld.see("Locked");
    expect(await handheld.count(".tabs")).toBe(0);
    await handheld.tap(manager.fullName);
    await typePin(handheld, manager.pin);
    await handheld.see("My PIN and password");
    expect(await handheld.textOf(HALF.css)).toBe("");
  });

  test("takes no scan while it is locked, and says so", async () => {
    const handheld = await locked(browser);
    await handheld.scan("A00123");
    await handheld.see("A00123");
    await handheld.see("does not accept scans");
  });

  test("goes on for the same person without the box, by a tap; another one waits and is told so", async () => {
    const handheld = await locked(browser, { serviceWorker: true });
    await handheld.until("navigator.serviceWorker.ready.then(() => true)");
    await handheld.offline(true);
    await handheld.tap(manager.fullName);
    await handheld.see(`the PIN of ${manager.fullName} can't be checked`);
    expect(await handheld.count(".pad button")).toBe(0);
    expect(await handheld.axe()).toEqual([]);
    await handheld.screenshot(`offline-other-${browser}`);
    await handheld.tap("Switch user");
    await handheld.tap(new RegExp(`^${user.fullName}`));
    await handheld.see("the PIN can't be checked now");
    await handheld.screenshot(`offline-own-${browser}`);
    await handheld.tap(`Continue as ${user.fullName}`);
    await handheld.see("Counting only");
    expect(await handheld.axe()).toEqual([]);
    await handheld.screenshot(`counting-only-${browser}`);
    await handheld.tap({ css: "main a.button" });
    await handheld.see("Stocktakes");
    await handheld.reload();
    await handheld.see("Stocktakes");
    await goTo(handheld, "/find");
    await handheld.see("Counting only");
    await handheld.offline(false);
  });

  test("that went on without the box is locked by its first answer, and opened by the PIN alone", async () => {
    const handheld = await locked(browser);
    await handheld.offline(true);
    await handheld.tap(new RegExp(`^${user.fullName}`));
    await handheld.tap(`Continue as ${user.fullName}`);
    await handheld.see("Counting only");
    await handheld.offline(false);
    await handheld.see("Locked");
    await handheld.reload();
    await handheld.see("Locked");
    await handheld.tap(new RegExp(`^${user.fullName}`));
    await typePin(handheld, user.pin);
    await handheld.see("My PIN and password");
    await handheld.seesNot("Counting only");
  });

  test("without the box, who waits is let in as soon as it answers again", async () => {
    const handheld = await locked(browser);
    await handheld.offline(true);
    await handheld.tap(manager.fullName);
    await handheld.see("Wait for the connection");
    await handheld.offline(false);
    await typePin(handheld, manager.pin);
    await handheld.seesNot("Switch user");
    await handheld.see(manager.fullName);
  });
});
