import { describe, expect, test } from "vitest";
import { startServer } from "../../harness/server.ts";
import { OLDEST, openTerminal, type Terminal, type TerminalOptions } from "../../harness/terminal.ts";

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

async function aSoundPage(options: TerminalOptions, script = LISTEN): Promise<Terminal> {
  const server = await startServer();
  const terminal = await openTerminal(options);
  await terminal.beforeLoad(script);
  await terminal.open(`${server.url}/#/settings/scanner`);
  return terminal;
}

describe.each(OLDEST)("the sounds in %s", (browser) => {
  test("are unlocked by a tap, and each verdict is heard and felt", async () => {
    const terminal = await aSoundPage({ browser });
    await terminal.see("The browser plays no sound until you tap the screen.");
    await terminal.tap({ css: "h1" });
    await terminal.seesNot("The browser plays no sound until you tap the screen.");
    await terminal.tap("Unknown");
    await terminal.until("tones.length === 3");
    expect(await terminal.evaluate("tones")).toEqual(["square 988", "square 740", "square 554"]);
    expect(await terminal.evaluate("shakes")).toEqual(["90 60 90 60 90"]);
    await terminal.tap("Counted");
    await terminal.until("tones[3] === 'triangle 1568'");
  });

  test("stay away where they are muted, also after a restart, and come back", async () => {
    const terminal = await aSoundPage({ browser });
    await terminal.tap("Mute");
    await terminal.see("Unmute");
    await terminal.reload();
    await terminal.see("Unmute");
    await terminal.tap("Already counted");
    await terminal.until("shakes.length === 1");
    expect(await terminal.evaluate("tones")).toEqual([]);
    await terminal.tap("Unmute");
    await terminal.tap("Already counted");
    await terminal.until("tones.length === 2");
  });

  test("tell that a scan came to nothing", async () => {
    const terminal = await aSoundPage({ browser });
    await terminal.tap({ css: "h1" });
    await terminal.seesNot("The browser plays no sound until you tap the screen.");
    await terminal.evaluate("void (location.hash = '#/about')");
    await terminal.see("About this terminal");
    await terminal.scan("INV-000001");
    await terminal.until("tones[0] === 'sawtooth 370'");
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
    const terminal = await aSoundPage({ browser }, script);
    await terminal.tap("Counted");
    await terminal.tap("Counted");
    await terminal.see(words);
    await terminal.scan("INV-000001");
    await terminal.see("Looked up as INV-000001");
  });
});
