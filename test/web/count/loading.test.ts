import { describe, expect, test } from "vitest";
import { aBox } from "../../harness/box.ts";
import { aHandheld, type BROWSERS, OLDEST } from "../../harness/handheld.ts";
import { atWork } from "../access/together.ts";
import { aStocktake, hasArticles } from "./together.ts";

/** Holds the answers of requests to these paths until `release()`. */
const holding = (paths: RegExp) => `{
  const real = window.fetch;
  let release;
  const isReleased = new Promise((resolve) => (release = resolve));
  window.release = () => release();
  window.fetch = (path, ...more) =>
    ${paths}.test(String(path)) ? isReleased.then(() => real(path, ...more)) : real(path, ...more);
}`;

/** Somebody at a terminal whose stocktake's items do not arrive. */
async function atHeld(browser: (typeof BROWSERS)[number]) {
  const box = await aBox();
  const stocktake = await aStocktake(box);
  const handheld = await aHandheld({ browser });
  await handheld.beforeLoad(holding(/\/api\/inventories\/\d+\/items\?since=/));
  await atWork(handheld, box, "user");
  await hasArticles(handheld);
  await handheld.see(stocktake.name);
  const go = (rest: string) => handheld.open(`${box.url}/#/count/${stocktake.oid}${rest}`);
  const isAt = (oid: number) => handheld.until(`location.hash === "#/count/${stocktake.oid}/${oid}"`);
  const release = () => handheld.evaluate("void window.release()");
  return { box, stocktake, handheld, go, isAt, release };
}

describe.each(OLDEST)("a label scanned while the stocktake is loading in %s", (browser) => {
  test("is remembered where a location is chosen, and opens its location when loading ends", async () => {
    const { stocktake, handheld, go, isAt, release } = await atHeld(browser);
    const [room] = stocktake.rooms;
    await go("");
    await handheld.see("Progress");
    await handheld.scan(room.code);
    await handheld.see(`${room.name} opens when loading is done.`);
    await handheld.seesNot("is not counted in this stocktake");
    await handheld.scan(room.single.article.code);
    await handheld.see(`NOT counted: ${room.single.article.code}. The stocktake is still loading.`);
    await release();
    await isAt(room.oid);
    await handheld.see(/[\d]+\/[1-9]/);
    // What was said not to be counted is not counted later either.
    expect((await stocktake.told(room.single.article.code)).inventoryQuantity).toBe(null);
  });

  test("is remembered on a counting screen, and switches the location when loading ends", async () => {
    const { stocktake, handheld, go, isAt, release } = await atHeld(browser);
    const [first, second] = stocktake.rooms;
    await go(`/${first.oid}`);
    await handheld.see("Ready to scan");
    await handheld.scan(first.single.article.code);
    await handheld.see("NOT counted: this stocktake is not on the device yet.");
    await handheld.scan(second.code);
    await handheld.see(`Opens when loading is done ${second.name}`);
    // What is scanned after the label does not take its place.
    await handheld.scan(second.single.article.code);
    await handheld.see("NOT counted: this stocktake is not on the device yet.");
    await release();
    await isAt(second.oid);
    await handheld.see(`Now counting at ${second.name}`);
    await handheld.scan(second.single.article.code);
    await handheld.see("1 of 1");
  });

  test("is remembered in the list of stocktakes while the locations are not there yet", async () => {
    const box = await aBox();
    const stocktake = await aStocktake(box);
    const handheld = await aHandheld({ browser });
    await handheld.beforeLoad(holding(/\/api\/locations/));
    await atWork(handheld, box, "user");
    await handheld.see(stocktake.name);
    const [room] = stocktake.rooms;
    await handheld.scan(room.code);
    await handheld.see(`NOT counted: ${room.code}. Locations are still loading.`);
    await handheld.scan("NOBODY-5");
    await handheld.see("NOT counted: NOBODY-5. Locations are still loading.");
    await handheld.evaluate("void window.release()");
    await handheld.until(`location.hash === "#/count/${stocktake.oid}/${room.oid}"`);
  });
});
