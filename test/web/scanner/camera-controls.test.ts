import { describe, expect, test } from "vitest";
import { zoomLevels } from "../../../src/web/scanner/camera-controls.ts";
import { startServer } from "../../harness/server.ts";
import { openTerminal, type Terminal } from "../../harness/terminal.ts";
import { findPoorTargets } from "../touch-targets.ts";
import { createFilm, RECORD_TRACKS } from "./film.ts";

const PAGE = "/#/settings/scanner";

/** Script: a camera with these capabilities, which records its settings. It rejects a setting for which `refuses` is true. */
const cameraScript = (capabilities: object, refuses = "false") => `
  window.settings = [];
  MediaStreamTrack.prototype.getCapabilities = () => (${JSON.stringify(capabilities)});
  MediaStreamTrack.prototype.applyConstraints = async ({ advanced: [wish] }) => {
    window.settings.push(wish);
    if (${refuses}) throw new DOMException("no", "OverconstrainedError");
  };
`;

/** Opens a browser with a camera that sees nothing. */
async function openCameraBrowser(): Promise<Terminal> {
  const camera = await createFilm([{ code: null, seconds: 1 }]);
  const terminal = await openTerminal({ browser: "current", camera });
  await terminal.beforeLoad(RECORD_TRACKS);
  return terminal;
}

/** Loads the scanner's page after the script, and opens the camera there. */
async function openCamera(terminal: Terminal, url: string, script: string): Promise<void> {
  await terminal.beforeLoad(script);
  await terminal.open(`${url}/icon.svg`);
  await terminal.open(`${url}${PAGE}`);
  await terminal.tap("Scan with the camera");
  await terminal.until("tracks.length === 1 && document.querySelector('video').readyState > 1");
}

test("a camera with a light and a zoom has buttons for them; closing it turns the light off; opened again, it has the same light and zoom", async () => {
  const { url } = await startServer();
  const terminal = await openCameraBrowser();
  await openCamera(terminal, url, cameraScript({ torch: true, zoom: { min: 100, max: 300, step: 1 } }));
  await terminal.tap("Light on");
  await terminal.tap("Zoom in");
  await terminal.see("1.5×");
  await terminal.tap("Zoom in");
  await terminal.see("2×");
  await terminal.tap("Zoom out");
  await terminal.tap("Light off");
  await terminal.see("Light on");
  await expect
    .poll(() => terminal.evaluate("settings"))
    .toEqual([
      { torch: true, zoom: 100 },
      { torch: true, zoom: 150 },
      { torch: true, zoom: 200 },
      { torch: true, zoom: 150 },
      { torch: false, zoom: 150 },
    ]);
  await expect.poll(() => findPoorTargets(terminal)).toEqual([]);
  await expect.poll(() => terminal.axe()).toEqual([]);
  await terminal.screenshot("camera-torch-zoom");

  await terminal.tap("Light on");
  await terminal.see("Light off");
  await terminal.tap("Close the camera");
  await terminal.until("tracks[0].readyState === 'ended'");
  await expect.poll(() => terminal.evaluate("settings[settings.length - 1]")).toEqual({ torch: false });
  await terminal.evaluate("void (window.settings = [])");
  await terminal.tap("Scan with the camera");
  await terminal.see("Light off");
  await terminal.see("1.5×");
  await expect
    .poll(() => terminal.evaluate("settings[settings.length - 1]"))
    .toEqual({ torch: true, zoom: 150 });
});

test("a light or a zoom that the camera rejects is disabled with a reason, and the other control still works; a camera without both has no buttons", async () => {
  const { url } = await startServer();
  const terminal = await openCameraBrowser();
  await openCamera(terminal, url, cameraScript({ width: { max: 1280 } }));
  await terminal.see("Close the camera");
  await expect.poll(() => terminal.count(".camera-buttons")).toBe(0);
  for (const [refuses, button, words, other, shown] of [
    ["wish.torch", "Light on", "The camera refused to switch its light.", "Zoom in", "1.5×"],
    ["wish.zoom > 1", "Zoom in", "The camera refused to zoom.", "Light on", "Light off"],
  ] as const) {
    await openCamera(terminal, url, cameraScript({ torch: true, zoom: { min: 1, max: 2 } }, refuses));
    await terminal.tap(button);
    await terminal.see(words);
    await terminal.until(`Array.from(document.querySelectorAll(".camera-buttons button")).some(
      (one) => one.disabled && (one.getAttribute("aria-label") || one.innerText) === ${JSON.stringify(button)})`);
    await terminal.tap(other);
    await terminal.see(shown);
    await terminal.until("tracks[0].readyState === 'live'");
    await expect.poll(() => terminal.axe()).toEqual([]);
  }
});

describe("the steps of the zoom", () => {
  const factors = (range: Parameters<typeof zoomLevels>[0]) => zoomLevels(range).map(({ factor }) => factor);
  test("are factors of the widest picture, whatever the camera's own values", () => {
    expect(factors({ min: 1, max: 4 })).toEqual([1, 1.5, 2, 3, 4]);
    expect(factors({ min: 100, max: 300, step: 1 })).toEqual([1, 1.5, 2, 3]);
    expect(zoomLevels({ min: 0.5, max: 1.5, step: 0.25 })).toEqual([
      { factor: 1, value: 0.5 },
      { factor: 1.5, value: 0.75 },
      { factor: 2, value: 1 },
      { factor: 3, value: 1.5 },
    ]);
  });
  test("are left out if the camera does not distinguish them, or has only one", () => {
    expect(factors({ min: 1, max: 3, step: 1 })).toEqual([1, 2, 3]);
    expect(factors({ min: 1, max: 1 })).toEqual([]);
    expect(factors({ min: 0, max: 10 })).toEqual([]);
  });
});
