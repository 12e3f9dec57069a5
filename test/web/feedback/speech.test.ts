import { describe, expect, test } from "vitest";
import { startServer } from "../../harness/server.ts";
import { OLDEST, openTerminal, type Terminal } from "../../harness/terminal.ts";
import { logInTerminal } from "../access/log-in.ts";
import { startCount } from "../count/count-page.ts";
import { storedValue } from "../stored-records.ts";

/** Script: a speech synthesizer that records phrases and tones. */
const speechScript = (voices: readonly object[]) => `
window.said = [];
window.SpeechSynthesisUtterance = function (text) { this.text = text; };
Object.defineProperty(window, "speechSynthesis", { configurable: true, value: Object.assign(new EventTarget(), {
  voices: ${JSON.stringify(voices)},
  getVoices() { return this.voices; },
  cancel() { window.said.push("cancel"); },
  speak({ text, voice, volume }) { window.said.push(voice.name + ": " + text + " (" + volume + ")"); },
}) });
const start = OscillatorNode.prototype.start;
OscillatorNode.prototype.start = function (at) { window.said.push("tone"); start.call(this, at); };
`;
const VOICES = [
  { name: "far", lang: "en-US", localService: false },
  { name: "near", lang: "en-GB", localService: true },
  { name: "blízký", lang: "cs_CZ", localService: true },
];

/** Selects an option of the spoken feedback. */
async function selectOption(terminal: Terminal, legend: string, option: string): Promise<void> {
  await terminal.goTo("/more");
  await terminal.see(legend);
  await terminal.evaluate(`Array.from(document.querySelectorAll("fieldset.theme_choice"))
    .find((one) => one.querySelector("legend").innerText === ${JSON.stringify(legend)}).id = "chosen"`);
  await terminal.tap({ css: `#chosen label:nth-of-type(${option})` });
  // It applies once it is stored.
  await terminal.until(`${storedValue("speech")}.then((found) => found && found.isOn === ${option === ON})`);
}
const ON = "1";
const OFF = "2";

describe.each(OLDEST)("spoken feedback in %s", (browser) => {
  test("it is off by default; once it is on, each scan result is spoken after its tones, and a new one interrupts the last", async () => {
    const { terminal, stocktake, go } = await startCount({ browser });
    await terminal.beforeLoad(speechScript(VOICES));
    await terminal.reload();
    const [room] = stocktake.rooms;
    await terminal.until("document.querySelector('.verdict') !== null");
    await terminal.tap({ css: "h1" });
    await terminal.scan(room.single.article.code);
    await terminal.see("1 of 1");
    await terminal.until("said.length > 0");
    await expect
      .poll(async () => new Set((await terminal.evaluate("said")) as string[]))
      .toEqual(new Set(["tone"]));
    await selectOption(terminal, "Spoken feedback", ON);
    await expect.poll(() => terminal.axe()).toEqual([]);
    await go(`/${room.oid}`);
    await terminal.until("document.querySelector('.verdict') !== null");
    await terminal.evaluate("void (window.said = [])");
    await terminal.scan(room.several.article.code);
    const counted = `near: Counted, 1 of ${room.several.quantity} (0.8)`;
    await terminal.until(`said.includes(${JSON.stringify(counted)})`);
    await expect.poll(() => terminal.evaluate("said")).toEqual(["tone", "cancel", counted]);
    await terminal.scan("NOBODY-KNOWS");
    await terminal.until("said.includes('near: Unknown code (0.8)')");
    await terminal.scan(stocktake.rooms[1].code);
    await terminal.until(`said.includes(${JSON.stringify(`near: ${stocktake.rooms[1].name} (0.8)`)})`);
    await terminal.reload();
    await terminal.until("document.querySelector('.verdict') !== null");
    await terminal.scan(room.several.article.code);
    await terminal.until("said.some((one) => one.startsWith('near: '))");
    await selectOption(terminal, "Spoken feedback", OFF);
    await go(`/${room.oid}`);
    await terminal.until("document.querySelector('.verdict') !== null");
    await terminal.evaluate("void (window.said = [])");
    await terminal.scan(room.single.article.code);
    await terminal.see("Already counted");
    await terminal.until("said.includes('tone')");
    await expect
      .poll(async () => ((await terminal.evaluate("said")) as string[]).filter((one) => one !== "tone"))
      .toEqual([]);
  });

  test("in a blind stocktake it has only the counted quantity, here in Czech", async () => {
    const { terminal, stocktake, go } = await startCount({ browser, isBlind: true, language: "cs" });
    await terminal.beforeLoad(speechScript(VOICES));
    await terminal.reload();
    await selectOption(terminal, "Hlasová odezva", ON);
    await go(`/${stocktake.rooms[0].oid}`);
    await terminal.until("document.querySelector('.verdict') !== null");
    await terminal.scan(stocktake.rooms[0].several.article.code);
    await terminal.until("said.includes('blízký: Započteno, 1 (0.8)')");
  });

  test("it uses no voice from the internet, and the screen says if the device has no other", async () => {
    const server = await startServer();
    const terminal = await openTerminal({ browser });
    await terminal.beforeLoad(speechScript(VOICES.slice(0, 1)));
    await logInTerminal(terminal, server, "user");
    await selectOption(terminal, "Spoken feedback", ON);
    await terminal.see("No English voice is installed on this device.");
    await terminal.goTo("/about");
    await terminal.scan("INV-000001");
    await terminal.see("This screen does not accept scans.");
    await expect.poll(() => terminal.evaluate("said.filter((one) => one !== 'tone')")).toEqual([]);
    // A voice that is installed later is used.
    await terminal.evaluate(`{
      speechSynthesis.voices = [{ name: "new", lang: "en", localService: true }];
      speechSynthesis.dispatchEvent(new Event("voiceschanged"));
    }`);
    await terminal.scan("INV-000002");
    await terminal.until("said.includes('new: Failed. Not counted. (0.8)')");
  });

  test("it is not offered if the browser can't speak", async () => {
    const server = await startServer();
    const terminal = await openTerminal({ browser });
    await terminal.beforeLoad("delete window.speechSynthesis;");
    await logInTerminal(terminal, server, "user");
    await terminal.goTo("/more");
    await terminal.see("Sounds");
    await terminal.seesNot("Spoken feedback");
  });
});
