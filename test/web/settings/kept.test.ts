import { describe, test } from "vitest";
import { startServer } from "../../harness/server.ts";
import { OLDEST, openTerminal } from "../../harness/terminal.ts";

describe.each(OLDEST)("what is kept in %s", (browser) => {
  test.each([
    [true, "The browser has promised to keep what is stored here."],
    [false, "The browser may clear what is stored here when the device runs out of space."],
  ])("is as safe as the browser says when it is asked (%s)", async (answer, words) => {
    const server = await startServer();
    const terminal = await openTerminal({ browser });
    await terminal.beforeLoad(`StorageManager.prototype.persist = async () => ${answer};`);
    await terminal.open(`${server.url}/#/settings/storage`);
    await terminal.see(words);
    await terminal.see(/\d MB used of [\d,]+ MB/);
  });

  test("is not promised over plain HTTP, where nobody can ask", async () => {
    const server = await startServer();
    const terminal = await openTerminal({ browser, secure: false });
    await terminal.open(`${server.url}/#/settings/storage`);
    await terminal.see("Over plain HTTP the browser cannot be asked");
  });
});
