import { describe, expect, test } from "vitest";
import { OLDEST, type Terminal } from "../../harness/terminal.ts";
import { STORED_DATA, startCount, waitUntilSent } from "./count-page.ts";
import { openWarehouseCount } from "./warehouse-count.ts";

/** Script: taps the first of these elements when it is another one than now. `window.wasTaken`: the tap was not ignored. */
const tapWhenReplaced = (css: string) => `
window.wasTaken = null;
{
  const first = document.querySelector(${JSON.stringify(css)});
  new MutationObserver((_, observer) => {
    const now = document.querySelector(${JSON.stringify(css)});
    if (now === null || now === first) return;
    observer.disconnect();
    window.wasTaken = now.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, detail: 1 }));
  }).observe(document.body, { childList: true, subtree: true });
}
`;

/** Script: taps Match, and the first article as soon as it is shown, as a finger does that taps twice. */
const TAP_MATCH_TWICE = `
window.wasTaken = null;
{
  const match = [...document.querySelectorAll(".verdict button")].find((one) => one.innerText === "Match");
  const { x, y } = match.getBoundingClientRect();
  const click = () => new MouseEvent("click", { bubbles: true, cancelable: true, detail: 1, clientX: x, clientY: y });
  const first = click();
  new MutationObserver((_, observer) => {
    const article = document.querySelector(".choices button");
    if (article === null) return;
    observer.disconnect();
    // A busy page handles it later.
    const second = Object.defineProperty(click(), "timeStamp", { value: first.timeStamp + 200 });
    window.wasTaken = article.dispatchEvent(second);
  }).observe(document.body, { childList: true, subtree: true });
  match.dispatchEvent(first);
}
`;

/** Script: discards the only code of Not sent yet, leaves the screen, and taps a list of the count 300 ms after. */
const TAP_AFTER_DISCARD = (hash: string) => `
window.wasTaken = null;
{
  const click = () => new MouseEvent("click", { bubbles: true, cancelable: true, detail: 1 });
  const whenMatched = (css, isThere, then) => {
    const look = () => (document.querySelector(css) !== null) === isThere;
    if (look()) return then();
    new MutationObserver((_, observer) => {
      if (!look()) return;
      observer.disconnect();
      then();
    }).observe(document.body, { childList: true, subtree: true });
  };
  const discard = click();
  whenMatched(".cards .action-grid", false, () => {
    location.hash = ${JSON.stringify(hash)};
    whenMatched(".count-lists .toggle button:last-child", true, () => {
      const later = Object.defineProperty(click(), "timeStamp", { value: discard.timeStamp + 300 });
      window.wasTaken = document.querySelector(".count-lists .toggle button:last-child").dispatchEvent(later);
    });
  });
  document.querySelector(".cards .action-grid :nth-child(2)").dispatchEvent(discard);
}
`;

const CODES = `[...document.querySelectorAll(".list li small")].map((one) => one.innerText.split(" ")[0])`;

/** The codes of the rows, as soon as there are several. */
async function readCodes(terminal: Terminal): Promise<readonly string[]> {
  await terminal.until(`${CODES}.length > 1`);
  return (await terminal.evaluate(CODES)) as string[];
}

describe.each(OLDEST)("rows that move under the finger in %s", (browser) => {
  test("Match and Pick from list keep their rows while a sync brings other names", async () => {
    const { server, terminal, stocktake, go } = await startCount({ browser });
    const rename = async (code: string, name: string) => {
      const { oid } = (await stocktake.readItem(code)).article;
      expect((await server.manager.put(`/api/articles/${oid}`, { name })).status).toBe(200);
      await terminal.evaluate("void window.dispatchEvent(new Event('online'))");
      await terminal.until(
        `(${STORED_DATA}).then((all) => JSON.stringify(JSON.parse(all).items).includes("${name}"))`,
      );
    };
    await go(`/${stocktake.rooms[0].oid}/pick`);
    const listed = await readCodes(terminal);
    const [first = "", second = ""] = listed;
    await rename(first, "Zzz");
    // By then the list could have been read again.
    await rename(first, "Zzzz");
    await expect.poll(() => readCodes(terminal)).toEqual(listed);
    await go(`/${stocktake.rooms[0].oid}`);
    await terminal.scan("OLD-90");
    await terminal.see(/Unknown .*What is it/);
    await terminal.tap("Match");
    const [aimedAt] = await readCodes(terminal);
    expect(aimedAt).toBe(second);
    await rename(second, "Zzzzz");
    // By then the list could have been read again.
    await terminal.scan("OLD-91");
    await terminal.see("no article has OLD-91");
    await terminal.tap({ css: ".choices li:first-child button" });
    await terminal.see("1 of");
    await waitUntilSent(terminal);
    expect((await stocktake.readItem(second)).inventoryQuantity).toBe(1);
  });

  test("a second tap at the place of Match counts no article", async () => {
    const { terminal } = await startCount({ browser });
    await terminal.scan("OLD-92");
    await terminal.see(/Unknown .*What is it/);
    await terminal.evaluate(TAP_MATCH_TWICE);
    await terminal.until("window.wasTaken !== null");
    await expect.poll(() => terminal.evaluate("window.wasTaken")).toBe(false);
    await terminal.see("What is OLD-92?");
  });

  test("a tap on a result that has just replaced another one counts no article", async () => {
    const { terminal, stocktake } = await startCount({ browser });
    const { single, several } = stocktake.rooms[0];
    await terminal.scan("OLD-93");
    await terminal.see(/Unknown .*What is it/);
    await terminal.tap("Match");
    await terminal.see("What is OLD-93?");
    const search = (text: string) =>
      terminal.evaluate(`void (() => {
        const field = document.querySelector("input[type=search]");
        field.value = ${JSON.stringify(text)};
        field.dispatchEvent(new Event("input", { bubbles: true }));
      })()`);
    await search(single.article.code);
    await terminal.until(`${CODES}.join().startsWith(${JSON.stringify(single.article.code)})`);
    await terminal.evaluate(tapWhenReplaced(".choices button"));
    await search(several.article.code);
    await terminal.until("window.wasTaken !== null");
    await expect.poll(() => terminal.evaluate("window.wasTaken")).toBe(false);
    await terminal.see("What is OLD-93?");
  });

  test("a tap on a row of Still to count that has just moved up opens no item", async () => {
    const { terminal, warehouse, inventory } = await openWarehouseCount({ browser });
    await terminal.tap("Still to count");
    const [first = ""] = await readCodes(terminal);
    await terminal.evaluate(tapWhenReplaced(".count-lists .list a"));
    await warehouse.count(inventory, first, {
      inventoryQuantity: 1,
      inventoryLocationId: warehouse.at("A-01"),
    });
    await terminal.until("window.wasTaken !== null");
    await expect.poll(() => terminal.evaluate("window.wasTaken")).toBe(false);
  });

  test("a tap on an unknown code that has just moved up does not discard it", async () => {
    const { server, terminal } = await startCount({ browser });
    for (const code of ["OLD-94", "OLD-95"]) {
      await terminal.scan(code);
      await terminal.see(code);
    }
    await terminal.open(`${server.url}/#/unsent`);
    await terminal.see(/OLD-94.*OLD-95/);
    await waitUntilSent(terminal);
    const discard = ".cards .action-grid :nth-child(2)";
    await terminal.evaluate(tapWhenReplaced(discard));
    await terminal.tap({ css: discard });
    await terminal.until("window.wasTaken !== null");
    await expect.poll(() => terminal.evaluate("window.wasTaken")).toBe(false);
    await terminal.see("OLD-95");
  });

  test("a tap on the count is taken, although rows of another screen have just moved", async () => {
    const { server, terminal } = await startCount({ browser });
    await terminal.scan("OLD-96");
    await terminal.see("OLD-96");
    await waitUntilSent(terminal);
    const count = String(await terminal.evaluate("location.hash"));
    await terminal.open(`${server.url}/#/unsent`);
    await terminal.see(/OLD-96.*Match.*Discard/);
    await terminal.evaluate(TAP_AFTER_DISCARD(count));
    await terminal.until("window.wasTaken !== null");
    await expect.poll(() => terminal.evaluate("window.wasTaken")).toBe(true);
    await terminal.until(
      "document.querySelector('.count-lists .toggle button:last-child[aria-pressed=true]') !== null",
    );
  });
});
