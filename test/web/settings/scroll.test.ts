import { describe, expect, test } from "vitest";
import { aBox } from "../../harness/box.ts";
import { aHandheld, type Handheld, OLDEST } from "../../harness/handheld.ts";
import { atWork, goTo, person, typePin } from "../access/together.ts";

const scroll = (handheld: Handheld, y: number) =>
  handheld.until(`(scrollTo(0, ${y}), Math.abs(scrollY - ${y}) < 1)`);

describe.each(OLDEST)("a screen in %s", (browser) => {
  test.each([
    ["Scanner and sounds", "Scanner"],
    ["Storage", "Storage"],
  ])("that is opened from the end of another begins at its top: %s", async (row, title) => {
    const box = await aBox();
    const handheld = await aHandheld({ browser });
    await atWork(handheld, box, "user");
    await goTo(handheld, "/more");
    await scroll(handheld, 300);
    await handheld.evaluate(
      "void addEventListener('click', () => (window.leftAt = scrollY), { capture: true, once: true })",
    );
    await handheld.tap(row);
    await handheld.until(`document.querySelector("h1").innerText === "${title}"`);
    expect(await handheld.evaluate("scrollY")).toBe(0);
    await handheld.tap("Back");
    await handheld.until("document.querySelector('h1').innerText === 'More' && scrollY === leftAt");
    expect(await handheld.evaluate("leftAt")).toBeGreaterThan(50);
    await handheld.evaluate("void history.forward()");
    await handheld.until(`document.querySelector("h1").innerText === "${title}" && scrollY === 0`);
  });

  test("that is locked shows the door from its top, and is where it was when it is unlocked", async () => {
    const box = await aBox();
    const handheld = await aHandheld({ browser });
    await atWork(handheld, box, "user");
    await goTo(handheld, "/settings/scanner");
    await handheld.see("Volume");
    await scroll(handheld, 700);
    await handheld.tap({ css: "button.who" });
    await handheld.see("Who's counting?");
    expect(await handheld.evaluate("scrollY")).toBe(0);
    await handheld.tap(person("user").fullName);
    await typePin(handheld, person("user").pin);
    await handheld.see("Volume");
    await handheld.until("scrollY === 700");
    // Another user begins it anew.
    await handheld.tap({ css: "button.who" });
    await handheld.tap(person("manager").fullName);
    await typePin(handheld, person("manager").pin);
    await handheld.see("Volume");
    await handheld.see(person("manager").fullName);
    expect(await handheld.evaluate("scrollY")).toBe(0);
  });
});
