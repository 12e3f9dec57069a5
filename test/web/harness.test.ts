import { describe, expect, test } from "vitest";
import { aHandheld, aProfile, BROWSERS } from "../harness/handheld.ts";
import { aLine } from "../harness/line.ts";
import { aPage } from "./own-page.ts";

const PING = `fetch("/ping").then(({ status }) => status, () => "away")`;
const PING_BY_WORKER = `new Promise((resolve) => {
  window.worker = window.worker || new Worker("/worker.js");
  window.worker.onmessage = ({ data }) => resolve(data);
  window.worker.postMessage(0);
})`;

describe.each(BROWSERS)("the harness in %s", (browser) => {
  test("is a small, sharp screen that is touched, of the age that its name says", async () => {
    const handheld = await aHandheld({ browser, language: "cs" });
    await handheld.open(await aPage());
    expect(
      await handheld.evaluate(
        "[innerWidth, innerHeight, devicePixelRatio, navigator.language, isSecureContext]",
      ),
    ).toEqual([360, 640, 2, "cs", true]);
    const isOld = await handheld.evaluate("!('replaceChildren' in Element.prototype)");
    expect(isOld).toBe(browser === "chromium77");
    await handheld.tap("Count");
    await handheld.see("Counted");
    expect(await handheld.evaluate("seen.join()")).toBe("touchstart,click");
  });

  test("a finger waits for a button that comes later", async () => {
    const handheld = await aHandheld({ browser });
    await handheld.open(await aPage());
    await handheld.tap("Later");
    await handheld.see("At last");
    await handheld.seesNot("Counted");
    expect(await handheld.textOf("#said")).toBe("At last");
  });

  test("the way back leads through the hashes", async () => {
    const handheld = await aHandheld({ browser });
    await handheld.open(await aPage());
    await handheld.tap(/^nex/i);
    await handheld.until(`location.hash === "#/next"`);
    await handheld.back();
    await handheld.until(`location.hash === ""`);
  });

  test.each(["keys", "android"] as const)("a scan comes as %s, whole and in order", async (as) => {
    const handheld = await aHandheld({ browser });
    await handheld.open(await aPage());
    await handheld.tap({ css: "#note" });
    await handheld.evaluate("seen = []");
    await handheld.scan("a1-Žb", { as, prefix: "]C1", ending: "Enter" });
    expect(await handheld.textOf("#note")).toBe("]C1a1-Žb");
    const seen = String(await handheld.evaluate("seen.join(' ')"));
    expect(seen).toContain(
      as === "keys" ? "keydown:a input=a keydown:1 input=1" : "keydown:Unidentified input=a",
    );
    expect(seen).toMatch(/keydown:Enter$/);
  });

  test("a person types, corrects, and pastes", async () => {
    const handheld = await aHandheld({ browser });
    await handheld.open(await aPage());
    await handheld.tap("Note");
    await handheld.type("bolz", { everyMs: 1 });
    await handheld.press("Backspace");
    await handheld.insert("ts, šrouby");
    expect(await handheld.textOf("#note")).toBe("bolts, šrouby");
  });

  test("what was kept outlives a killed browser", async () => {
    const [profile, url] = [await aProfile(), await aPage()];
    const first = await aHandheld({ browser, profile });
    await first.open(url);
    await first.evaluate(`keep("three bolts")`);
    await first.kill();
    const second = await aHandheld({ browser, profile });
    await second.open(url);
    expect(await second.evaluate("kept()")).toBe("three bolts");
  });

  test("each handheld has a store of its own, and its tabs share it", async () => {
    const url = await aPage();
    const one = await aHandheld({ browser });
    await one.open(url);
    await one.evaluate(`keep("one's")`);
    const tab = await one.newTab();
    await tab.open(url);
    expect(await tab.evaluate("kept()")).toBe("one's");
    const other = await aHandheld({ browser });
    await other.open(url);
    expect(await other.evaluate("kept()")).toBe(null);
  });

  test("the network can be cut, for workers as well, and mended", async () => {
    const handheld = await aHandheld({ browser });
    await handheld.open(await aPage());
    expect([await handheld.evaluate(PING), await handheld.evaluate(PING_BY_WORKER)]).toEqual([200, "here"]);
    await handheld.offline(true);
    expect(await handheld.evaluate("navigator.onLine")).toBe(false);
    expect([await handheld.evaluate(PING), await handheld.evaluate(PING_BY_WORKER)]).toEqual([
      "away",
      "away",
    ]);
    await handheld.offline(false);
    expect([await handheld.evaluate(PING), await handheld.evaluate(PING_BY_WORKER)]).toEqual([200, "here"]);
  });

  test("a page that a service worker keeps opens without a network, also in a browser that was killed", async () => {
    const [profile, line] = [await aProfile(), await aLine(await aPage())];
    const first = await aHandheld({ browser, profile });
    await first.open(line.url);
    await first.evaluate(`navigator.serviceWorker.register("/service.js").then(() => true)`);
    await first.until("navigator.serviceWorker.controller !== null");
    expect(await first.evaluate(PING)).toBe(200);
    await first.kill();
    line.cut();
    const second = await aHandheld({ browser, profile });
    await second.open(line.url);
    expect([await second.evaluate("typeof keep"), await second.evaluate(PING)]).toEqual(["function", 504]);
    line.mend();
    expect(await second.evaluate(PING)).toBe(200);
  });

  test("a photo can be given to the page", async () => {
    const handheld = await aHandheld({ browser });
    await handheld.open(await aPage());
    await handheld.choose("#photo", import.meta.filename);
    expect(await handheld.evaluate("photo.files[0].name")).toBe("harness.test.ts");
  });

  test.each(["dark", "light"] as const)("its user likes it %s", async (theme) => {
    const handheld = await aHandheld({ browser, theme });
    await handheld.open(await aPage());
    expect(await handheld.evaluate(`matchMedia("(prefers-color-scheme: ${theme})").matches`)).toBe(true);
  });

  test("another app comes in front, and goes", async () => {
    const handheld = await aHandheld({ browser });
    await handheld.open(await aPage());
    await handheld.evaluate(
      `states = []; void addEventListener("visibilitychange", () => states.push(document.visibilityState))`,
    );
    await handheld.background(true);
    await handheld.background(false);
    expect(await handheld.evaluate("states")).toEqual(["hidden", "visible"]);
  });

  test("plain HTTP in a LAN is no secure context", async () => {
    const handheld = await aHandheld({ browser, secure: false });
    await handheld.open(await aPage());
    const facts = `[location.hostname, isSecureContext, "serviceWorker" in navigator]`;
    expect(await handheld.evaluate(facts)).toEqual(["192.168.1.20", false, false]);
  });

  test.each([
    ["an error of a script", `void setTimeout(() => { throw new Error("oh") })`, /^error: Error: oh/],
    ["a promise that nobody caught", `void Promise.reject(new Error("oh"))`, /^error: .*oh/],
    ["an error on the console", `console.error("oh", 1)`, /^console: oh 1$/],
    [
      "an inline script",
      `void document.body.appendChild(document.createElement("script")).append("1")`,
      /^security: .*inline script/,
    ],
    ["a request to somebody else", `fetch("http://127.0.0.1:9/").catch(() => 0)`, /^elsewhere|^security/],
  ])("%s is a complaint", async (_, expression, complaint) => {
    const handheld = await aHandheld({ browser, mayComplain: true });
    await handheld.open(await aPage());
    await handheld.evaluate(expression);
    await expect.poll(() => handheld.complaints()).toContainEqual(expect.stringMatching(complaint));
  });

  test("an unknown address of the box is no complaint", async () => {
    const handheld = await aHandheld({ browser });
    await handheld.open(await aPage());
    expect(await handheld.evaluate(`fetch("/nowhere").then(({ status }) => status)`)).toBe(404);
    expect(handheld.complaints()).toEqual([]);
  });

  test("axe says what is wrong, and nothing where nothing is", async () => {
    const handheld = await aHandheld({ browser });
    await handheld.open(await aPage());
    expect(await handheld.axe()).toEqual([]);
    await handheld.evaluate(
      `void (document.getElementById("note").parentElement.outerHTML = "<input id=note>")`,
    );
    expect(await handheld.axe()).toEqual([expect.stringMatching(/^label: .*#note/)]);
  });

  test("a script runs before the page's own, and again after a reload", async () => {
    const handheld = await aHandheld({ browser });
    await handheld.beforeLoad("delete window.indexedDB; window.runs = (window.runs || 0) + 1;");
    await handheld.open(await aPage());
    await handheld.evaluate("window.runs = 5");
    await handheld.reload();
    expect(await handheld.evaluate("[window.runs, typeof keep]")).toEqual([1, "function"]);
  });
});
