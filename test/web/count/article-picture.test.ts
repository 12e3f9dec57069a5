import { readFile } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import { OLDEST } from "../../harness/terminal.ts";
import { createPhotoFile } from "../beyond/photo-file.ts";
import { openWarehouseCount, type WarehouseCount } from "./warehouse-count.ts";

async function addPhoto({ warehouse }: WarehouseCount, code: string): Promise<void> {
  const form = new FormData();
  form.set("articleId", String(warehouse.id(code)));
  form.set("photo", new Blob([new Uint8Array(await readFile(await createPhotoFile()))]), "article.jpg");
  const { status, text } = await warehouse.user.post("/api/photoarticle", form);
  if (status >= 300) throw new Error(text);
}

const PICTURE = "(document.querySelector('.article-picture img') || {}).naturalWidth === 320";
/** Expression: the positions and sizes of the card's parts. */
const LAYOUT = `[...document.querySelectorAll(".verdict, .verdict p, .verdict button, .article-picture")].map((one) => {
  const { left, top, width, height } = one.getBoundingClientRect();
  return [left, top, width, height].map(Math.round).join();
}).join(" ")`;

describe.each(OLDEST)("the article's picture in %s", (browser) => {
  test("it is shown after the scan result, moves nothing, and is available offline once it was shown", async () => {
    const at = await openWarehouseCount({ browser, serviceWorker: true });
    const { terminal } = at;
    await addPhoto(at, "PAIR-3");
    await terminal.scan("BOLT-25");
    await terminal.see("1 of 25");
    // Records the layout of the card when the scan result appears.
    await terminal.evaluate(`void new MutationObserver(() => {
      const word = document.querySelector(".verdict-amount b");
      if (word && word.innerText === "1 of 3" && !window.first) {
        window.first = ${LAYOUT};
        window.hadPicture = document.querySelector(".article-picture img") !== null;
      }
    }).observe(document.querySelector("main"), { subtree: true, childList: true, characterData: true })`);
    await terminal.scan("PAIR-3");
    await terminal.until(PICTURE);
    await expect.poll(() => terminal.evaluate("window.hadPicture")).toBe(false);
    await expect.poll(() => terminal.evaluate(`window.first === ${LAYOUT}`)).toBe(true);
    await terminal.screenshot("picture");
    await terminal.see(/^All sent/);

    await terminal.until("navigator.serviceWorker.ready.then(() => true)");
    await terminal.offline(true);
    await terminal.scan("BOLT-25");
    await terminal.see("2 of 25");
    await terminal.until("document.querySelector('.article-picture img') === null");
    await terminal.reload();
    await terminal.see("Ready to scan");
    await terminal.until("document.querySelectorAll('.list li').length === 3");
    await terminal.scan("PAIR-3");
    await terminal.see("2 of 3");
    await terminal.until(PICTURE);
    await terminal.offline(false);
    await terminal.see(/^All sent/);
  });
});
