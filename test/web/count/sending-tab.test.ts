import { expect, test } from "vitest";
import { OLDEST } from "../../harness/terminal.ts";
import { storedValue } from "../stored-records.ts";
import { openWarehouseCount } from "./warehouse-count.ts";

/** Expression: the id of the tab that sends, and the end of its lease. */
const LEASE = `${storedValue("lease")}.then((lease = {}) => lease)`;
const SENDING_TAB = `${LEASE}.then(({ tab }) => tab)`;
const OWN_ID = "sessionStorage.getItem('tab')";
const LEASE_MS = 6000;

test.each(OLDEST)("another tab sends once the lease of a closed tab has expired, in %s", async (browser) => {
  const { terminal, server, warehouse, inventory, counted } = await openWarehouseCount({ browser });
  // The clock of the tabs stands still, so that a slow machine does not let a lease expire.
  const now = Date.now();
  const clock = `window.ahead = 0; Date.now = () => ${now} + window.ahead;`;
  await terminal.beforeLoad(clock);
  await terminal.reload();
  await terminal.until(`${LEASE}.then(({ tab, until }) => tab === ${OWN_ID} && until === ${now + LEASE_MS})`);
  const first = await terminal.evaluate(OWN_ID);
  const other = await terminal.newTab();
  await other.beforeLoad(clock);
  // A hidden tab takes the lease only after it has expired.
  await other.beforeLoad("Object.defineProperty(document, 'visibilityState', { get: () => 'hidden' })");
  await other.open(`${server.url}/#/count/${inventory}/${warehouse.at("A-01")}`);
  await other.see("Ready to scan");
  await terminal.open("about:blank");
  await other.scan("PLAIN-1");
  await other.see("1 of 1");
  await other.see("1 not sent yet");
  await expect.poll(() => other.evaluate(SENDING_TAB)).toBe(first);
  await other.evaluate(`void (window.ahead = ${LEASE_MS})`);
  await other.see("All sent");
  expect(await counted("PLAIN-1")).toBe(1);
  await expect.poll(() => other.evaluate(`${SENDING_TAB}.then((tab) => tab === ${OWN_ID})`)).toBe(true);
});
