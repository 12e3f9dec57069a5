import { expect, test } from "vitest";
import { OLDEST } from "../../harness/terminal.ts";
import { atShelf } from "./warehouse.ts";

/** The name of the tab that sends. */
const SENDING_TAB = `new Promise((resolve) => {
  const opening = indexedDB.open("tallybox");
  opening.onsuccess = () => {
    const request = opening.result.transaction("values").objectStore("values").get("lease");
    request.onsuccess = () => { opening.result.close(); resolve(request.result && request.result.tab); };
  };
})`;
const OWN_NAME = "sessionStorage.getItem('tab')";

test.each(OLDEST)(
  "a tab that is gone without a word stops sending for all when its lease runs out, in %s",
  async (browser) => {
    const { terminal, server, house, inventory, counted } = await atShelf({ browser });
    await terminal.until(`${SENDING_TAB}.then((tab) => tab === ${OWN_NAME})`);
    const first = await terminal.evaluate(OWN_NAME);
    const other = await terminal.newTab();
    // One that nobody sees takes the lease from no other tab before it has run out.
    await other.beforeLoad("Object.defineProperty(document, 'visibilityState', { get: () => 'hidden' })");
    await other.open(`${server.url}/#/count/${inventory}/${house.at("A-01")}`);
    await other.see("Ready to scan");
    expect(await other.evaluate(SENDING_TAB)).toBe(first);
    await terminal.open("about:blank");
    await other.scan("PLAIN-1");
    await other.see("1 of 1");
    await other.see("All sent");
    expect(await counted("PLAIN-1")).toBe(1);
    expect(await other.evaluate(`${SENDING_TAB}.then((tab) => tab === ${OWN_NAME})`)).toBe(true);
  },
);
