import { describe, expect, test } from "vitest";
import { OLDEST } from "../../harness/terminal.ts";
import { inStore } from "../stored-records.ts";
import { expectReadable } from "../touch-targets.ts";
import { type CountSetup, HAS_ITEMS, STORED_DATA, startCount } from "./count-page.ts";

type Step = (at: CountSetup) => Promise<void>;

const scanned =
  (code: (at: CountSetup) => string, seen: RegExp): Step =>
  async (at) => {
    await at.go(`/${at.stocktake.rooms[0].oid}`);
    await at.terminal.until("document.querySelector('.verdict') !== null");
    await at.terminal.scan(code(at));
    await at.terminal.until(`${seen}.test(document.querySelector('.verdict').innerText)`);
    await at.terminal.until("document.querySelectorAll('.list li').length > 0");
  };

const here = ({ stocktake }: CountSetup) => stocktake.rooms[0];
const itemPath = (at: CountSetup) => {
  const { several } = here(at);
  return `${several.article.oid}/i${several.oid}`;
};
/** Opens a screen, which is complete once the expression is true. */
const sheet =
  (rest: (at: CountSetup) => string, isComplete: string): Step =>
  async (at) => {
    await at.go(rest(at));
    await at.terminal.until(`location.hash === ${JSON.stringify(`#/count/${at.stocktake.oid}${rest(at)}`)}`);
    await at.terminal.until(isComplete);
  };
const HAS_PAD = "document.querySelector('.number-pad') !== null";

/** Every screen and sheet. Each step depends on those before it. */
const SCREENS: readonly (readonly [string, Step])[] = [
  [
    "inventories",
    async ({ terminal, server }) => {
      await terminal.open(`${server.url}/#/count`);
      await terminal.until("document.querySelectorAll('.list li').length > 3");
    },
  ],
  [
    "places",
    async ({ go, terminal }) => {
      await go("");
      await terminal.until("document.querySelectorAll('.list li').length > 3");
    },
  ],
  ["ready", sheet((at) => `/${here(at).oid}`, HAS_ITEMS)],
  ["counted", scanned((at) => here(at).single.article.code, /1 (of|z) 1/)],
  ["again", scanned((at) => here(at).single.article.code, /Uma/)],
  ["elsewhere", scanned((at) => at.stocktake.rooms[1].single.article.code, /Belongs|Patří/)],
  ["unknown", scanned(() => "NOBODY-7", /NOBODY-7/)],
  [
    "code-quantity",
    async ({ terminal }) => {
      await terminal.tap(/^(Quantity|Množství)$/);
      await terminal.until(
        "location.hash.includes('/quantity/') && document.querySelector('.number-pad') !== null",
      );
    },
  ],
  [
    "camera",
    async ({ terminal }) => {
      await terminal.back();
      await terminal.tap(/^(Camera|Kamera)$/);
      await terminal.until("document.querySelector('.camera') !== null");
    },
  ],
  [
    "asked",
    async (at) => {
      const { several } = here(at);
      const both = await at.server.as("both");
      await both.put("/api/inventories/items/update", {
        oid: several.oid,
        inventoryQuantity: several.quantity,
      });
      await at.terminal.open(`${at.server.url}/#/count`);
      await at.terminal.see(at.stocktake.name);
      await at.terminal.until(
        `${inStore("items", `store.get([${at.stocktake.oid}, ${several.oid}])`)}
          .then(({ inventoryQuantity }) => inventoryQuantity === ${several.quantity})`,
      );
      await scanned(() => several.article.code, /Bo Cerny/)(at);
    },
  ],
  [
    "replace",
    async ({ terminal }) => {
      await terminal.tap(/^(Set quantity|Zadat počet)$/);
      await terminal.until("document.querySelector('.number-pad') !== null");
    },
  ],
  [
    "missing",
    async ({ terminal }) => {
      await terminal.back();
      await terminal.tap(/^(Still to count|Zbývá)$/);
      await terminal.until(
        "document.querySelector('.toggle button:nth-child(2)[aria-pressed=true]') !== null && document.querySelectorAll('.list li, .count-lists > .muted').length > 0",
      );
    },
  ],
  [
    "entry",
    async ({ terminal }) => {
      await terminal.tap(/^(Recent|Poslední)$/);
      await terminal.tap({ css: ".list li:nth-child(2) a" });
      await terminal.until("document.querySelector('.facts') !== null");
    },
  ],
  ["item", sheet((at) => `/${here(at).oid}/item/${itemPath(at)}`, HAS_PAD)],
  [
    "note",
    sheet((at) => `/${here(at).oid}/note/${itemPath(at)}`, "document.activeElement.tagName === 'TEXTAREA'"),
  ],
  [
    "details",
    sheet(
      (at) => `/${here(at).oid}/details/${itemPath(at)}`,
      "document.querySelector('.number-pad, main details[open]') === null && document.querySelector('main textarea') !== null",
    ),
  ],
  ["multiply", sheet((at) => `/${here(at).oid}/multiply`, HAS_PAD)],
  [
    "choose",
    async (at) => {
      const { terminal, server, stocktake } = at;
      for (const { single } of stocktake.rooms.slice(0, 2)) {
        const { oid } = single.article;
        await server.manager.put(`/api/articles/${oid}`, { oid, rfId: "SHARED" });
      }
      await terminal.reload();
      await terminal.until(`${STORED_DATA}.then((all) => all.split("SHARED").length === 3)`);
      await scanned(() => "SHARED", /SHARED/)(at);
      await terminal.tap(/^(Choose the article|Vybrat artikl)$/);
      await terminal.until(
        "location.hash.endsWith('/choose') && document.querySelectorAll('.list button').length === 2",
      );
    },
  ],
  ["pick", sheet((at) => `/${here(at).oid}/pick`, "document.querySelector('main input') !== null")],
  [
    "state",
    async ({ go, terminal }) => {
      await go("/state");
      await terminal.until("document.querySelectorAll('.figures-table tr').length > 3");
    },
  ],
  [
    "finish",
    async ({ go, terminal }) => {
      await go("/finish");
      await terminal.until("document.querySelectorAll('.figures-table tr').length > 3");
    },
  ],
  [
    "found",
    async (at) => {
      await scanned(() => "NOBODY-8", /NOBODY-8/)(at);
      await at.terminal.tap(/^(Match|Přiřadit)$/);
      await at.terminal.until(
        "location.hash.includes('/found/') && document.querySelector('main input') !== null",
      );
    },
  ],
  [
    "unsent",
    async ({ terminal, server }) => {
      await terminal.open(`${server.url}/#/unsent`);
      await terminal.until("document.querySelectorAll('.cards li').length > 1");
    },
  ],
];

describe.each(OLDEST)("the counting screens in %s", (browser) => {
  test.each([
    ["en", "light", 360],
    ["cs", "dark", 320],
  ] as const)(
    "they have no accessibility errors, cut words or small targets in %s, %s, %s px wide",
    async (language, theme, width) => {
      const at = await startCount({ browser, language, theme, width });
      for (const [name, show] of SCREENS) {
        await show(at);
        await expectReadable(at.terminal, name, `${name}-${browser}-${language}-${theme}`);
        await expect.poll(async () => [name, await findClippedButtons(at)]).toEqual([name, []]);
      }
    },
  );
});

/** Finds buttons whose text does not fit. */
async function findClippedButtons({ terminal }: CountSetup): Promise<unknown> {
  return terminal.evaluate(
    `[...document.querySelectorAll("button, .button_button, .tabs a")].filter((one) => one.scrollWidth > one.clientWidth + 1).map((one) => one.innerText)`,
  );
}
