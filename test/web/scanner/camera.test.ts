import { describe, expect, test } from "vitest";
import { FORMATS } from "../../../src/web/scanner/formats.ts";
import { startServer } from "../../harness/server.ts";
import { BROWSERS, openTerminal } from "../../harness/terminal.ts";
import { aFilm, filmOf, NOTE_TRACKS } from "./film.ts";
import { aSymbol } from "./symbol.ts";

const CODE = "INV-000001";
const LOOKED_UP = ".facts dd.scan-raw:nth-of-type(2)";
const PAGE = "/#/settings/scanner";
/** Notes each code that the page shows as looked up, and which file was loaded for it. */
const WATCH = `{
  window.seen = [];
  setInterval(() => {
    const shown = document.querySelector("${LOOKED_UP}");
    const scan = shown && shown.textContent;
    if (scan && scan !== window.seen[window.seen.length - 1]) window.seen.push(scan);
  }, 20);
}`;
const LOADED = `performance.getEntriesByType("resource").map(({ name }) => name).filter((name) => /wasm/.test(name))`;

test("a code that the camera sees is read by the decoder that the box serves", async () => {
  const server = await startServer();
  const camera = await aFilm([{ code: CODE, seconds: 1 }]);
  const terminal = await openTerminal({ browser: "current", camera });
  await terminal.open(`${server.url}${PAGE}`);
  expect(await terminal.evaluate(LOADED)).toEqual([]);
  await terminal.tap("Scan with the camera");
  await terminal.until(`(document.querySelector("${LOOKED_UP}") || {}).textContent === "${CODE}"`);
  await terminal.see("read by the camera");
  expect(await terminal.evaluate(LOADED)).toEqual([expect.stringContaining(`${server.url}/assets/`)]);
  expect(await terminal.axe()).toEqual([]);
  await terminal.screenshot("camera");
});

test("one code after the other is read, and again when it has been away", async () => {
  const server = await startServer();
  const camera = await aFilm([
    { code: "A-1", seconds: 2 },
    { code: "B-2", seconds: 3 },
  ]);
  const terminal = await openTerminal({ browser: "current", camera });
  await terminal.open(`${server.url}${PAGE}`);
  await terminal.evaluate(WATCH);
  await terminal.tap("Scan with the camera");
  await terminal.until("seen.length >= 2");
  await terminal.until("seen.length >= 4");
  const seen = (await terminal.evaluate("seen")) as string[];
  const [first = ""] = seen;
  const other = first === "A-1" ? "B-2" : "A-1";
  expect(seen.slice(0, 4)).toEqual([first, other, first, other]);
});

const SYMBOLS = [
  ["QRCode", "https://192.168.1.20/#/pair/AB12CD34"],
  ["DataMatrix", "INV-000002"],
  ["EAN13", "4006381333931"],
  ["EAN8", "73513537"],
  ["Code39", "INV-000003"],
] as const;

test("whatever kind of code a label has, the camera reads it", async () => {
  const server = await startServer();
  const pictures = await Promise.all(SYMBOLS.map(([format, text]) => aSymbol(format, text)));
  const camera = await filmOf(pictures.map((picture) => ({ picture, seconds: 1 })));
  const terminal = await openTerminal({ browser: "current", camera });
  await terminal.open(`${server.url}${PAGE}`);
  await terminal.evaluate(WATCH);
  await terminal.tap("Scan with the camera");
  for (const [, text] of SYMBOLS) await terminal.until(`seen.includes(${JSON.stringify(text)})`);
});

/** A browser's own detector that knows these formats and always sees the same. */
const aDetectorOf = (formats: readonly string[]) => `window.BarcodeDetector = class {
  static async getSupportedFormats() { return ${JSON.stringify(formats)}; }
  async detect() { return [{ rawValue: "OWN-1" }]; }
};`;

test.each([
  ["is used where it knows every kind of label", FORMATS, "OWN-1", 0],
  ["is left where it does not", ["qr_code"], CODE, 1],
])("the browser's own detector %s", async (_, formats, code, programs) => {
  const server = await startServer();
  const camera = await aFilm([{ code: CODE, seconds: 1 }]);
  const terminal = await openTerminal({ browser: "current", camera });
  await terminal.beforeLoad(aDetectorOf(formats));
  await terminal.open(`${server.url}${PAGE}`);
  await terminal.tap("Scan with the camera");
  await terminal.until(`(document.querySelector("${LOOKED_UP}") || {}).textContent === "${code}"`);
  expect(await terminal.evaluate(LOADED)).toHaveLength(programs);
});

test("the camera is let go when it is closed, and when the screen is left", async () => {
  const server = await startServer();
  const terminal = await openTerminal({
    browser: "current",
    camera: await aFilm([{ code: null, seconds: 1 }]),
  });
  await terminal.beforeLoad(NOTE_TRACKS);
  await terminal.open(`${server.url}${PAGE}`);
  await terminal.tap("Scan with the camera");
  await terminal.until("tracks.length === 1 && tracks[0].readyState === 'live'");
  await terminal.tap("Close the camera");
  await terminal.until("tracks[0].readyState === 'ended'");
  await terminal.tap("Scan with the camera");
  await terminal.until("tracks.length === 2 && tracks[1].readyState === 'live'");
  await terminal.evaluate("void (location.hash = '#/about')");
  await terminal.until("tracks[1].readyState === 'ended'");
});

test.each([
  ["NotAllowedError", "The camera was refused."],
  ["NotFoundError", "This device has no camera."],
  ["NotReadableError", "Another app is using the camera."],
  ["TypeError", "The camera does not work"],
])("%s is told in words: %s", async (name, words) => {
  const server = await startServer();
  const terminal = await openTerminal({ browser: "current" });
  await terminal.beforeLoad(
    `navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException("no", "${name}"));`,
  );
  await terminal.open(`${server.url}${PAGE}`);
  await terminal.tap("Scan with the camera");
  await terminal.see(words);
  await terminal.tap("Scan with the camera");
  await terminal.see(words);
});

describe.each(BROWSERS)("in %s", (browser) => {
  test("a camera that only HTTPS has is explained", async () => {
    const server = await startServer();
    const terminal = await openTerminal({ browser, secure: false });
    await terminal.open(`${server.url}${PAGE}`);
    await terminal.tap("Scan with the camera");
    await terminal.see("only to pages that come over HTTPS");
    expect(await terminal.evaluate("document.querySelector('.camera a').pathname")).toBe("/trust");
    expect(await terminal.axe()).toEqual([]);
  });
});

test("a browser too old for the decoder says so, and its camera is let go", async () => {
  const server = await startServer();
  const camera = await aFilm([{ code: CODE, seconds: 1 }]);
  const terminal = await openTerminal({ browser: "chromium77", camera, allowErrors: true });
  await terminal.beforeLoad(NOTE_TRACKS);
  await terminal.open(`${server.url}${PAGE}`);
  await terminal.tap("Scan with the camera");
  await terminal.see("This browser is too old to read codes with the camera.");
  await terminal.until("tracks.length === 1 && tracks[0].readyState === 'ended'");
});
