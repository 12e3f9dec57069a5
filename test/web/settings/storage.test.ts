import { describe, test } from "vitest";
import { startServer } from "../../harness/server.ts";
import { OLDEST, openTerminal } from "../../harness/terminal.ts";

describe.each(OLDEST)("the storage screen in %s", (browser) => {
  test("shows whether the browser has promised to keep the data", async () => {
    const server = await startServer();
    const terminal = await openTerminal({ browser });
    await terminal.beforeLoad(
      "StorageManager.prototype.persist = async () => sessionStorage.getItem('isPersistent') === 'true';",
    );
    await terminal.open(`${server.url}/#/settings/storage`);
    await terminal.see("The browser may clear what is stored here when the device runs out of space.");
    await terminal.see(/\d MB used of [\d,]+ MB/);
    await terminal.evaluate("void sessionStorage.setItem('isPersistent', 'true')");
    await terminal.reload();
    await terminal.see("The browser has promised to keep what is stored here.");
    await terminal.see(/\d MB used of [\d,]+ MB/);
  });

  test("shows over plain HTTP that the browser cannot be asked", async () => {
    const server = await startServer();
    const terminal = await openTerminal({ browser, secure: false });
    await terminal.open(`${server.url}/#/settings/storage`);
    await terminal.see("Over plain HTTP the browser cannot be asked");
  });
});
