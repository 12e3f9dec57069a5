import { describe, expect, test } from "vitest";
import { startServer } from "../../harness/server.ts";
import { OLDEST, openTerminal, type Terminal, type TerminalOptions } from "../../harness/terminal.ts";

/** Script: records each tone and each vibration. */
const RECORD = `
window.tones = [];
window.shakes = [];
const start = OscillatorNode.prototype.start;
OscillatorNode.prototype.start = function (at) {
  window.tones.push(this.type + " " + Math.round(this.frequency.value));
  start.call(this, at);
};
navigator.vibrate = (pattern) => { window.shakes.push(pattern.join(" ")); return true; };
`;

async function openSoundSettings(options: TerminalOptions, script = RECORD): Promise<Terminal> {
  const server = await startServer();
  const terminal = await openTerminal(options);
  await terminal.beforeLoad(script);
  await terminal.open(`${server.url}/#/settings/scanner`);
  return terminal;
}

const LOCKED = "The browser plays no sound until you tap the screen.";

describe.each(OLDEST)("sounds in %s", (browser) => {
  test("the first tap enables them, and each scan result sounds and vibrates", async () => {
    const terminal = await openSoundSettings({ browser });
    await terminal.see(LOCKED);
    await terminal.tap({ css: "h1" });
    await terminal.seesNot(LOCKED);
    await terminal.tap("Unknown");
    await terminal.until("tones.length === 3");
    await expect.poll(() => terminal.evaluate("tones")).toEqual(["square 988", "square 740", "square 554"]);
    await expect.poll(() => terminal.evaluate("shakes")).toEqual(["90 60 90 60 90"]);
    await terminal.tap("Counted");
    await terminal.until("tones[3] === 'triangle 1568'");
  });

  test("Mute silences them, also after a reload, and Unmute enables them", async () => {
    const terminal = await openSoundSettings({ browser });
    await terminal.tap("Mute");
    await terminal.see("Unmute");
    await terminal.reload();
    await terminal.see("Unmute");
    await terminal.tap({ css: "h1" });
    await terminal.seesNot(LOCKED);
    await terminal.tap("Already counted");
    await terminal.until("shakes.length === 1");
    await expect.poll(() => terminal.evaluate("tones")).toEqual([]);
    await terminal.tap("Unmute");
    await terminal.seesNot("Unmute");
    await terminal.tap("Already counted");
    await terminal.until("tones.length === 2");
  });

  test.each([
    ["has no sounds", "delete window.AudioContext;", "This browser does not support sounds."],
    [
      "throws when it plays a tone",
      "AudioContext.prototype.createOscillator = () => { throw new Error('no'); };",
      "Sound does not work",
    ],
    [
      "throws when it opens the audio output",
      "window.AudioContext = class { constructor() { throw new Error('no'); } };",
      "Sound does not work",
    ],
  ])("if a browser %s, the screen says so and scans work", async (_, script, words) => {
    const terminal = await openSoundSettings({ browser }, script);
    await terminal.tap("Counted");
    // The browser enables the sound some time after the tap.
    await terminal.seesNot(LOCKED);
    await terminal.tap("Counted");
    await terminal.see(words);
    await terminal.scan("INV-000001");
    await terminal.see("Looked up as INV-000001");
  });
});
