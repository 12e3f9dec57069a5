import { describe, expect, test } from "vitest";
import { startServer, type TestServer } from "../../harness/server.ts";
import { OLDEST } from "../../harness/terminal.ts";
import { revokeDevices } from "../access/log-in.ts";
import { backupOf, becomeAnotherInstallation } from "../core/restored-count.ts";
import { STORED_DATA } from "../count/count-page.ts";
import { openKiosk } from "./open-kiosk.ts";

/** Another server has another history, too. */
async function replace(server: TestServer): Promise<void> {
  await backupOf(server)();
  await becomeAnotherInstallation(server);
}

/** Expression: how many hand-overs the terminal has recorded. */
const RECORDED = `(${STORED_DATA}).then((all) => JSON.parse(all).errands.length)`;

describe.each(OLDEST)("the kiosk records nothing in %s", (browser) => {
  test.each([
    ["the pairing was revoked", revokeDevices],
    ["another installation has the address", replace],
  ])("where %s", async (_, change) => {
    const server = await startServer();
    const terminal = await openKiosk(server, browser);
    await terminal.scan("BADGE-UMA");
    await terminal.see("Uma Svoboda: scan an article");
    await change(server);
    await terminal.offline(true);
    await terminal.offline(false);
    await terminal.evaluate("void window.dispatchEvent(new Event('online'))");
    await terminal.seesNot("Uma Svoboda: scan an article");
    await terminal.screenshot(`kiosk-paused-${browser}`);
    await terminal.scan("A000010");
    // The screen of a revoked pairing, or the lock screen, covers that of the kiosk as soon as the terminal learns of it.
    await terminal.see(/A000010|no longer paired|This screen does not accept scans/);
    await expect.poll(() => terminal.evaluate(RECORDED)).toBe(0);
  });
});
