import { describe, expect, test } from "vitest";
import { aBox } from "../../harness/box.ts";
import { aHandheld, OLDEST } from "../../harness/handheld.ts";
import { atWork, goTo, person, typePin } from "../access/together.ts";
import { poorTargets } from "../screen.ts";

const SCREENS = [
  "/more",
  "/settings/pair-device",
  "/settings/devices",
  "/settings/secrets",
  "/settings/storage",
  "/about",
  "/pair",
  "/login",
];
const WIDER = "document.documentElement.scrollWidth > innerWidth";

describe.each(OLDEST)("More in %s", (browser) => {
  test.each([
    ["en", "Light", "light"],
    ["cs", "Tmavý", "dark"],
  ] as const)(
    "and all around it is readable and complete in %s, %s, on 320 pixels",
    async (language, look, theme) => {
      const box = await aBox({ settings: { DEVICE_TOKEN_EXPIRATION_DAYS: "10" } });
      const handheld = await aHandheld({ browser, width: 320 });
      await atWork(handheld, box, "user");
      await goTo(handheld, "/more");
      await handheld.tap(language === "cs" ? "Čeština" : "English");
      await handheld.tap(look);
      await handheld.until(`document.documentElement.dataset.theme === "${theme}"`);
      await handheld.until(`document.documentElement.lang === "${language}"`);
      for (const screen of SCREENS) {
        await goTo(handheld, screen);
        if (screen === "/settings/pair-device")
          await handheld.until("document.querySelector('svg.is-qr') !== null");
        expect([screen, await handheld.axe()]).toEqual([screen, []]);
        expect([screen, await handheld.evaluate(WIDER)]).toEqual([screen, false]);
        expect([screen, await poorTargets(handheld)]).toEqual([screen, []]);
        await handheld.screenshot(`more${screen.replace(/\W/g, "-")}-${theme}-${browser}`);
      }
      await handheld.reload();
      await handheld.until(`document.documentElement.dataset.theme === "${theme}"`);
      await handheld.until(`document.documentElement.lang === "${language}"`);
    },
  );

  test("shows two QR codes by which another device is paired, and says when it is", async () => {
    const box = await aBox();
    const handheld = await aHandheld({ browser });
    await atWork(handheld, box, "manager");
    await goTo(handheld, "/settings/pair-device");
    await handheld.see(/expires in (10:00|9:\d\d)/);
    expect(await handheld.count("svg.is-qr")).toBe(2);
    const address = await handheld.textOf("p.code");
    expect(address).toBe(`${box.url}/#/pair/${await handheld.textOf("p.big-code")}`);
    const code = address.split("/").pop() ?? "";
    expect(
      (await box.anonymous.post("/api/device-auth/activate", { code, deviceName: "Gate 7" })).status,
    ).toBe(200);
    await handheld.see("Paired: Gate 7");
  });

  test("says how much is kept here, and loads it anew without a loss", async () => {
    const box = await aBox();
    const handheld = await aHandheld({ browser });
    await atWork(handheld, box, "user");
    await goTo(handheld, "/settings/storage");
    await handheld.see("Articles 500");
    await handheld.tap("Reload all data");
    await handheld.see("Articles 500");
    await handheld.see(person("user").fullName);
  });

  test("ends the pairing of a lost device after a second thought", async () => {
    const box = await aBox();
    const handheld = await aHandheld({ browser });
    await atWork(handheld, box, "manager");
    const manager = await box.as("manager");
    const { body } = await manager.post("/api/device-auth/generate-code");
    await box.anonymous.post("/api/device-auth/activate", { code: body.code, deviceName: "Lost one" });
    await goTo(handheld, "/settings/devices");
    await handheld.tap("Unpair Lost one");
    await handheld.tap("Unpair");
    await handheld.seesNot("Lost one");
    const left = (await manager.get("/api/device-auth/tokens")).body;
    expect(left.map(({ deviceName }: { deviceName: string }) => deviceName)).not.toContain("Lost one");
  });

  test("changes one's own PIN; who changed it goes on, and the new one lets in", async () => {
    const box = await aBox();
    const handheld = await aHandheld({ browser });
    const { fullName, pin } = person("user");
    await atWork(handheld, box, "user");
    await goTo(handheld, "/settings/secrets");
    await handheld.tap({ css: "input[name=old]" });
    await handheld.insert("0000");
    await handheld.tap({ css: "input[name=new]" });
    await handheld.insert("8264");
    await handheld.tap("Change PIN");
    await handheld.see("Enter the PIN that you log in with now.");
    await handheld.tap({ css: "input[name=old]" });
    await handheld.evaluate("document.activeElement.select()");
    await handheld.insert(pin);
    await handheld.tap("Change PIN");
    await handheld.see("PIN changed.");
    await goTo(handheld, "/more");
    await handheld.tap("Lock");
    await handheld.tap(new RegExp(`^${fullName}`));
    await typePin(handheld, "8264");
    await handheld.seesNot("digits");
    await handheld.see("Switch user");
  });
});
