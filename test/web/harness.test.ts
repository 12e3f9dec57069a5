import { describe, expect, test } from "vitest";
import { startProxy } from "../harness/network-proxy.ts";
import { BROWSERS, createProfile, openTerminal } from "../harness/terminal.ts";
import { aPage } from "./own-page.ts";

const PING = `fetch("/ping").then(({ status }) => status, () => "away")`;
const PING_BY_WORKER = `new Promise((resolve) => {
  window.worker = window.worker || new Worker("/worker.js");
  window.worker.onmessage = ({ data }) => resolve(data);
  window.worker.postMessage(0);
})`;

describe.each(BROWSERS)("the harness in %s", (browser) => {
  test("is a small, sharp screen that is touched, of the age that its name says", async () => {
    const terminal = await openTerminal({ browser, language: "cs" });
    await terminal.open(await aPage());
    expect(
      await terminal.evaluate(
        "[innerWidth, innerHeight, devicePixelRatio, navigator.language, isSecureContext]",
      ),
    ).toEqual([360, 640, 2, "cs", true]);
    const isOld = await terminal.evaluate("!('replaceChildren' in Element.prototype)");
    expect(isOld).toBe(browser === "chromium77");
    await terminal.tap("Count");
    await terminal.see("Counted");
    expect(await terminal.evaluate("seen.join()")).toBe("touchstart,click");
  });

  test("a finger waits for a button that comes later", async () => {
    const terminal = await openTerminal({ browser });
    await terminal.open(await aPage());
    await terminal.tap("Later");
    await terminal.see("At last");
    await terminal.seesNot("Counted");
    expect(await terminal.textOf("#said")).toBe("At last");
  });

  test("the way back leads through the hashes", async () => {
    const terminal = await openTerminal({ browser });
    await terminal.open(await aPage());
    await terminal.tap(/^nex/i);
    await terminal.until(`location.hash === "#/next"`);
    await terminal.back();
    await terminal.until(`location.hash === ""`);
  });

  test.each(["keys", "android"] as const)("a scan comes as %s, whole and in order", async (as) => {
    const terminal = await openTerminal({ browser });
    await terminal.open(await aPage());
    await terminal.tap({ css: "#note" });
    await terminal.evaluate("seen = []");
    await terminal.scan("a1-Žb", { as, prefix: "]C1", ending: "Enter" });
    expect(await terminal.textOf("#note")).toBe("]C1a1-Žb");
    const seen = String(await terminal.evaluate("seen.join(' ')"));
    expect(seen).toContain(
      as === "keys" ? "keydown:a input=a keydown:1 input=1" : "keydown:Unidentified input=a",
    );
    expect(seen).toMatch(/keydown:Enter$/);
  });

  test("a person types, corrects, and pastes", async () => {
    const terminal = await openTerminal({ browser });
    await terminal.open(await aPage());
    await terminal.tap("Note");
    await terminal.type("bolz", { everyMs: 1 });
    await terminal.press("Backspace");
    await terminal.insert("ts, šrouby");
    expect(await terminal.textOf("#note")).toBe("bolts, šrouby");
  });

  test("what was kept outlives a killed browser", async () => {
    const [profile, url] = [await createProfile(), await aPage()];
    const first = await openTerminal({ browser, profile });
    await first.open(url);
    await first.evaluate(`keep("three bolts")`);
    await first.kill();
    const second = await openTerminal({ browser, profile });
    await second.open(url);
    expect(await second.evaluate("kept()")).toBe("three bolts");
  });

  test("each handheld has a store of its own, and its tabs share it", async () => {
    const url = await aPage();
    const one = await openTerminal({ browser });
    await one.open(url);
    await one.evaluate(`keep("one's")`);
    const tab = await one.newTab();
    await tab.open(url);
    expect(await tab.evaluate("kept()")).toBe("one's");
    const other = await openTerminal({ browser });
    await other.open(url);
    expect(await other.evaluate("kept()")).toBe(null);
  });

  test("the network can be cut, for workers as well, and mended", async () => {
    const terminal = await openTerminal({ browser });
    await terminal.open(await aPage());
    expect([await terminal.evaluate(PING), await terminal.evaluate(PING_BY_WORKER)]).toEqual([200, "here"]);
    await terminal.offline(true);
    expect(await terminal.evaluate("navigator.onLine")).toBe(false);
    expect([await terminal.evaluate(PING), await terminal.evaluate(PING_BY_WORKER)]).toEqual([
      "away",
      "away",
    ]);
    await terminal.offline(false);
    expect([await terminal.evaluate(PING), await terminal.evaluate(PING_BY_WORKER)]).toEqual([200, "here"]);
  });

  test("a page that a service worker keeps opens without a network, also in a browser that was killed", async () => {
    const [profile, proxy] = [await createProfile(), await startProxy(await aPage())];
    const first = await openTerminal({ browser, profile });
    await first.open(proxy.url);
    await first.evaluate(`navigator.serviceWorker.register("/service.js").then(() => true)`);
    await first.until("navigator.serviceWorker.controller !== null");
    expect(await first.evaluate(PING)).toBe(200);
    await first.kill();
    proxy.cut();
    const second = await openTerminal({ browser, profile });
    await second.open(proxy.url);
    expect([await second.evaluate("typeof keep"), await second.evaluate(PING)]).toEqual(["function", 504]);
    proxy.restore();
    expect(await second.evaluate(PING)).toBe(200);
  });

  test("a photo can be given to the page", async () => {
    const terminal = await openTerminal({ browser });
    await terminal.open(await aPage());
    await terminal.choose("#photo", import.meta.filename);
    expect(await terminal.evaluate("photo.files[0].name")).toBe("harness.test.ts");
  });

  test.each(["dark", "light"] as const)("its user likes it %s", async (theme) => {
    const terminal = await openTerminal({ browser, theme });
    await terminal.open(await aPage());
    expect(await terminal.evaluate(`matchMedia("(prefers-color-scheme: ${theme})").matches`)).toBe(true);
  });

  test("another app comes in front, and goes", async () => {
    const terminal = await openTerminal({ browser });
    await terminal.open(await aPage());
    await terminal.evaluate(
      `states = []; void addEventListener("visibilitychange", () => states.push(document.visibilityState))`,
    );
    await terminal.background(true);
    await terminal.background(false);
    expect(await terminal.evaluate("states")).toEqual(["hidden", "visible"]);
  });

  test("plain HTTP in a LAN is no secure context", async () => {
    const terminal = await openTerminal({ browser, secure: false });
    await terminal.open(await aPage());
    const facts = `[location.hostname, isSecureContext, "serviceWorker" in navigator]`;
    expect(await terminal.evaluate(facts)).toEqual(["192.168.1.20", false, false]);
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
    const terminal = await openTerminal({ browser, allowErrors: true });
    await terminal.open(await aPage());
    await terminal.evaluate(expression);
    await expect.poll(() => terminal.errors()).toContainEqual(expect.stringMatching(complaint));
  });

  test("an unknown address of the box is no complaint", async () => {
    const terminal = await openTerminal({ browser });
    await terminal.open(await aPage());
    expect(await terminal.evaluate(`fetch("/nowhere").then(({ status }) => status)`)).toBe(404);
    expect(terminal.errors()).toEqual([]);
  });

  test("axe says what is wrong, and nothing where nothing is", async () => {
    const terminal = await openTerminal({ browser });
    await terminal.open(await aPage());
    expect(await terminal.axe()).toEqual([]);
    await terminal.evaluate(
      `void (document.getElementById("note").parentElement.outerHTML = "<input id=note>")`,
    );
    expect(await terminal.axe()).toEqual([expect.stringMatching(/^label: .*#note/)]);
  });

  test("a script runs before the page's own, and again after a reload", async () => {
    const terminal = await openTerminal({ browser });
    await terminal.beforeLoad("delete window.indexedDB; window.runs = (window.runs || 0) + 1;");
    await terminal.open(await aPage());
    await terminal.evaluate("window.runs = 5");
    await terminal.reload();
    expect(await terminal.evaluate("[window.runs, typeof keep]")).toEqual([1, "function"]);
  });
});
