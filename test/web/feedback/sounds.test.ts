import { describe, expect, test } from "vitest";
import { aBox } from "../../harness/box.ts";
import { aHandheld, type Handheld, type HandheldOptions, OLDEST } from "../../harness/handheld.ts";

/** Writes down each tone that begins and each shake. */
const LISTEN = `
window.tones = [];
window.shakes = [];
const start = OscillatorNode.prototype.start;
OscillatorNode.prototype.start = function (at) {
  window.tones.push(this.type + " " + Math.round(this.frequency.value));
  start.call(this, at);
};
navigator.vibrate = (pattern) => { window.shakes.push(pattern.join(" ")); return true; };
`;

async function aSoundPage(options: HandheldOptions, script = LISTEN): Promise<Handheld> {
  const box = await aBox();
  const handheld = await aHandheld(options);
  await handheld.beforeLoad(script);
  await handheld.open(`${box.url}/#/settings/scanner`);
  return handheld;
}

describe.each(OLDEST)("the sounds in %s", (browser) => {
  test("are unlocked by a tap, and each verdict is heard and felt", async () => {
    const handheld = await aSoundPage({ browser });
    await handheld.see("The browser plays no sound until you tap the screen.");
    await handheld.tap({ css: "h1" });
    await handheld.seesNot("The browser plays no sound until you tap the screen.");
    await handheld.tap("Unknown");
    await handheld.until("tones.length === 3");
    expect(await handheld.evaluate("tones")).toEqual(["square 988", "square 740", "square 554"]);
    expect(await handheld.evaluate("shakes")).toEqual(["90 60 90 60 90"]);
    await handheld.tap("Counted");
    await handheld.until("tones[3] === 'triangle 1568'");
  });

  test("stay away where they are muted, also after a restart, and come back", async () => {
    const handheld = await aSoundPage({ browser });
    await handheld.tap("Mute");
    await handheld.see("Unmute");
    await handheld.reload();
    await handheld.see("Unmute");
    await handheld.tap("Already counted");
    await handheld.until("shakes.length === 1");
    expect(await handheld.evaluate("tones")).toEqual([]);
    await handheld.tap("Unmute");
    await handheld.tap("Already counted");
    await handheld.until("tones.length === 2");
  });

  test("tell that a scan came to nothing", async () => {
    const handheld = await aSoundPage({ browser });
    await handheld.tap({ css: "h1" });
    await handheld.seesNot("The browser plays no sound until you tap the screen.");
    await handheld.evaluate("void (location.hash = '#/about')");
    await handheld.see("About this terminal");
    await handheld.scan("INV-000001");
    await handheld.until("tones[0] === 'sawtooth 370'");
  });

  test.each([
    ["can make none", "delete window.AudioContext;", "This browser does not support sounds."],
    [
      "breaks",
      "AudioContext.prototype.createOscillator = () => { throw new Error('no'); };",
      "Sound does not work",
    ],
    [
      "refuses",
      "window.AudioContext = class { constructor() { throw new Error('no'); } };",
      "Sound does not work",
    ],
  ])("a browser that %s says so, and all else works", async (_, script, words) => {
    const handheld = await aSoundPage({ browser }, script);
    await handheld.tap("Counted");
    await handheld.tap("Counted");
    await handheld.see(words);
    await handheld.scan("INV-000001");
    await handheld.see("Looked up as INV-000001");
  });
});
