import type { Terminal } from "../../harness/terminal.ts";
import { type CountSetup, loadChanges, startCount } from "../count/count-page.ts";
import { GTIN } from "./tag-numbers.ts";

/** A terminal that shows a count, with an RFID reader set up. */
export async function startTags(options: Parameters<typeof startCount>[0]): Promise<CountSetup> {
  const setup = await startCount(options);
  await setup.terminal.open(`${setup.server.url}/#/tags/settings`);
  await setup.terminal.tap("This device reads RFID tags");
  await setup.terminal.see("Pull the trigger at a tag");
  return setup;
}

/** The same with an article of several pieces at the first location, without a serial number, whose tags have its GTIN. */
export async function startSeveral(options: Parameters<typeof startCount>[0]) {
  const setup = await startTags(options);
  const { server, terminal, stocktake } = setup;
  const { several } = stocktake.rooms[0];
  await server.manager.put(`/api/articles/${several.article.oid}`, { serialNumber: null });
  const { status } = await server.manager.post(`/api/articles/${several.article.oid}/codes`, { code: GTIN });
  if (status !== 201) throw new Error("the GTIN was not added");
  await loadChanges(terminal, `(01)${GTIN}`);
  const quantity = async () => (await stocktake.readItem(several.article.code)).inventoryQuantity;
  return { ...setup, several, quantity };
}

/** Sets the RFID property of an article, and waits until the terminal knows it. */
export async function giveTag({ server, terminal }: CountSetup, oid: number, rfId: string): Promise<void> {
  const { status } = await server.manager.put(`/api/articles/${oid}`, { rfId });
  if (status !== 200) throw new Error(`the tag ${rfId} was not set`);
  await loadChanges(terminal, rfId);
}

/** Opens the screen that reads tags at a location, when the device has these texts stored. */
export async function openTags(
  { server, terminal, stocktake }: Pick<CountSetup, "server" | "terminal" | "stocktake">,
  placeId = stocktake.rooms[0].oid,
): Promise<void> {
  await terminal.open(`${server.url}/#/tags/count/${stocktake.oid}/${placeId}`);
  await terminal.until("document.querySelector('[data-counted]') !== null");
}

/** Waits until this many tags are counted and none is being saved. */
export const waitForCounted = (terminal: Pick<Terminal, "until">, count: number) =>
  terminal.until(
    `(document.querySelector('[data-counted="${count}"]') !== null && !/being saved/.test(document.body.innerText))`,
  );

/** The text of a group; null: it has no tags. */
export const groupText = (terminal: Terminal, group: string): Promise<unknown> =>
  terminal.evaluate(`(document.querySelector('[data-group="${group}"]') || {}).innerText || null`);
