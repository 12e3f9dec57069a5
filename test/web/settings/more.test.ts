import { describe, expect, test } from "vitest";
import { startServer } from "../../harness/server.ts";
import { OLDEST, openTerminal } from "../../harness/terminal.ts";
import { goTo, logInTerminal, person, typePin } from "../access/together.ts";
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
      const server = await startServer({ settings: { DEVICE_TOKEN_EXPIRATION_DAYS: "10" } });
      const terminal = await openTerminal({ browser, width: 320 });
      await logInTerminal(terminal, server, "user");
      await goTo(terminal, "/more");
      await terminal.tap(language === "cs" ? "Čeština" : "English");
      await terminal.tap(look);
      await terminal.until(`document.documentElement.dataset.theme === "${theme}"`);
      await terminal.until(`document.documentElement.lang === "${language}"`);
      for (const screen of SCREENS) {
        await goTo(terminal, screen);
        if (screen === "/settings/pair-device")
          await terminal.until("document.querySelector('svg.is-qr') !== null");
        expect([screen, await terminal.axe()]).toEqual([screen, []]);
        expect([screen, await terminal.evaluate(WIDER)]).toEqual([screen, false]);
        expect([screen, await poorTargets(terminal)]).toEqual([screen, []]);
        await terminal.screenshot(`more${screen.replace(/\W/g, "-")}-${theme}-${browser}`);
      }
      await terminal.reload();
      await terminal.until(`document.documentElement.dataset.theme === "${theme}"`);
      await terminal.until(`document.documentElement.lang === "${language}"`);
    },
  );

  test("shows two QR codes by which another device is paired, and says when it is", async () => {
    const server = await startServer();
    const terminal = await openTerminal({ browser });
    await logInTerminal(terminal, server, "manager");
    await goTo(terminal, "/settings/pair-device");
    await terminal.see(/expires in (10:00|9:\d\d)/);
    expect(await terminal.count("svg.is-qr")).toBe(2);
    const address = await terminal.textOf("p.code");
    expect(address).toBe(`${server.url}/#/pair/${await terminal.textOf("p.big-code")}`);
    const code = address.split("/").pop() ?? "";
    expect(
      (await server.anonymous.post("/api/device-auth/activate", { code, deviceName: "Gate 7" })).status,
    ).toBe(200);
    await terminal.see("Paired: Gate 7");
  });

  test("says how much is kept here, and loads it anew without a loss", async () => {
    const server = await startServer();
    const terminal = await openTerminal({ browser });
    await logInTerminal(terminal, server, "user");
    await goTo(terminal, "/settings/storage");
    await terminal.see("Articles 500");
    await terminal.tap("Reload all data");
    await terminal.see("Articles 500");
    await terminal.see(person("user").fullName);
  });

  test("ends the pairing of a lost device after a second thought", async () => {
    const server = await startServer();
    const terminal = await openTerminal({ browser });
    await logInTerminal(terminal, server, "manager");
    const manager = await server.as("manager");
    const { body } = await manager.post("/api/device-auth/generate-code");
    await server.anonymous.post("/api/device-auth/activate", { code: body.code, deviceName: "Lost one" });
    await goTo(terminal, "/settings/devices");
    await terminal.tap("Unpair Lost one");
    await terminal.tap("Unpair");
    await terminal.seesNot("Lost one");
    const left = (await manager.get("/api/device-auth/tokens")).body;
    expect(left.map(({ deviceName }: { deviceName: string }) => deviceName)).not.toContain("Lost one");
  });

  test("changes one's own PIN; who changed it goes on, and the new one lets in", async () => {
    const server = await startServer();
    const terminal = await openTerminal({ browser });
    const { fullName, pin } = person("user");
    await logInTerminal(terminal, server, "user");
    await goTo(terminal, "/settings/secrets");
    await terminal.tap({ css: "input[name=old]" });
    await terminal.insert("0000");
    await terminal.tap({ css: "input[name=new]" });
    await terminal.insert("8264");
    await terminal.tap("Change PIN");
    await terminal.see("Enter the PIN that you log in with now.");
    await terminal.tap({ css: "input[name=old]" });
    await terminal.evaluate("document.activeElement.select()");
    await terminal.insert(pin);
    await terminal.tap("Change PIN");
    await terminal.see("PIN changed.");
    await goTo(terminal, "/more");
    await terminal.tap("Lock");
    await terminal.tap(new RegExp(`^${fullName}`));
    await typePin(terminal, "8264");
    await terminal.seesNot("digits");
    await terminal.see("Switch user");
  });
});
