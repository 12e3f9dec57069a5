import { describe, expect, test } from "vitest";
import { aBox } from "../../harness/box.ts";
import { OLDEST } from "../../harness/handheld.ts";
import { atWork, show } from "./at-work.ts";

describe.each(OLDEST)("looking up in %s", (browser) => {
  test("a scan of a code, a serial number or a tag shows the article, of a place's label the place", async () => {
    const box = await aBox();
    const { body: fifteenth } = await (await box.as("user")).get("/api/articles/15");
    const handheld = await atWork(box, { browser });
    await show(handheld, "/find");
    for (const text of ["A000015", fifteenth.serialNumber.toLowerCase(), fifteenth.rfId]) {
      await handheld.scan(text);
      await handheld.until("location.hash === '#/article/15'");
      await handheld.see("A000015");
      await handheld.back();
      await handheld.until("location.hash === '#/find'");
    }
    await handheld.scan("B1-G-02");
    await handheld.see("Main building / Ground floor / Skladová hala č. 2");
    await handheld.see(/\d+ articles/);
    // Scans that follow each other leave one way back.
    await handheld.scan("A000015");
    await handheld.until("location.hash === '#/article/15'");
    await handheld.back();
    await handheld.until("location.hash === '#/find'");
  });

  test("a search finds names without their accents, in 300 ms, and a scan into its field stays none of it", async () => {
    const box = await aBox();
    const handheld = await atWork(box, { browser });
    await show(handheld, "/find");
    await handheld.tap({ css: "input[type=search]" });
    await handheld.insert("zidle");
    await handheld.see("Židle barová");
    await handheld.evaluate(WATCH);
    await handheld.insert(" kancelarska");
    await handheld.until("window.took !== undefined");
    expect(Number(await handheld.evaluate("window.took"))).toBeLessThan(300);
    await handheld.scan("A000015");
    await handheld.until("location.hash === '#/article/15'");
    await handheld.back();
    await handheld.see("Židle kancelářská");
    expect(await handheld.textOf("input[type=search]")).toBe("zidle kancelarska");
  });

  test("words in any order find locations first, then articles; a code in another case is offered", async () => {
    const box = await aBox();
    const manager = await box.as("manager");
    await manager.post("/api/locations", { name: "Kancelářská hala", code: "K-01" });
    const handheld = await atWork(box, { browser });
    await show(handheld, "/find");
    await handheld.tap({ css: "input[type=search]" });
    await handheld.insert("kancelarska");
    await handheld.see(/Locations.*Kancelářská hala.*Articles.*Židle kancelářská/);
    await handheld.insert(" 00005 zidle");
    await handheld.see("Židle kancelářská A000005");
    await handheld.seesNot("Locations");
    await handheld.evaluate("void document.querySelector('input[type=search]').select()");
    await handheld.insert("hala k-01");
    await handheld.tap(/^Kancelářská hala/);
    await handheld.until("location.hash.startsWith('#/place/')");
    await handheld.back();
    await handheld.scan("a000015");
    await handheld.see("Unknown code.");
    await handheld.tap(/^It is A000015/);
    await handheld.until("location.hash === '#/article/15'");
  });

  test("without the box it finds among what is kept here, and says so", async () => {
    const box = await aBox();
    const handheld = await atWork(box, { browser, willBeAlone: true });
    await show(handheld, "/find");
    await handheld.offline(true);
    await handheld.tap({ css: "input[type=search]" });
    await handheld.insert("zidle kancelarska");
    await handheld.see("Results from this device");
    await handheld.tap(/^Židle kancelářská A000005/);
    await handheld.see("SN-10039595");
    await handheld.see("Furniture");
    await handheld.see("Not available without a connection.");
    await handheld.scan("A000015");
    await handheld.until("location.hash === '#/article/15'");
    await handheld.scan("NOBODY-KNOWS");
    await handheld.see("This code is not known on this device, and the server is not responding.");
    await handheld.offline(false);
  });

  test("what two articles have on their labels is asked about, and what nobody knows can be proposed", async () => {
    const box = await aBox();
    const manager = await box.as("manager");
    for (const oid of [20, 21])
      expect((await manager.put(`/api/articles/${oid}`, { serialNumber: "TWICE-1" })).status).toBe(200);
    const handheld = await atWork(box, { browser });
    await show(handheld, "/find");
    await handheld.scan("twice-1");
    await handheld.see("Several articles have this on their label.");
    await handheld.tap(/A000021$/);
    await handheld.until("location.hash === '#/article/21'");
    await handheld.scan("NEW-THING-7");
    await handheld.see("Unknown code.");
    await handheld.tap("Propose as a new asset");
    await handheld.see("Propose a new asset");
    expect(await handheld.evaluate(FIELD("Serial number"))).toBe("NEW-THING-7");
  });
});

/** The value of the field whose label begins so. */
const FIELD = (label: string) =>
  `[...document.querySelectorAll("label")].find((one) => one.textContent.startsWith("${label}")).control.value`;

/** Takes the time from the next letter to the figure of what was found for it. */
const WATCH = `(() => {
  const field = document.querySelector("input[type=search]");
  const status = document.querySelector("main [role=status]");
  field.addEventListener("input", () => {
    const from = performance.now();
    new MutationObserver(() => { window.took = performance.now() - from; }).observe(status.parentNode, { subtree: true, childList: true, characterData: true });
  }, { once: true });
})()`;
