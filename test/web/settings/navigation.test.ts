import { describe, test } from "vitest";
import { startServer } from "../../harness/server.ts";
import { OLDEST, openTerminal } from "../../harness/terminal.ts";
import { logInTerminal } from "../access/log-in.ts";
import { startCount } from "../count/count-page.ts";
import { holdRequests } from "../held-requests.ts";

const shows = (title: string) => `(document.querySelector("main h1") || {}).innerText === "${title}"`;

/** The texts of all screens but the first wait. */
const HOLD_TEXTS = holdRequests(/later-texts/);

describe.each(OLDEST)("in %s", (browser) => {
  test("Back on a screen that the page was opened with leads to the screen above it, and stays in the page", async () => {
    const server = await startServer();
    const terminal = await openTerminal({ browser });
    await logInTerminal(terminal, server, "user");
    for (const [path, parent] of [
      ["/settings/storage", "#/more"],
      ["/mine/transfers", "#/mine"],
    ] as const) {
      await terminal.open("about:blank");
      await terminal.open(`${server.url}/#${path}`);
      await terminal.until("document.querySelector('main h1') !== null");
      await terminal.tap("Back");
      await terminal.until(`location.hash === "${parent}"`);
    }
  });

  test("a scan on a sheet that the page was opened with leads to the count, and stays in the page", async () => {
    const { terminal, stocktake, go } = await startCount({ browser });
    const [room] = stocktake.rooms;
    await terminal.open("about:blank");
    await go(`/${room.oid}/pick`);
    await terminal.see("Pick from list");
    await terminal.scan(room.single.article.code);
    await terminal.until(`location.hash === "#/count/${stocktake.oid}/${room.oid}"`);
  });

  test("Back leads to the screen before, also after a reload", async () => {
    const server = await startServer();
    const terminal = await openTerminal({ browser });
    await logInTerminal(terminal, server, "user");
    await terminal.goTo("/find");
    await terminal.goTo("/settings/storage");
    await terminal.until(shows("Storage"));
    await terminal.reload();
    await terminal.until(shows("Storage"));
    await terminal.tap("Back");
    await terminal.until(shows("Find"));
  });

  test("the title of a screen has the focus where a key opened it; after a tap the scanner's field has it", async () => {
    const server = await startServer();
    const terminal = await openTerminal({ browser });
    await logInTerminal(terminal, server, "user");
    await terminal.evaluate("document.querySelector('nav a[href=\"#/find\"]').focus()");
    await terminal.press("Enter");
    await terminal.until(shows("Find"));
    await terminal.until("document.activeElement.tagName === 'H1'");
    await terminal.tap("More");
    await terminal.until(shows("More"));
    await terminal.until("document.activeElement.className === 'scan-field'");
  });

  test("the title of a screen that a key opened has the focus also where its part loads slowly", async () => {
    const server = await startServer();
    const terminal = await openTerminal({ browser, initScript: HOLD_TEXTS });
    await logInTerminal(terminal, server, "user", { language: "cs" });
    await terminal.evaluate("document.querySelector('nav a[href=\"#/find\"]').focus()");
    await terminal.press("Enter");
    await terminal.until("location.hash === '#/find'");
    await terminal.see("Načítám…");
    await terminal.evaluate("window.release()");
    await terminal.until(shows("Hledat"));
    await terminal.until("document.activeElement.tagName === 'H1'");
  });
});
