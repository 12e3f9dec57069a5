import { describe, expect, test } from "vitest";
import { OLDEST } from "../../harness/handheld.ts";
import { atPlace, KEPT } from "./together.ts";

const LONG = "W".repeat(60);

/** What reaches beyond the sides of the screen: elements with a text of their own, and the page itself. */
const BEYOND = `(() => {
  const beyond = [...document.querySelectorAll("#app *, body *")].filter((one) => {
    const { left, right, width } = one.getBoundingClientRect();
    const hasText = [...one.childNodes].some((node) => node.nodeType === 3 && node.data.trim() !== "");
    return hasText && width > 1 && !one.closest(".unseen") && (left < 0 || right > innerWidth + 0.5);
  });
  const found = beyond.map((one) => one.tagName + "." + one.className + ": " + one.textContent.slice(0, 20));
  if (document.scrollingElement.scrollWidth > innerWidth) found.push("the page");
  return JSON.stringify([...new Set(found)]);
})()`;

describe.each(OLDEST)("a long unbroken code in %s", (browser) => {
  test("pushes neither the amount nor anything else off the screen", async () => {
    const { handheld, stocktake, box, go } = await atPlace({ browser });
    const { oid: room, several } = stocktake.rooms[0];
    const manager = await box.as("manager");
    const { oid } = several.article;
    expect((await manager.put(`/api/articles/${oid}`, { code: `${LONG}1`, name: LONG })).status).toBe(200);
    const at = `/count/${stocktake.oid}/${room}`;
    const check = async (what: string) => {
      expect(JSON.parse(String(await handheld.evaluate(BEYOND))), what).toEqual([]);
      await handheld.screenshot(`long-code-${what}-${browser}`);
    };
    await handheld.reload();
    await handheld.until("document.querySelector('.verdict') !== null");
    await handheld.until(`${KEPT}.then((all) => all.includes("${LONG}1"))`);
    await handheld.scan(`${LONG}1`);
    await handheld.until("document.querySelector('.verdict-row b') !== null");
    await check("card");
    await handheld.scan(`${LONG}2`);
    await handheld.until("document.querySelector('.verdict.is-unknown') !== null");
    await check("unknown");
    for (const way of ["/pick", `/item/${oid}/a${oid}`]) {
      await go(`/${room}${way}`);
      await handheld.until(`location.hash === "#${at}${way}"`);
      await handheld.until(`document.querySelector("main").innerText.includes("${LONG}")`);
      await check(way.split("/")[1] ?? "");
    }
    for (const way of [`/article/${oid}`, `/article/${oid}/print`, `/place/${room}`]) {
      await handheld.open(`${box.url}/#${way}`);
      await handheld.until(`document.querySelector("main").innerText.includes("${LONG}")`);
      await check(way.split("/").pop() ?? "");
    }
    await handheld.open(`${box.url}/#/find`);
    await handheld.tap({ css: "input[type=search]" });
    await handheld.insert(LONG.slice(0, 9));
    await handheld.until(`document.querySelector("main").innerText.includes("${LONG}")`);
    await check("find");
  });
});
