import { describe, expect, test } from "vitest";
import { startProxy } from "../../harness/network-proxy.ts";
import { startServer } from "../../harness/server.ts";
import { OLDEST, openTerminal } from "../../harness/terminal.ts";
import { logInTerminal, person, typePin } from "../access/log-in.ts";
import { holdRequests } from "../held-requests.ts";
import { storedValue, storeExpression } from "../stored-records.ts";
import { expectReadable } from "../touch-targets.ts";

const SCREENS = [
  "/more",
  "/settings/pair-device",
  "/settings/devices",
  "/settings/secrets",
  "/settings/storage",
  "/settings/scanner",
  "/moved",
  "/about",
  "/pair",
  "/login",
];
/** Holds the response of a changed PIN until `window.release()`. `window.rejected`: responses with 401 meanwhile. */
const HOLD_CHANGE = `(() => {
  const fetchNow = window.fetch;
  window.fetch = async (path, init) => {
    const response = await fetchNow(path, init);
    if (response.status === 401) window.rejected++;
    if (path !== "/api/me/secrets" || !response.ok) return response;
    window.rejected = 0;
    await new Promise((resolve) => { window.release = resolve; });
    return response;
  };
})()`;

describe.each(OLDEST)("the More screen in %s", (browser) => {
  test.each([
    ["en", "Light", "light"],
    ["cs", "Tmavý", "dark"],
  ] as const)(
    "and the screens that it opens are readable and complete in %s, %s, on 320 pixels",
    async (language, themeName, theme) => {
      const server = await startServer({ settings: { DEVICE_TOKEN_EXPIRATION_DAYS: "10" } });
      const terminal = await openTerminal({ browser, width: 320 });
      await logInTerminal(terminal, server, "user");
      await terminal.goTo("/more");
      await terminal.tap(language === "cs" ? "Čeština" : "English");
      await terminal.tap(themeName);
      await terminal.until(`document.documentElement.dataset.theme === "${theme}"`);
      await terminal.until(`document.documentElement.lang === "${language}"`);
      for (const screen of SCREENS) {
        await terminal.goTo(screen);
        if (screen === "/settings/pair-device")
          await terminal.until("document.querySelector('svg.is-qr') !== null");
        await expectReadable(terminal, screen, `more${screen.replace(/\W/g, "-")}-${theme}-${browser}`);
      }
      await terminal.reload();
      await terminal.until(`document.documentElement.dataset.theme === "${theme}"`);
      await terminal.until(`document.documentElement.lang === "${language}"`);
    },
  );

  test("shows two QR codes that pair another device, and when it is paired; ends the pairing of a device after a confirmation", async () => {
    const server = await startServer();
    const terminal = await openTerminal({ browser });
    await logInTerminal(terminal, server, "manager");
    await terminal.goTo("/settings/pair-device");
    await terminal.see(/expires in (10:00|9:\d\d)/);
    await expect.poll(() => terminal.count("svg.is-qr")).toBe(2);
    const address = await terminal.textOf("p.code");
    expect(address).toBe(`${server.url}/#/pair/${await terminal.textOf("p.big-code")}`);
    const code = address.split("/").pop() ?? "";
    expect(
      (await server.anonymous.post("/api/device-auth/activate", { code, deviceName: "Gate 7" })).status,
    ).toBe(200);
    await terminal.see("Paired: Gate 7");

    await terminal.goTo("/settings/devices");
    await terminal.tap("Unpair Gate 7");
    await terminal.tap("Unpair");
    await terminal.seesNot("Gate 7");
    const { body } = await (await server.as("manager")).get("/api/device-auth/tokens");
    expect(body.map(({ deviceName }: { deviceName: string }) => deviceName)).not.toContain("Gate 7");
  });

  test("shows the number of stored articles, and loads all data again", async () => {
    const server = await startServer();
    const terminal = await openTerminal({ browser });
    await logInTerminal(terminal, server, "user");
    await terminal.goTo("/settings/storage");
    await terminal.see("Articles 500");
    await terminal.evaluate("void (window.isBefore = true)");
    await terminal.tap("Reload all data");
    await terminal.until("window.isBefore === undefined");
    await terminal.see("Articles 500");
    await terminal.see(person("user").fullName);
  });

  test("loads no data again without a connection, and counts on with those it has", async () => {
    const server = await startServer();
    const proxy = await startProxy(server.url);
    const terminal = await openTerminal({ browser });
    await logInTerminal(terminal, { ...server, url: proxy.url }, "user");
    await terminal.goTo("/settings/storage");
    await terminal.see("Articles 500");
    proxy.cut();
    await terminal.tap("Reload all data");
    await terminal.see("The server is not responding");
    proxy.restore();
    await terminal.beforeLoad(holdRequests(/articles\/changes/, "GET"));
    await terminal.tap("Reload all data");
    // The articles that are stored can be counted until the others come.
    await terminal.until(
      `${storedValue("articles")}.then(({ cursor, areHere }) => cursor === "" && areHere)`,
    );
    await terminal.see("Articles 500");
    await terminal.evaluate("void window.release()");
    await terminal.until(`${storedValue("articles")}.then(({ cursor }) => cursor !== "")`);
  });

  test("changes the user's PIN without a new login, also while other requests fail with the old token, and unlocks with the new PIN", async () => {
    const server = await startServer();
    const terminal = await openTerminal({ browser });
    const { fullName, pin } = person("user");
    await terminal.beforeLoad(HOLD_CHANGE);
    await logInTerminal(terminal, server, "user");
    await terminal.goTo("/settings/secrets");
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
    await terminal.until("window.release !== undefined");
    await terminal.evaluate("void window.dispatchEvent(new Event('online'))");
    await terminal.until("window.rejected > 0");
    // A renewal of the token would have its response and its effect on the storage by now.
    await terminal.evaluate("fetch('/api/version').then(() => undefined)");
    await terminal.evaluate(storeExpression({}));
    await terminal.evaluate("window.release()");
    await terminal.see("PIN changed.");
    await terminal.goTo("/more");
    await terminal.tap("Lock");
    await terminal.tap(new RegExp(`^${fullName}`));
    await typePin(terminal, "8264");
    await terminal.seesNot("digits");
    await terminal.see("Switch user");
  });
});
