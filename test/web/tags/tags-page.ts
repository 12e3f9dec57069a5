import type { TestServer } from "../../harness/server.ts";
import type { Terminal } from "../../harness/terminal.ts";
import { type CountSetup, startCount } from "../count/count-page.ts";

/** A terminal that shows a count, with an RFID reader set up. */
export async function startTags(options: Parameters<typeof startCount>[0]): Promise<CountSetup> {
  const setup = await startCount(options);
  await setup.terminal.open(`${setup.server.url}/#/tags/settings`);
  await setup.terminal.tap("This device reads RFID tags");
  await setup.terminal.see("Pull the trigger at a tag");
  return setup;
}

/** Gives an article a GTIN or another code, and no serial number. */
export async function giveCode(
  server: TestServer,
  oid: number,
  code: string,
  serialNumber: string | null = null,
) {
  const manager = await server.as("manager");
  await manager.put(`/api/articles/${oid}`, { serialNumber });
  const { status } = await manager.post(`/api/articles/${oid}/codes`, { code });
  if (status !== 201) throw new Error(`the code ${code} was not added`);
}

/** Sets the RFID property of an article. */
export async function giveTag(server: TestServer, oid: number, rfId: string): Promise<void> {
  const { status } = await (await server.as("manager")).put(`/api/articles/${oid}`, { rfId });
  if (status !== 200) throw new Error(`the tag ${rfId} was not set`);
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
