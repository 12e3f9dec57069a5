import { describe, expect, test } from "vitest";
import { aBox, type TestBox } from "../../harness/box.ts";
import { OLDEST } from "../../harness/handheld.ts";
import { poorTargets } from "../screen.ts";
import { atWork, show } from "./at-work.ts";

/** Each screen, and what says that it is all there. */
const SCREENS: readonly (readonly [name: string, path: string, sign: RegExp])[] = [
  ["find", "/find", /Or scan the label|Nebo načtěte/],
  ["article", "/article/5", /Moved to|Přesunuto/],
  ["move", "/article/5/move", /Main building/],
  ["dispose", "/article/5/dispose", /Disposal reason|Důvod vyřazení/],
  ["print", "/article/5/print", /Broken printer/],
  ["place", "/place/2", /Skladová hala č. 2/],
  ["mine", "/mine", /Armchair/],
  ["transfers", "/mine/transfers", /Laboratoř/],
  ["disposals", "/mine/disposals", /A000040/],
  ["proposals", "/mine/proposals", /Stojanová/],
  ["propose", "/propose", /Name \(|Název \(/],
];

/** One without any flow of words over the edge, and without a complaint of axe. */
const IS_WIDER = "document.documentElement.scrollWidth > innerWidth";

describe.each(OLDEST)("the screens beyond the count in %s", (browser) => {
  test.each([
    ["en", "light", 360],
    ["cs", "dark", 320],
  ] as const)(
    "are whole and accessible in %s, %s, %d px wide",
    { timeout: 240_000 },
    async (language, theme, width) => {
      const box = await aBox();
      await prepare(box);
      const handheld = await atWork(box, { browser, language, theme, width });
      for (const [name, path, sign] of SCREENS) {
        await show(handheld, path);
        await handheld.see(sign);
        expect([name, await handheld.axe()]).toEqual([name, []]);
        expect([name, await handheld.evaluate(IS_WIDER)]).toEqual([name, false]);
        expect([name, await poorTargets(handheld)]).toEqual([name, []]);
        await handheld.screenshot(`beyond-${name}-${browser}-${language}-${theme}`);
      }
      await handheld.scan("NOBODY-KNOWS-THIS-LONG-CODE-0123456789-0123456789");
      await handheld.until("location.hash === '#/propose'");
      await show(handheld, "/find");
      await handheld.scan("NOBODY-KNOWS-THIS-LONG-CODE-0123456789-0123456789");
      await handheld.see(/Unknown code|Neznámý kód/);
      expect(await handheld.axe()).toEqual([]);
      expect(await handheld.evaluate(IS_WIDER)).toBe(false);
      await handheld.screenshot(`beyond-unknown-${browser}-${language}-${theme}`);
    },
  );

  test("what is empty, gone, forbidden or broken says so, and the last can be tried again", async () => {
    const box = await aBox();
    const handheld = await atWork(box, { browser });
    await show(handheld, "/article/999999");
    await handheld.see("This record no longer exists.");
    await show(handheld, "/place/1");
    await handheld.see("No articles here yet.");
    await show(handheld, "/mine/proposals");
    await handheld.see("No proposals yet");
    await handheld.evaluate(ANSWER(403, "Only a manager may do this."));
    await show(handheld, "/place/4");
    await handheld.see("You don't have access to this. Only a manager may do this.");
    await handheld.evaluate(ANSWER(500, "Something went wrong."));
    await show(handheld, "/place/5");
    await handheld.see("The server could not answer. Something went wrong.");
    expect(await handheld.axe()).toEqual([]);
    await handheld.evaluate("void (window.fetch = window.realFetch)");
    await handheld.tap("Try again");
    await handheld.see("Armchair swivel");
  });

  test("where the box lets wait, nothing is said for 300 ms, then that it is asked", async () => {
    const box = await aBox();
    const handheld = await atWork(box, { browser });
    await handheld.evaluate(HOLD);
    await handheld.evaluate(NOTE_WORDS);
    await show(handheld, "/place/5");
    await handheld.see("Loading…");
    expect(Number(await handheld.evaluate("window.saidAfter"))).toBeGreaterThanOrEqual(295);
    await handheld.evaluate("window.letGo()");
    await handheld.see("Armchair swivel");
    await handheld.seesNot("Loading…");
  });
});

/** Something in each list. */
async function prepare(box: TestBox): Promise<void> {
  const moved = { fromLocationId: 4, toLocationId: 5, quantity: 1 };
  expect((await (await box.as("manager")).post("/api/articles/5/locations/move", moved)).status).toBe(200);
  const proposal = { name: "Stojanová vrtačka", articleCategoryID: 3, articleTypeID: 4 };
  expect((await (await box.as("user")).post("/api/articles/pwa-request", proposal)).status).toBe(201);
}

/** Answers all about a place so, as a box may that this terminal has never met. */
const ANSWER = (status: number, message: string) => `(() => {
  window.realFetch = window.realFetch || window.fetch;
  window.fetch = (path, init) => String(path).startsWith("/api/locations/")
    ? Promise.resolve(new Response(JSON.stringify({ message: "${message}" }), { status: ${status} }))
    : window.realFetch(path, init);
})()`;

/** Lets answers about a place wait until `letGo()`. */
const HOLD = `(() => {
  const real = window.fetch;
  const held = new Promise((resolve) => { window.letGo = () => resolve(); });
  window.fetch = (path, init) => String(path).includes("/articles") ? held.then(() => real(path, init)) : real(path, init);
})()`;

/** Notes how long after the screen came it began to speak of asking. */
const NOTE_WORDS = `(() => {
  let came = null;
  new MutationObserver(() => {
    const text = document.querySelector("main") ? document.querySelector("main").textContent : "";
    if (came === null && location.hash === "#/place/5" && text.includes("Skladová")) came = performance.now();
    if (window.saidAfter === undefined && text.includes("Loading…")) window.saidAfter = performance.now() - came + 5;
  }).observe(document.body, { subtree: true, childList: true, characterData: true });
})()`;
