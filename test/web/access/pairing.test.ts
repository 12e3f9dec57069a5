import { describe, expect, test } from "vitest";
import { createClock } from "../../harness/clock.ts";
import { startServer, type TestServer } from "../../harness/server.ts";
import { OLDEST, openTerminal } from "../../harness/terminal.ts";
import { createPairingCode, person, typePin } from "./log-in.ts";
import { stopClock, typeAtEnd } from "./terminal-actions.ts";

async function readDeviceNames(server: TestServer): Promise<string[]> {
  const { body } = await (await server.as("manager")).get("/api/device-auth/tokens");
  return body.map(({ deviceName }: { deviceName: string }) => deviceName);
}

describe.each(OLDEST)("a terminal in %s", (browser) => {
  const model = browser === "chromium77" ? "Terminal MC330K" : "Terminal";

  test("is paired by the address in the second QR code under the name of its model, and then logs in by PIN", async () => {
    const server = await startServer();
    const terminal = await openTerminal({ browser, secure: false });
    const { code } = await createPairingCode(server);
    await terminal.open(`${server.url}/#/pair/${code}`);
    await terminal.see("Terminal name");
    await expect.poll(() => terminal.textOf("input.code")).toBe(code);
    await expect.poll(() => terminal.axe()).toEqual([]);
    await terminal.screenshot(`pair-${browser}`);
    await terminal.tap("Pair");
    await terminal.see("Who's counting?");
    expect(await readDeviceNames(server)).toEqual([model]);
    await terminal.tap(person("user").fullName);
    await typePin(terminal, person("user").pin);
    await terminal.until("location.hash === '#/count'");
  });

  test("is paired by a code typed in small letters, under a typed name", async () => {
    const server = await startServer();
    const terminal = await openTerminal({ browser });
    await terminal.open(`${server.url}/`);
    await terminal.tap("Pair this terminal");
    const { code } = await createPairingCode(server);
    await typeAtEnd(terminal, "input.code", code.toLowerCase().replace("-", ""));
    const name = "form input:not(.code)";
    await typeAtEnd(terminal, name, " gate of the hall");
    await typeAtEnd(terminal, name, " 7");
    await terminal.until(`document.querySelector("input.code").value === ${JSON.stringify(code)}`);
    await terminal.tap("Pair");
    await terminal.see("Who's counting?");
    expect(await readDeviceNames(server)).toEqual([`${model} gate of the hall 7`]);
  });

  test.each(["the first screen", "the pairing screen"])(
    "is paired by its scanner at %s, also while a field has the focus",
    async (where) => {
      const server = await startServer();
      const terminal = await openTerminal({ browser });
      const isFirst = where === "the first screen";
      await terminal.open(`${server.url}/#/${isFirst ? "welcome" : "pair"}`);
      await terminal.see(isFirst ? "Welcome" : "Terminal name");
      if (!isFirst) await terminal.tap({ css: "input.code" });
      const { qrContent } = await createPairingCode(server);
      await terminal.scan(qrContent);
      if (isFirst) await terminal.tap("Pair");
      await terminal.see("Who's counting?");
      expect(await readDeviceNames(server)).toEqual([model]);
    },
  );

  test("shows what to do about an unknown code and a code of another product", async () => {
    const server = await startServer();
    const terminal = await openTerminal({ browser, language: "cs" });
    for (const code of ["ABCDEFG-HJKMNPQ", "OTHER-DEV:ABCDEFG"]) {
      await terminal.open(`${server.url}/#/pair/${encodeURIComponent(code)}`);
      // The screen before has the field too, with another code.
      await expect.poll(() => terminal.textOf("input.code")).toBe(code);
      await terminal.tap("Spárovat");
      await terminal.see(
        code.startsWith("OTHER") ? "není kód tohoto serveru" : "neznámý, použitý nebo prošlý",
      );
      await terminal.see("Nový získáte v nabídce");
      await expect.poll(() => terminal.axe()).toEqual([]);
      await terminal.reload();
    }
    await expect
      .poll(() => terminal.evaluate("document.documentElement.scrollWidth > innerWidth"))
      .toBe(false);
  });

  test("shows a countdown after too many wrong codes from its address", async () => {
    const server = await startServer({ clock: createClock() });
    for (let i = 0; i < 20; i++)
      await server.anonymous.post("/api/device-auth/activate", { code: "ABCDEFG" });
    const terminal = await openTerminal({ browser });
    await stopClock(terminal);
    await terminal.open(`${server.url}/#/pair/ABCDEFG-HJKMNPQ`);
    await terminal.tap("Pair");
    await terminal.see(/Too many attempts.* 0:30/);
    await terminal.evaluate("void (window.ahead += 5000)");
    await terminal.see(/Too many attempts.* 0:25/);
    await terminal.until("document.querySelector('button[type=submit]').disabled");
    await expect.poll(() => terminal.axe()).toEqual([]);
  });
});
