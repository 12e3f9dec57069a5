import { describe, expect, test } from "vitest";
import { aBox } from "../../harness/box.ts";
import { aHandheld, type Handheld, OLDEST } from "../../harness/handheld.ts";
import { atWork, goTo } from "../access/together.ts";
import { atPlace } from "../count/together.ts";

/** A browser that speaks: what it is asked to do is noted, tones as well. */
const aSpeaker = (voices: readonly object[]) => `
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

/** Switches the spoken feedback. */
async function choose(handheld: Handheld, legend: string, option: string): Promise<void> {
  await goTo(handheld, "/more");
  await handheld.see(legend);
  await handheld.evaluate(`Array.from(document.querySelectorAll("fieldset.choice"))
    .find((one) => one.querySelector("legend").innerText === ${JSON.stringify(legend)}).id = "chosen"`);
  await handheld.tap({ css: `#chosen label:nth-of-type(${option})` });
  await handheld.until(`document.querySelector("#chosen label:nth-of-type(${option}) input").checked`);
}
const ON = "1";
const OFF = "2";

describe.each(OLDEST)("spoken feedback in %s", (browser) => {
  test("is off until somebody switches it on; then each verdict is spoken after its tones, the newest at once", async () => {
    const { handheld, stocktake, go } = await atPlace({ browser });
    await handheld.beforeLoad(aSpeaker(VOICES));
    await handheld.reload();
    const [room] = stocktake.rooms;
    await handheld.until("document.querySelector('.verdict') !== null");
    await handheld.tap({ css: "h1" });
    await handheld.scan(room.single.article.code);
    await handheld.see("1 of 1");
    await handheld.until("said.length > 0");
    expect(new Set((await handheld.evaluate("said")) as string[])).toEqual(new Set(["tone"]));
    await choose(handheld, "Spoken feedback", ON);
    expect(await handheld.axe()).toEqual([]);
    await go(`/${room.oid}`);
    await handheld.until("document.querySelector('.verdict') !== null");
    await handheld.evaluate("void (window.said = [])");
    await handheld.scan(room.several.article.code);
    const counted = `near: Counted, 1 of ${room.several.quantity} (0.8)`;
    await handheld.until(`said.includes(${JSON.stringify(counted)})`);
    expect(await handheld.evaluate("said")).toEqual(["tone", "cancel", counted]);
    await handheld.scan("NOBODY-KNOWS");
    await handheld.until("said.includes('near: Unknown code (0.8)')");
    await handheld.scan(stocktake.rooms[1].code);
    await handheld.until(`said.includes(${JSON.stringify(`near: ${stocktake.rooms[1].name} (0.8)`)})`);
    await handheld.reload();
    await handheld.until("document.querySelector('.verdict') !== null");
    await handheld.scan(room.several.article.code);
    await handheld.until("said.some((one) => one.startsWith('near: '))");
    await choose(handheld, "Spoken feedback", OFF);
    await go(`/${room.oid}`);
    await handheld.evaluate("void (window.said = [])");
    await handheld.scan(room.single.article.code);
    await handheld.see("Already counted");
    await handheld.until("said.includes('tone')");
    expect(((await handheld.evaluate("said")) as string[]).filter((one) => one !== "tone")).toEqual([]);
  });

  test("tells in a blind stocktake, and in Czech, only what was counted", async () => {
    const { handheld, stocktake, go } = await atPlace({ browser, isBlind: true, language: "cs" });
    await handheld.beforeLoad(aSpeaker(VOICES));
    await handheld.reload();
    await choose(handheld, "Hlasová odezva", ON);
    await go(`/${stocktake.rooms[0].oid}`);
    await handheld.until("document.querySelector('.verdict') !== null");
    await handheld.scan(stocktake.rooms[0].several.article.code);
    await handheld.until("said.includes('blízký: Započteno, 1 (0.8)')");
  });

  test("uses no voice from the internet, and says where the device has no other", async () => {
    const box = await aBox();
    const handheld = await aHandheld({ browser });
    await handheld.beforeLoad(aSpeaker(VOICES.slice(0, 1)));
    await atWork(handheld, box, "user");
    await choose(handheld, "Spoken feedback", ON);
    await handheld.see("No English voice is installed on this device.");
    await goTo(handheld, "/about");
    await handheld.scan("INV-000001");
    await handheld.see("This screen does not accept scans.");
    expect(await handheld.evaluate("said.filter((one) => one !== 'tone')")).toEqual([]);
    // A voice that comes later is used.
    await handheld.evaluate(`{
      speechSynthesis.voices = [{ name: "new", lang: "en", localService: true }];
      speechSynthesis.dispatchEvent(new Event("voiceschanged"));
    }`);
    await handheld.scan("INV-000002");
    await handheld.until("said.includes('new: Failed. Not counted. (0.8)')");
  });

  test("is not offered where the browser can't speak", async () => {
    const box = await aBox();
    const handheld = await aHandheld({ browser });
    await handheld.beforeLoad("delete window.speechSynthesis;");
    await atWork(handheld, box, "user");
    await goTo(handheld, "/more");
    await handheld.see("Sounds");
    await handheld.seesNot("Spoken feedback");
  });
});
