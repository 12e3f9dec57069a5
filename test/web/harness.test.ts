import { describe, expect, test } from "vitest";
import { BROWSERS, openTerminal } from "../harness/terminal.ts";
import { servePage } from "./test-page.ts";

const PING = `fetch("/ping").then(({ status }) => status, () => "away")`;
const PING_BY_WORKER = `new Promise((resolve) => {
  window.worker = window.worker || new Worker("/worker.js");
  window.worker.onmessage = ({ data }) => resolve(data);
  window.worker.postMessage(0);
})`;

describe.each(BROWSERS)("the harness in %s", (browser) => {
  test("tap() taps a row that shifts again where the page has stopped the first tap", async () => {
    const terminal = await openTerminal({ browser });
    await terminal.open(await servePage());
    await terminal.evaluate(`void (() => {
      document.querySelector("main").className = "count-lists";
      document.getElementById("count").outerHTML = '<p class="list"><button>Row</button></p>';
      window.taps = 0;
      document.addEventListener("click", (e) => { if (++taps === 1) e.stopImmediatePropagation(); }, true);
    })()`);
    await terminal.tap("Row");
    await expect
      .poll(() => terminal.evaluate("[taps, seen.filter((type) => type === 'click').length].join()"))
      .toBe("2,1");
  });

  test("offline() disconnects the page and its workers, and reconnects them", async () => {
    const terminal = await openTerminal({ browser });
    await terminal.open(await servePage());
    await expect
      .poll(async () => [await terminal.evaluate(PING), await terminal.evaluate(PING_BY_WORKER)])
      .toEqual([200, "here"]);
    await terminal.offline(true);
    await expect.poll(() => terminal.evaluate("navigator.onLine")).toBe(false);
    await expect
      .poll(async () => [await terminal.evaluate(PING), await terminal.evaluate(PING_BY_WORKER)])
      .toEqual(["away", "away"]);
    await terminal.offline(false);
    await expect
      .poll(async () => [await terminal.evaluate(PING), await terminal.evaluate(PING_BY_WORKER)])
      .toEqual([200, "here"]);
  });

  test.each([
    ["an error of a script", `void setTimeout(() => { throw new Error("oh") })`, /^error: Error: oh/],
    ["an unhandled rejection", `void Promise.reject(new Error("oh"))`, /^error: .*oh/],
    ["an error on the console", `console.error("oh", 1)`, /^console: oh 1$/],
    [
      "an inline script",
      `void document.body.appendChild(document.createElement("script")).append("1")`,
      /^security: .*inline script/,
    ],
    ["a request to another server", `fetch("http://127.0.0.1:9/").catch(() => 0)`, /^elsewhere|^security/],
  ])("%s is an error", async (_, expression, pattern) => {
    const terminal = await openTerminal({ browser, allowErrors: true });
    await terminal.open(await servePage());
    await terminal.evaluate(expression);
    await expect.poll(() => terminal.errors()).toContainEqual(expect.stringMatching(pattern));
  });

  test("axe() lists accessibility errors, and nothing on a correct page", async () => {
    const terminal = await openTerminal({ browser });
    await terminal.open(await servePage());
    await expect.poll(() => terminal.axe()).toEqual([]);
    await terminal.evaluate(
      `void (document.getElementById("note").parentElement.outerHTML = "<input id=note>")`,
    );
    await expect.poll(() => terminal.axe()).toEqual([expect.stringMatching(/^label: .*#note/)]);
  });
});
