import { expect, test } from "vitest";
import { OLDEST } from "../../harness/terminal.ts";
import { openWarehouseCount } from "./warehouse-count.ts";

/** Expression: the id of the tab that sends. */
const SENDING_TAB = `new Promise((resolve) => {
  const opening = indexedDB.open("tallybox");
  opening.onsuccess = () => {
    const request = opening.result.transaction("values").objectStore("values").get("lease");
    request.onsuccess = () => { opening.result.close(); resolve(request.result && request.result.tab); };
  };
})`;
const OWN_ID = "sessionStorage.getItem('tab')";

test.each(OLDEST)("another tab sends once the lease of a closed tab has expired, in %s", async (browser) => {
  const { terminal, server, warehouse, inventory, counted } = await openWarehouseCount({ browser });
  await terminal.until(`${SENDING_TAB}.then((tab) => tab === ${OWN_ID})`);
  const first = await terminal.evaluate(OWN_ID);
  const other = await terminal.newTab();
  // A hidden tab takes the lease only after it has expired.
  await other.beforeLoad("Object.defineProperty(document, 'visibilityState', { get: () => 'hidden' })");
  await other.open(`${server.url}/#/count/${inventory}/${warehouse.at("A-01")}`);
  await other.see("Ready to scan");
  expect(await other.evaluate(SENDING_TAB)).toBe(first);
  await terminal.open("about:blank");
  await other.scan("PLAIN-1");
  await other.see("1 of 1");
  await other.see("All sent");
  expect(await counted("PLAIN-1")).toBe(1);
  expect(await other.evaluate(`${SENDING_TAB}.then((tab) => tab === ${OWN_ID})`)).toBe(true);
});
