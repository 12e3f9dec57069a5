import { describe, expect, test } from "vitest";
import { zoomLevels } from "../../../src/web/scanner/camera-controls.ts";
import { FORMATS } from "../../../src/web/scanner/formats.ts";
import { aBox } from "../../harness/box.ts";
import { aHandheld, BROWSERS, type Handheld } from "../../harness/handheld.ts";
import { poorTargets } from "../screen.ts";
import { aFilm, filmOf } from "./film.ts";
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
/** Notes the camera's pictures that the page was given. */
const NOTE_TRACKS = `{
  const ask = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
  window.tracks = [];
  navigator.mediaDevices.getUserMedia = async (wish) => {
    const stream = await ask(wish);
    window.tracks.push(...stream.getTracks());
    return stream;
  };
}`;
const LOADED = `performance.getEntriesByType("resource").map(({ name }) => name).filter((name) => /wasm/.test(name))`;

test("a code that the camera sees is read by the decoder that the box serves", async () => {
  const box = await aBox();
  const camera = await aFilm([{ code: CODE, seconds: 1 }]);
  const handheld = await aHandheld({ browser: "current", camera });
  await handheld.open(`${box.url}${PAGE}`);
  expect(await handheld.evaluate(LOADED)).toEqual([]);
  await handheld.tap("Scan by the camera");
  await handheld.until(`(document.querySelector("${LOOKED_UP}") || {}).textContent === "${CODE}"`);
  await handheld.see("read by the camera");
  expect(await handheld.evaluate(LOADED)).toEqual([expect.stringContaining(`${box.url}/assets/`)]);
  expect(await handheld.axe()).toEqual([]);
  await handheld.screenshot("camera");
});

test("one code after the other is read, and again when it has been away", async () => {
  const box = await aBox();
  const camera = await aFilm([
    { code: "A-1", seconds: 2 },
    { code: "B-2", seconds: 3 },
  ]);
  const handheld = await aHandheld({ browser: "current", camera });
  await handheld.open(`${box.url}${PAGE}`);
  await handheld.evaluate(WATCH);
  await handheld.tap("Scan by the camera");
  await handheld.until("seen.length >= 2");
  await handheld.until("seen.length >= 4");
  const seen = (await handheld.evaluate("seen")) as string[];
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
  const box = await aBox();
  const pictures = await Promise.all(SYMBOLS.map(([format, text]) => aSymbol(format, text)));
  const camera = await filmOf(pictures.map((picture) => ({ picture, seconds: 1 })));
  const handheld = await aHandheld({ browser: "current", camera });
  await handheld.open(`${box.url}${PAGE}`);
  await handheld.evaluate(WATCH);
  await handheld.tap("Scan by the camera");
  for (const [, text] of SYMBOLS) await handheld.until(`seen.includes(${JSON.stringify(text)})`);
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
  const box = await aBox();
  const camera = await aFilm([{ code: CODE, seconds: 1 }]);
  const handheld = await aHandheld({ browser: "current", camera });
  await handheld.beforeLoad(aDetectorOf(formats));
  await handheld.open(`${box.url}${PAGE}`);
  await handheld.tap("Scan by the camera");
  await handheld.until(`(document.querySelector("${LOOKED_UP}") || {}).textContent === "${code}"`);
  expect(await handheld.evaluate(LOADED)).toHaveLength(programs);
});

/** A camera that offers these, and notes what it is set to; it refuses a wish for which `refuses` is true. */
const aCameraWith = (capabilities: object, refuses = "false") => `
  window.settings = [];
  MediaStreamTrack.prototype.getCapabilities = () => (${JSON.stringify(capabilities)});
  MediaStreamTrack.prototype.applyConstraints = async ({ advanced: [wish] }) => {
    window.settings.push(wish);
    if (${refuses}) throw new DOMException("no", "OverconstrainedError");
  };
`;

/** Opens the camera of the scanner's page, which can do what the script says. */
async function anOpenCamera(script: string): Promise<Handheld> {
  const box = await aBox();
  const handheld = await aHandheld({ browser: "current", camera: await aFilm([{ code: null, seconds: 1 }]) });
  await handheld.beforeLoad(NOTE_TRACKS);
  await handheld.beforeLoad(script);
  await handheld.open(`${box.url}${PAGE}`);
  await handheld.tap("Scan by the camera");
  await handheld.until("tracks.length === 1 && document.querySelector('video').readyState > 1");
  return handheld;
}

test("a camera with a light has a button for it, and one that zooms has steps", async () => {
  const handheld = await anOpenCamera(aCameraWith({ torch: true, zoom: { min: 1, max: 3, step: 0.1 } }));
  await handheld.tap("Light on");
  await handheld.tap("Zoom in");
  await handheld.see("1.5×");
  await handheld.tap("Zoom in");
  await handheld.see("2×");
  await handheld.tap("Zoom out");
  await handheld.tap("Light off");
  await handheld.see("Light on");
  expect(await handheld.evaluate("settings")).toEqual([
    { torch: true, zoom: 1 },
    { torch: true, zoom: 1.5 },
    { torch: true, zoom: 2 },
    { torch: true, zoom: 1.5 },
    { torch: false, zoom: 1.5 },
  ]);
  expect(await poorTargets(handheld)).toEqual([]);
  expect(await handheld.axe()).toEqual([]);
  await handheld.screenshot("camera-torch-zoom");
});

test("the light goes out when the camera is closed; opened again, it is lit and zoomed as before", async () => {
  const handheld = await anOpenCamera(aCameraWith({ torch: true, zoom: { min: 100, max: 400, step: 1 } }));
  await handheld.tap("Light on");
  await handheld.tap("Zoom in");
  await handheld.see("1.5×");
  await handheld.tap("Close the camera");
  await handheld.until("tracks[0].readyState === 'ended'");
  expect(await handheld.evaluate("settings[settings.length - 1]")).toEqual({ torch: false });
  await handheld.evaluate("void (window.settings = [])");
  await handheld.tap("Scan by the camera");
  await handheld.see("Light off");
  await handheld.see("1.5×");
  expect(await handheld.evaluate("settings[settings.length - 1]")).toEqual({ torch: true, zoom: 150 });
});

test.each([
  ["torch", "Light on", "The camera refused to switch its light.", "Zoom in"],
  ["zoom", "Zoom in", "The camera refused to zoom.", "Light on"],
])(
  "a %s that is refused is disabled with the reason, and the rest goes on",
  async (refused, button, words, other) => {
    const refuses = refused === "torch" ? "wish.torch" : "wish.zoom > 1";
    const handheld = await anOpenCamera(aCameraWith({ torch: true, zoom: { min: 1, max: 2 } }, refuses));
    await handheld.tap(button);
    await handheld.see(words);
    await handheld.until(`Array.from(document.querySelectorAll(".camera-buttons button")).some(
    (one) => one.disabled && (one.getAttribute("aria-label") || one.innerText) === ${JSON.stringify(button)})`);
    await handheld.tap(other);
    await handheld.see(refused === "torch" ? "1.5×" : "Light off");
    await handheld.until("tracks[0].readyState === 'live'");
    expect(await handheld.axe()).toEqual([]);
  },
);

test("a camera that offers neither has neither", async () => {
  const handheld = await anOpenCamera(aCameraWith({ width: { max: 1280 } }));
  await handheld.see("Close the camera");
  expect(await handheld.count(".camera-buttons")).toBe(0);
});

describe("the steps of a zoom", () => {
  const factors = (range: Parameters<typeof zoomLevels>[0]) => zoomLevels(range).map(({ factor }) => factor);
  test("are told as times the widest picture, whatever the camera's own values", () => {
    expect(factors({ min: 1, max: 4 })).toEqual([1, 1.5, 2, 3, 4]);
    expect(factors({ min: 100, max: 300, step: 1 })).toEqual([1, 1.5, 2, 3]);
    expect(zoomLevels({ min: 0.5, max: 1.5, step: 0.25 })).toEqual([
      { factor: 1, value: 0.5 },
      { factor: 1.5, value: 0.75 },
      { factor: 2, value: 1 },
      { factor: 3, value: 1.5 },
    ]);
  });
  test("are left out where they can't be told apart, and where there is but one", () => {
    expect(factors({ min: 1, max: 3, step: 1 })).toEqual([1, 2, 3]);
    expect(factors({ min: 1, max: 1 })).toEqual([]);
    expect(factors({ min: 0, max: 10 })).toEqual([]);
  });
});

test("the camera is let go when it is closed, and when the screen is left", async () => {
  const box = await aBox();
  const handheld = await aHandheld({ browser: "current", camera: await aFilm([{ code: null, seconds: 1 }]) });
  await handheld.beforeLoad(NOTE_TRACKS);
  await handheld.open(`${box.url}${PAGE}`);
  await handheld.tap("Scan by the camera");
  await handheld.until("tracks.length === 1 && tracks[0].readyState === 'live'");
  await handheld.tap("Close the camera");
  await handheld.until("tracks[0].readyState === 'ended'");
  await handheld.tap("Scan by the camera");
  await handheld.until("tracks.length === 2 && tracks[1].readyState === 'live'");
  await handheld.evaluate("void (location.hash = '#/about')");
  await handheld.until("tracks[1].readyState === 'ended'");
});

test.each([
  ["NotAllowedError", "The camera was refused."],
  ["NotFoundError", "This device has no camera."],
  ["NotReadableError", "Another app is using the camera."],
  ["TypeError", "The camera does not work"],
])("%s is told in words: %s", async (name, words) => {
  const box = await aBox();
  const handheld = await aHandheld({ browser: "current" });
  await handheld.beforeLoad(
    `navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException("no", "${name}"));`,
  );
  await handheld.open(`${box.url}${PAGE}`);
  await handheld.tap("Scan by the camera");
  await handheld.see(words);
  await handheld.tap("Scan by the camera");
  await handheld.see(words);
});

describe.each(BROWSERS)("in %s", (browser) => {
  test("a camera that only HTTPS has is explained", async () => {
    const box = await aBox();
    const handheld = await aHandheld({ browser, secure: false });
    await handheld.open(`${box.url}${PAGE}`);
    await handheld.tap("Scan by the camera");
    await handheld.see("only to pages that come over HTTPS");
    expect(await handheld.evaluate("document.querySelector('.camera a').pathname")).toBe("/trust");
    expect(await handheld.axe()).toEqual([]);
  });
});

test("a browser too old for the decoder says so, and its camera is let go", async () => {
  const box = await aBox();
  const camera = await aFilm([{ code: CODE, seconds: 1 }]);
  const handheld = await aHandheld({ browser: "chromium77", camera, mayComplain: true });
  await handheld.beforeLoad(NOTE_TRACKS);
  await handheld.open(`${box.url}${PAGE}`);
  await handheld.tap("Scan by the camera");
  await handheld.see("This browser is too old to read codes by the camera.");
  await handheld.until("tracks.length === 1 && tracks[0].readyState === 'ended'");
});
