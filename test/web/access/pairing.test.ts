import { describe, expect, test } from "vitest";
import { startServer, type TestServer } from "../../harness/server.ts";
import { OLDEST, openTerminal } from "../../harness/terminal.ts";
import { aCode, person, typeAtEnd, typePin } from "./together.ts";

async function pairedNames(server: TestServer): Promise<string[]> {
  const { body } = await (await server.as("manager")).get("/api/device-auth/tokens");
  return body.map(({ deviceName }: { deviceName: string }) => deviceName);
}

describe.each(OLDEST)("a terminal in %s", (browser) => {
  const model = browser === "chromium77" ? "Terminal MC330K" : "Terminal";

  test("is paired by the address in the second QR code, with a name that says what it is; then a PIN lets in", async () => {
    const server = await startServer();
    const terminal = await openTerminal({ browser, secure: false });
    const { code } = await aCode(server);
    await terminal.open(`${server.url}/#/pair/${code}`);
    await terminal.see("Terminal name");
    expect(await terminal.textOf("input.code")).toBe(code);
    expect(await terminal.axe()).toEqual([]);
    await terminal.screenshot(`pair-${browser}`);
    await terminal.tap("Pair");
    await terminal.see("Who's counting?");
    expect(await pairedNames(server)).toEqual([model]);
    expect(await terminal.axe()).toEqual([]);
    await terminal.screenshot(`who-${browser}`);
    await terminal.tap(person("user").fullName);
    await terminal.see("Switch user");
    expect(await terminal.axe()).toEqual([]);
    await terminal.screenshot(`pin-${browser}`);
    await typePin(terminal, person("user").pin);
    await terminal.until("location.hash === '#/count'");
  });

  test("is paired by a code that is typed in small letters, under a name of one's choice", async () => {
    const server = await startServer();
    const terminal = await openTerminal({ browser });
    await terminal.open(`${server.url}/`);
    await terminal.see("Welcome");
    expect(await terminal.axe()).toEqual([]);
    await terminal.screenshot(`welcome-${browser}`);
    await terminal.tap("Pair this terminal");
    const { code } = await aCode(server);
    await typeAtEnd(terminal, "input.code", code.toLowerCase().replace("-", ""));
    const name = "label:nth-of-type(2) input";
    await typeAtEnd(terminal, name, " gate of the hall");
    await typeAtEnd(terminal, name, " 7");
    await terminal.until(`document.querySelector("input.code").value === ${JSON.stringify(code)}`);
    await terminal.tap("Pair");
    await terminal.see("Who's counting?");
    expect(await pairedNames(server)).toEqual([`${model} gate of the hall 7`]);
  });

  test.each(["the first screen", "the pairing screen"])(
    "is paired by its own scanner at %s, also where a field has the focus",
    async (where) => {
      const server = await startServer();
      const terminal = await openTerminal({ browser });
      const isFirst = where === "the first screen";
      await terminal.open(`${server.url}/#/${isFirst ? "welcome" : "pair"}`);
      await terminal.see(isFirst ? "Welcome" : "Terminal name");
      if (!isFirst) await terminal.tap({ css: "input.code" });
      const { qrContent } = await aCode(server);
      await terminal.scan(qrContent);
      if (isFirst) await terminal.tap("Pair");
      await terminal.see("Who's counting?");
      expect(await pairedNames(server)).toEqual([model]);
    },
  );

  test("says what to do with a code that nobody made, that was used, and of another make", async () => {
    const server = await startServer();
    const terminal = await openTerminal({ browser, language: "cs" });
    const used = await aCode(server);
    await server.anonymous.post("/api/device-auth/activate", { code: used.code });
    for (const code of ["ABCDEFG-HJKMNPQ", used.code, "OTHER-DEV:ABCDEFG"]) {
      await terminal.open(`${server.url}/#/pair/${encodeURIComponent(code)}`);
      await terminal.see("Název terminálu");
      await terminal.tap("Spárovat");
      await terminal.see(
        code.startsWith("OTHER") ? "není kód tohoto serveru" : "neznámý, použitý nebo prošlý",
      );
      await terminal.see("Nový získáte v nabídce");
      expect(await terminal.axe()).toEqual([]);
      await terminal.reload();
    }
    expect(await terminal.evaluate("document.documentElement.scrollWidth > innerWidth")).toBe(false);
  });

  test("counts down where too many wrong codes came from its address", async () => {
    const server = await startServer();
    for (let i = 0; i < 20; i++)
      await server.anonymous.post("/api/device-auth/activate", { code: "ABCDEFG" });
    const terminal = await openTerminal({ browser });
    await terminal.open(`${server.url}/#/pair/ABCDEFG-HJKMNPQ`);
    await terminal.tap("Pair");
    await terminal.see(/Too many attempts.* 0:[23]\d/);
    await terminal.until("document.querySelector('button[type=submit]').disabled");
    expect(await terminal.axe()).toEqual([]);
  });
});
