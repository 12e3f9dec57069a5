import { describe, expect, test } from "vitest";
import { OLDEST } from "../../harness/handheld.ts";
import { poorTargets } from "../screen.ts";
import { type AtPlace, atPlace } from "./together.ts";

type Step = (at: AtPlace) => Promise<void>;

const scanned =
  (code: (at: AtPlace) => string, seen: RegExp): Step =>
  async (at) => {
    await at.go(`/${at.stocktake.rooms[0].oid}`);
    await at.handheld.until("document.querySelector('.verdict') !== null");
    await at.handheld.scan(code(at));
    await at.handheld.until(`${seen}.test(document.querySelector('.verdict').innerText)`);
    await at.handheld.until("document.querySelectorAll('.list li').length > 0");
  };

const here = ({ stocktake }: AtPlace) => stocktake.rooms[0];
const sheet =
  (rest: (at: AtPlace) => string): Step =>
  async (at) => {
    await at.go(rest(at));
    await at.handheld.until(`location.hash === ${JSON.stringify(`#/count/${at.stocktake.oid}${rest(at)}`)}`);
  };

/** Every screen and sheet, in the order in which one leads to the next. */
const SCREENS: readonly (readonly [string, Step])[] = [
  [
    "inventories",
    async ({ handheld, box }) => {
      await handheld.open(`${box.url}/#/count`);
      await handheld.until("document.querySelectorAll('.list li').length > 3");
    },
  ],
  [
    "places",
    async ({ go, handheld }) => {
      await go("");
      await handheld.until("document.querySelectorAll('.list li').length > 3");
    },
  ],
  ["ready", sheet((at) => `/${here(at).oid}`)],
  ["counted", scanned((at) => here(at).single.article.code, /1 (of|z) 1/)],
  ["again", scanned((at) => here(at).single.article.code, /Uma/)],
  ["elsewhere", scanned((at) => at.stocktake.rooms[1].single.article.code, /Belongs|Patří/)],
  ["unknown", scanned(() => "NOBODY-7", /NOBODY-7/)],
  [
    "camera",
    async ({ handheld }) => {
      await handheld.tap(/^(Camera|Kamera)$/);
      await handheld.until("document.querySelector('.camera') !== null");
    },
  ],
  [
    "asked",
    async (at) => {
      const { several } = here(at);
      const both = await at.box.as("both");
      await both.put("/api/inventories/items/update", {
        oid: several.oid,
        inventoryQuantity: several.quantity,
      });
      await at.handheld.open(`${at.box.url}/#/count`);
      await at.handheld.see(at.stocktake.name);
      await at.handheld.until(
        `new Promise((resolve) => {
          const opening = indexedDB.open("tallybox");
          opening.onsuccess = () => {
            const db = opening.result;
            const request = db.transaction("items").objectStore("items").get([${at.stocktake.oid}, ${several.oid}]);
            request.onsuccess = () => { db.close(); resolve(request.result.inventoryQuantity === ${several.quantity}); };
          };
        })`,
      );
      await scanned(() => several.article.code, /Bo Cerny/)(at);
    },
  ],
  [
    "replace",
    async ({ handheld }) => {
      await handheld.tap(/^(Set quantity|Zadat počet)$/);
      await handheld.until("document.querySelector('.number-pad') !== null");
    },
  ],
  [
    "missing",
    async ({ handheld }) => {
      await handheld.back();
      await handheld.tap(/^(Still to count|Zbývá)$/);
      await handheld.until("document.querySelectorAll('.list li, .count-lists > .quiet').length > 0");
    },
  ],
  [
    "entry",
    async ({ handheld }) => {
      await handheld.tap(/^(Recent|Poslední)$/);
      await handheld.tap({ css: ".list li:nth-child(2) a" });
      await handheld.until("document.querySelector('.facts') !== null");
    },
  ],
  [
    "item",
    async (at) => {
      const { several } = here(at);
      await sheet((one) => `/${here(one).oid}/item/${several.article.oid}/i${several.oid}`)(at);
      await at.handheld.until("document.querySelector('.number-pad') !== null");
    },
  ],
  ["pick", sheet((at) => `/${here(at).oid}/pick`)],
  [
    "state",
    async ({ go, handheld }) => {
      await go("/state");
      await handheld.until("document.querySelectorAll('.figures-table tr').length > 3");
    },
  ],
  [
    "finish",
    async ({ go, handheld }) => {
      await go("/finish");
      await handheld.until("document.querySelectorAll('.figures-table tr').length > 3");
    },
  ],
  [
    "unsent",
    async ({ handheld, box }) => {
      await handheld.open(`${box.url}/#/unsent`);
      await handheld.until("document.querySelectorAll('.cards li').length > 1");
    },
  ],
];

const NARROW = "document.documentElement.scrollWidth > innerWidth";

describe.each(OLDEST)("the counting screens in %s", (browser) => {
  test.each([
    ["en", "light", 360],
    ["cs", "dark", 320],
  ] as const)("are whole and readable in %s, %s, %s px wide", async (language, theme, width) => {
    const at = await atPlace({ browser, language, theme, width });
    for (const [name, show] of SCREENS) {
      await show(at);
      await at.handheld.screenshot(`${name}-${browser}-${language}-${theme}`);
      expect.soft(await at.handheld.axe(), name).toEqual([]);
      expect.soft(await at.handheld.evaluate(NARROW), `${name} is too wide`).toBe(false);
      expect.soft(await clipped(at), `${name} cuts words off`).toEqual([]);
      expect.soft(await poorTargets(at.handheld), `${name} is hard to hit`).toEqual([]);
    }
  });
});

/** Buttons whose words do not fit into them. */
async function clipped({ handheld }: AtPlace): Promise<unknown> {
  return handheld.evaluate(
    `[...document.querySelectorAll("button, .button, .tabs a")].filter((one) => one.scrollWidth > one.clientWidth + 1).map((one) => one.innerText)`,
  );
}
