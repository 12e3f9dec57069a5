import { describe, expect, test } from "vitest";
import { aBox, type TestBox } from "../../harness/box.ts";
import { aHandheld, OLDEST } from "../../harness/handheld.ts";
import { aCode, person, typeAtEnd, typePin } from "./together.ts";

async function pairedNames(box: TestBox): Promise<string[]> {
  const { body } = await (await box.as("manager")).get("/api/device-auth/tokens");
  return body.map(({ deviceName }: { deviceName: string }) => deviceName);
}

describe.each(OLDEST)("a terminal in %s", (browser) => {
  const model = browser === "chromium77" ? "Terminal MC330K" : "Terminal";

  test("is paired by the address in the second QR code, with a name that says what it is; then a PIN lets in", async () => {
    const box = await aBox();
    const handheld = await aHandheld({ browser, secure: false });
    const { code } = await aCode(box);
    await handheld.open(`${box.url}/#/pair/${code}`);
    await handheld.see("Terminal name");
    expect(await handheld.textOf("input.code")).toBe(code);
    expect(await handheld.axe()).toEqual([]);
    await handheld.screenshot(`pair-${browser}`);
    await handheld.tap("Pair");
    await handheld.see("Who's counting?");
    expect(await pairedNames(box)).toEqual([model]);
    expect(await handheld.axe()).toEqual([]);
    await handheld.screenshot(`who-${browser}`);
    await handheld.tap(person("user").fullName);
    await handheld.see("Switch user");
    expect(await handheld.axe()).toEqual([]);
    await handheld.screenshot(`pin-${browser}`);
    await typePin(handheld, person("user").pin);
    await handheld.until("location.hash === '#/count'");
  });

  test("is paired by a code that is typed in small letters, under a name of one's choice", async () => {
    const box = await aBox();
    const handheld = await aHandheld({ browser });
    await handheld.open(`${box.url}/`);
    await handheld.see("Welcome");
    expect(await handheld.axe()).toEqual([]);
    await handheld.screenshot(`welcome-${browser}`);
    await handheld.tap("Pair this terminal");
    const { code } = await aCode(box);
    await typeAtEnd(handheld, "input.code", code.toLowerCase().replace("-", ""));
    const name = "label:nth-of-type(2) input";
    await typeAtEnd(handheld, name, " gate of the hall");
    await typeAtEnd(handheld, name, " 7");
    await handheld.until(`document.querySelector("input.code").value === ${JSON.stringify(code)}`);
    await handheld.tap("Pair");
    await handheld.see("Who's counting?");
    expect(await pairedNames(box)).toEqual([`${model} gate of the hall 7`]);
  });

  test.each(["the first screen", "the pairing screen"])(
    "is paired by its own scanner at %s, also where a field has the focus",
    async (where) => {
      const box = await aBox();
      const handheld = await aHandheld({ browser });
      const isFirst = where === "the first screen";
      await handheld.open(`${box.url}/#/${isFirst ? "welcome" : "pair"}`);
      await handheld.see(isFirst ? "Welcome" : "Terminal name");
      if (!isFirst) await handheld.tap({ css: "input.code" });
      const { qrContent } = await aCode(box);
      await handheld.scan(qrContent);
      if (isFirst) await handheld.tap("Pair");
      await handheld.see("Who's counting?");
      expect(await pairedNames(box)).toEqual([model]);
    },
  );

  test("says what to do with a code that nobody made, that was used, and of another make", async () => {
    const box = await aBox();
    const handheld = await aHandheld({ browser, language: "cs" });
    const used = await aCode(box);
    await box.anonymous.post("/api/device-auth/activate", { code: used.code });
    for (const code of ["ABCDEFG-HJKMNPQ", used.code, "OTHER-DEV:ABCDEFG"]) {
      await handheld.open(`${box.url}/#/pair/${encodeURIComponent(code)}`);
      await handheld.see("Název terminálu");
      await handheld.tap("Spárovat");
      await handheld.see(
        code.startsWith("OTHER") ? "není kód tohoto serveru" : "neznámý, použitý nebo prošlý",
      );
      await handheld.see("Nový získáte v nabídce");
      expect(await handheld.axe()).toEqual([]);
      await handheld.reload();
    }
    expect(await handheld.evaluate("document.documentElement.scrollWidth > innerWidth")).toBe(false);
  });

  test("counts down where too many wrong codes came from its address", async () => {
    const box = await aBox();
    for (let i = 0; i < 20; i++) await box.anonymous.post("/api/device-auth/activate", { code: "ABCDEFG" });
    const handheld = await aHandheld({ browser });
    await handheld.open(`${box.url}/#/pair/ABCDEFG-HJKMNPQ`);
    await handheld.tap("Pair");
    await handheld.see(/Too many attempts.* 0:[23]\d/);
    await handheld.until("document.querySelector('button[type=submit]').disabled");
    expect(await handheld.axe()).toEqual([]);
  });
});
