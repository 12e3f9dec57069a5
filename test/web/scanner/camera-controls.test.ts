import { describe, expect, test } from "vitest";
import { zoomLevels } from "../../../src/web/scanner/camera-controls.ts";
import { startServer } from "../../harness/server.ts";
import { openTerminal, type Terminal } from "../../harness/terminal.ts";
import { poorTargets } from "../screen.ts";
import { aFilm, NOTE_TRACKS } from "./film.ts";

const PAGE = "/#/settings/scanner";

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
async function anOpenCamera(script: string): Promise<Terminal> {
  const server = await startServer();
  const terminal = await openTerminal({
    browser: "current",
    camera: await aFilm([{ code: null, seconds: 1 }]),
  });
  await terminal.beforeLoad(NOTE_TRACKS);
  await terminal.beforeLoad(script);
  await terminal.open(`${server.url}${PAGE}`);
  await terminal.tap("Scan with the camera");
  await terminal.until("tracks.length === 1 && document.querySelector('video').readyState > 1");
  return terminal;
}

test("a camera with a light has a button for it, and one that zooms has steps", async () => {
  const terminal = await anOpenCamera(aCameraWith({ torch: true, zoom: { min: 1, max: 3, step: 0.1 } }));
  await terminal.tap("Light on");
  await terminal.tap("Zoom in");
  await terminal.see("1.5×");
  await terminal.tap("Zoom in");
  await terminal.see("2×");
  await terminal.tap("Zoom out");
  await terminal.tap("Light off");
  await terminal.see("Light on");
  expect(await terminal.evaluate("settings")).toEqual([
    { torch: true, zoom: 1 },
    { torch: true, zoom: 1.5 },
    { torch: true, zoom: 2 },
    { torch: true, zoom: 1.5 },
    { torch: false, zoom: 1.5 },
  ]);
  expect(await poorTargets(terminal)).toEqual([]);
  expect(await terminal.axe()).toEqual([]);
  await terminal.screenshot("camera-torch-zoom");
});

test("the light goes out when the camera is closed; opened again, it is lit and zoomed as before", async () => {
  const terminal = await anOpenCamera(aCameraWith({ torch: true, zoom: { min: 100, max: 400, step: 1 } }));
  await terminal.tap("Light on");
  await terminal.tap("Zoom in");
  await terminal.see("1.5×");
  await terminal.tap("Close the camera");
  await terminal.until("tracks[0].readyState === 'ended'");
  expect(await terminal.evaluate("settings[settings.length - 1]")).toEqual({ torch: false });
  await terminal.evaluate("void (window.settings = [])");
  await terminal.tap("Scan with the camera");
  await terminal.see("Light off");
  await terminal.see("1.5×");
  expect(await terminal.evaluate("settings[settings.length - 1]")).toEqual({ torch: true, zoom: 150 });
});

test.each([
  ["torch", "Light on", "The camera refused to switch its light.", "Zoom in"],
  ["zoom", "Zoom in", "The camera refused to zoom.", "Light on"],
])(
  "a %s that is refused is disabled with the reason, and the rest goes on",
  async (refused, button, words, other) => {
    const refuses = refused === "torch" ? "wish.torch" : "wish.zoom > 1";
    const terminal = await anOpenCamera(aCameraWith({ torch: true, zoom: { min: 1, max: 2 } }, refuses));
    await terminal.tap(button);
    await terminal.see(words);
    await terminal.until(`Array.from(document.querySelectorAll(".camera-buttons button")).some(
    (one) => one.disabled && (one.getAttribute("aria-label") || one.innerText) === ${JSON.stringify(button)})`);
    await terminal.tap(other);
    await terminal.see(refused === "torch" ? "1.5×" : "Light off");
    await terminal.until("tracks[0].readyState === 'live'");
    expect(await terminal.axe()).toEqual([]);
  },
);

test("a camera that offers neither has neither", async () => {
  const terminal = await anOpenCamera(aCameraWith({ width: { max: 1280 } }));
  await terminal.see("Close the camera");
  expect(await terminal.count(".camera-buttons")).toBe(0);
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
