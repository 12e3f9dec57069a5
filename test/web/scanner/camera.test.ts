import { describe, expect, test } from "vitest";
import { gs1Text } from "../../../src/domain/codes/scan-steps.ts";
import { FORMATS } from "../../../src/web/scanner/detector.ts";
import { startServer } from "../../harness/server.ts";
import { BROWSERS, openTerminal } from "../../harness/terminal.ts";
import { drawSymbol } from "./draw-symbol.ts";
import { createFilm, createFilmOfPictures, RECORD_TRACKS } from "./film.ts";

const CODE = "INV-000001";
const LOOKED_UP = ".facts dd.scan-raw:nth-of-type(2)";
const PAGE = "/#/settings/scanner";
/** Script: records each code that the page has looked up. */
const RECORD = `{
  window.seen = [];
  setInterval(() => {
    const shown = document.querySelector("${LOOKED_UP}");
    const scan = shown && shown.textContent;
    if (scan && scan !== window.seen[window.seen.length - 1]) window.seen.push(scan);
  }, 20);
}`;
const LOADED = `performance.getEntriesByType("resource").map(({ name }) => name).filter((name) => /wasm/.test(name))`;

/** Script: a browser's own detector of these formats, which always finds the same code. */
const detectorScript = (formats: readonly string[]) => `window.BarcodeDetector = class {
  static async getSupportedFormats() { return ${JSON.stringify(formats)}; }
  async detect() { return [{ rawValue: "OWN-1" }]; }
};`;

test("the decoder that the server serves reads a code from the camera; the browser's own detector is used only if it supports all formats", async () => {
  const server = await startServer();
  const camera = await createFilm([{ code: CODE, seconds: 1 }]);
  const terminal = await openTerminal({ browser: "current", camera });
  const scan = async (code: string) => {
    await terminal.open(`${server.url}/icon.svg`);
    await terminal.open(`${server.url}${PAGE}`);
    await expect.poll(() => terminal.evaluate(LOADED)).toEqual([]);
    await terminal.tap("Scan with the camera");
    await terminal.until(`(document.querySelector("${LOOKED_UP}") || {}).textContent === "${code}"`);
    return terminal.evaluate(LOADED);
  };
  const decoder = [expect.stringContaining(`${server.url}/assets/`)];
  expect(await scan(CODE)).toEqual(decoder);
  await terminal.see("read by the camera");
  await expect.poll(() => terminal.axe()).toEqual([]);
  await terminal.screenshot("camera");
  await terminal.beforeLoad(detectorScript(["qr_code"]));
  expect(await scan(CODE)).toEqual(decoder);
  await terminal.beforeLoad(detectorScript(FORMATS));
  expect(await scan("OWN-1")).toEqual([]);
});

test("codes are read one after the other, and again once they come back", async () => {
  const server = await startServer();
  const camera = await createFilm([
    { code: "A-1", seconds: 2 },
    { code: "B-2", seconds: 3 },
  ]);
  const terminal = await openTerminal({ browser: "current", camera });
  await terminal.open(`${server.url}${PAGE}`);
  await terminal.evaluate(RECORD);
  await terminal.tap("Scan with the camera");
  await terminal.until("seen.length >= 2");
  await terminal.until("seen.length >= 4");
  const seen = (await terminal.evaluate("seen")) as string[];
  const [first = ""] = seen;
  const other = first === "A-1" ? "B-2" : "A-1";
  expect(seen.slice(0, 4)).toEqual([first, other, first, other]);
});

const ELEMENTS = "(01)04006381333931(17)271231(10)L-7(21)S9";
const LINK = "https://id.example.com/01/04006381333931/10/L-7/21/S9?17=271231&30=12";
const GS1_SYMBOLS = [
  ["Code128", `${ELEMENTS}(30)12`, true],
  ["DataMatrix", `${ELEMENTS}(30)13`, true],
  ["QRCode", `${ELEMENTS}(30)14`, true],
  ["DataMatrix", LINK.replace("30=12", "30=15"), false],
  ["QRCode", LINK.replace("30=12", "30=16"), false],
] as const;

test("the camera reads GS1-128, GS1 DataMatrix, GS1 QR Code and Digital Links with all their elements", async () => {
  const server = await startServer();
  const pictures = await Promise.all(
    GS1_SYMBOLS.map(([format, text, isGs1]) => drawSymbol(format, text, isGs1)),
  );
  const camera = await createFilmOfPictures(pictures.map((picture) => ({ picture, seconds: 1 })));
  const terminal = await openTerminal({ browser: "current", camera });
  await terminal.open(`${server.url}${PAGE}`);
  await terminal.evaluate(RECORD);
  await terminal.tap("Scan with the camera");
  for (const [, text] of GS1_SYMBOLS) {
    const elements = gs1Text(text) ?? "";
    await terminal.until(`seen.some((one) => one.split(" · ")[0] === ${JSON.stringify(elements)})`);
  }
});

test("closing the camera and leaving the screen release it", async () => {
  const server = await startServer();
  const terminal = await openTerminal({
    browser: "current",
    camera: await createFilm([{ code: null, seconds: 1 }]),
  });
  await terminal.beforeLoad(RECORD_TRACKS);
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

test("the errors NotAllowedError, NotFoundError, NotReadableError and TypeError have a message each, also at the second try", async () => {
  const server = await startServer();
  const terminal = await openTerminal({ browser: "current" });
  for (const [name, words] of [
    ["NotAllowedError", "The camera was refused."],
    ["NotFoundError", "This device has no camera."],
    ["NotReadableError", "Another app is using the camera."],
    ["TypeError", "The camera does not work"],
  ]) {
    await terminal.beforeLoad(
      `navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException("no", "${name}"));`,
    );
    await terminal.open(`${server.url}/icon.svg`);
    await terminal.open(`${server.url}${PAGE}`);
    await terminal.tap("Scan with the camera");
    await terminal.see(words ?? "");
    await terminal.tap("Scan with the camera");
    await terminal.see(words ?? "");
  }
});

describe.each(BROWSERS)("in %s", (browser) => {
  test("over plain HTTP a message explains that the camera needs HTTPS", async () => {
    const server = await startServer();
    const terminal = await openTerminal({ browser, secure: false });
    await terminal.open(`${server.url}${PAGE}`);
    await terminal.tap("Scan with the camera");
    await terminal.see("only to pages that come over HTTPS");
    await expect.poll(() => terminal.evaluate("document.querySelector('.camera a').pathname")).toBe("/trust");
    await expect.poll(() => terminal.axe()).toEqual([]);
  });
});

test("a browser too old for the decoder shows a message, and releases its camera", async () => {
  const server = await startServer();
  const camera = await createFilm([{ code: CODE, seconds: 1 }]);
  const terminal = await openTerminal({ browser: "chromium77", camera, allowErrors: true });
  await terminal.beforeLoad(RECORD_TRACKS);
  await terminal.open(`${server.url}${PAGE}`);
  await terminal.tap("Scan with the camera");
  await terminal.see("This browser is too old to read codes with the camera.");
  await terminal.until("tracks.length === 1 && tracks[0].readyState === 'ended'");
});
