import { readFile } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import { OLDEST } from "../../harness/handheld.ts";
import { aPhoto } from "../beyond/a-photo.ts";
import { type AtShelf, atShelf } from "./warehouse.ts";

async function withPhoto({ house }: AtShelf, code: string): Promise<void> {
  const form = new FormData();
  form.set("articleId", String(house.id(code)));
  form.set("photo", new Blob([new Uint8Array(await readFile(await aPhoto()))]), "article.jpg");
  const { status, text } = await house.user.post("/api/photoarticle", form);
  if (status >= 300) throw new Error(text);
}

const PICTURE = "(document.querySelector('.article-picture img') || {}).naturalWidth === 320";
/** Where everything on the card stands. */
const LAYOUT = `[...document.querySelectorAll(".verdict, .verdict p, .verdict button, .article-picture")].map((one) => {
  const { left, top, width, height } = one.getBoundingClientRect();
  return [left, top, width, height].map(Math.round).join();
}).join(" ")`;

describe.each(OLDEST)("the picture of the article in %s", (browser) => {
  test("comes after the verdict, moves nothing, and is there without the server once it was seen", async () => {
    const at = await atShelf({ browser, serviceWorker: true });
    const { handheld } = at;
    await withPhoto(at, "PAIR-3");
    await handheld.scan("BOLT-25");
    await handheld.see("1 of 25");
    // What the card is like at the very moment of each verdict.
    await handheld.evaluate(`void new MutationObserver(() => {
      const word = document.querySelector(".verdict-amount b");
      if (word && word.innerText === "1 of 3" && !window.first) {
        window.first = ${LAYOUT};
        window.hadPicture = document.querySelector(".article-picture img") !== null;
      }
    }).observe(document.querySelector("main"), { subtree: true, childList: true, characterData: true })`);
    await handheld.scan("PAIR-3");
    await handheld.until(PICTURE);
    expect(await handheld.evaluate("window.hadPicture")).toBe(false);
    expect(await handheld.evaluate(`window.first === ${LAYOUT}`)).toBe(true);
    await handheld.screenshot("picture");
    await handheld.see(/^All sent/);

    await handheld.until("navigator.serviceWorker.ready.then(() => true)");
    await handheld.offline(true);
    await handheld.scan("BOLT-25");
    await handheld.see("2 of 25");
    await handheld.until("document.querySelector('.article-picture img') === null");
    await handheld.reload();
    await handheld.see("Ready to scan");
    await handheld.until("document.querySelectorAll('.list li').length === 3");
    await handheld.scan("PAIR-3");
    await handheld.see("2 of 3");
    await handheld.until(PICTURE);
    await handheld.offline(false);
    await handheld.see(/^All sent/);
  });
});
