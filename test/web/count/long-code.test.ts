import { describe, expect, test } from "vitest";
import { OLDEST } from "../../harness/terminal.ts";
import { STORED_DATA, startCount } from "./count-page.ts";

const LONG = "W".repeat(60);

/** Expression: elements with text that reach beyond the sides of the screen, and the page itself. */
const BEYOND = `(() => {
  const beyond = [...document.querySelectorAll("#app *, body *")].filter((one) => {
    const { left, right, width } = one.getBoundingClientRect();
    const hasText = [...one.childNodes].some((node) => node.nodeType === 3 && node.data.trim() !== "");
    return hasText && width > 1 && !one.closest(".sr-only") && (left < 0 || right > innerWidth + 0.5);
  });
  const found = beyond.map((one) => one.tagName + "." + one.className + ": " + one.textContent.slice(0, 20));
  if (document.scrollingElement.scrollWidth > innerWidth) found.push("the page");
  return JSON.stringify([...new Set(found)]);
})()`;

describe.each(OLDEST)("a long unbroken code in %s", (browser) => {
  test("no text reaches beyond the sides of the screen on the card, the pick list, the pad and the article's screens", async () => {
    const { terminal, stocktake, server, go } = await startCount({ browser });
    const { oid: room, several } = stocktake.rooms[0];
    const { oid } = several.article;
    expect((await server.manager.put(`/api/articles/${oid}`, { code: `${LONG}1`, name: LONG })).status).toBe(
      200,
    );
    const at = `/count/${stocktake.oid}/${room}`;
    const check = async (what: string) => {
      await expect
        .poll(async () => JSON.parse(String(await terminal.evaluate(BEYOND))), { message: what })
        .toEqual([]);
      await terminal.screenshot(`long-code-${what}-${browser}`);
    };
    await terminal.reload();
    await terminal.until("document.querySelector('.verdict') !== null");
    // The items and the articles arrive apart; a scan needs both.
    await terminal.until(
      `${STORED_DATA}.then((all) => ["items", "articles"].every((name) => JSON.stringify(JSON.parse(all)[name]).includes("${LONG}1")))`,
    );
    await terminal.scan(`${LONG}1`);
    await terminal.until("document.querySelector('.verdict-row b') !== null");
    await check("card");
    await terminal.scan(`${LONG}2`);
    await terminal.until("document.querySelector('.verdict.is-unknown') !== null");
    await check("unknown");
    for (const way of ["/pick", `/item/${oid}/a${oid}`]) {
      await go(`/${room}${way}`);
      await terminal.until(`location.hash === "#${at}${way}"`);
      await terminal.until(`document.querySelector("main").innerText.includes("${LONG}")`);
      await check(way.split("/")[1] ?? "");
    }
    for (const way of [`/article/${oid}`, `/article/${oid}/print`, `/location/${room}`]) {
      await terminal.open(`${server.url}/#${way}`);
      await terminal.until(`document.querySelector("main").innerText.includes("${LONG}")`);
      await check(way.split("/").pop() ?? "");
    }
    await terminal.open(`${server.url}/#/find`);
    await terminal.tap({ css: "input[type=search]" });
    await terminal.insert(LONG.slice(0, 9));
    await terminal.until(`document.querySelector("main").innerText.includes("${LONG}")`);
    await check("find");
  });
});
