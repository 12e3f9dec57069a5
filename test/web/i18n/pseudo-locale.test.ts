import { describe, expect, test } from "vitest";
import { startServer, type TestServer } from "../../harness/server.ts";
import { openTerminal } from "../../harness/terminal.ts";
import { openTerminalAs } from "../beyond/open-terminal.ts";
import { openConsoleAs } from "../console/log-in.ts";
import { CLIPPED, PSEUDO, PSEUDO_SCRIPT, untranslated } from "./pseudo-locale.ts";

const TERMINAL_SCREENS = [
  "/count",
  "/find",
  "/article/5",
  "/article/5/move",
  "/article/5/dispose",
  "/article/5/print",
  "/location/2",
  "/mine",
  "/mine/transfers",
  "/mine/proposals",
  "/propose",
  "/more",
  "/unsent",
];
const CONSOLE_SCREENS = [
  "/overview",
  "/articles",
  "/articles/5",
  "/articles/new",
  "/locations",
  "/stocktakes",
  "/requests",
  "/printers",
  "/people",
  "/people/devices",
  "/lists",
  "/exchange",
  "/jobs",
  "/system",
  "/system/settings",
  "/system/audit",
  "/stocktakes/1",
  "/stocktakes/1/results",
];

/** The names that clients have without a response: of users, and in the event stream. */
async function knownNames(server: TestServer): Promise<string> {
  const manager = await server.as("admin");
  const paths = ["/api/users", "/api/inventories", "/api/printingprinters"];
  const responses = await Promise.all(paths.map((path) => manager.get(path)));
  return responses.map(({ body }) => JSON.stringify(body)).join("");
}

describe("with texts 40 % longer", () => {
  test("the terminal shows nothing untranslated, and at 360 px no cut text", {
    timeout: 240_000,
  }, async () => {
    const server = await startServer();
    const terminal = await openTerminalAs(server, {
      browser: "chromium77",
      language: PSEUDO,
      initScript: PSEUDO_SCRIPT,
    });
    const known = await knownNames(server);
    for (const screen of TERMINAL_SCREENS) {
      await terminal.goTo(screen);
      await terminal.until("/⟦/.test(document.querySelector('main').textContent)");
      await terminal.screenshot(`pseudo${screen.replaceAll("/", "-")}`);
      // What the server has sent is known a little after it is shown.
      await expect
        .poll(async () => ({ screen, untranslated: await terminal.evaluate(untranslated(known)) }))
        .toEqual({ screen, untranslated: [] });
      // A text that does not fit gets smaller after it was laid out.
      await expect
        .poll(async () => ({ screen, clipped: await terminal.evaluate(CLIPPED) }))
        .toEqual({ screen, clipped: [] });
    }
  });

  test("so does a terminal that is not paired", async () => {
    const server = await startServer();
    const terminal = await openTerminal({
      browser: "chromium77",
      language: PSEUDO,
      initScript: PSEUDO_SCRIPT,
    });
    await terminal.open(server.url);
    await terminal.see("⟦");
    await expect.poll(() => terminal.evaluate(untranslated(""))).toEqual([]);
    await expect.poll(() => terminal.evaluate(CLIPPED)).toEqual([]);
  });

  test.each([360, 1280])(
    "the console shows nothing untranslated, and no cut text, %d px wide",
    { timeout: 240_000 },
    async (width) => {
      const { server, consolePage, page } = await openConsoleAs("admin", "/overview", {
        language: PSEUDO,
        width,
        initScript: PSEUDO_SCRIPT,
      });
      const known = await knownNames(server);
      for (const screen of CONSOLE_SCREENS) {
        await consolePage.open(server.url, screen);
        await page
          .locator("main h1", { hasText: "⟦" })
          .or(page.locator("main", { hasText: "⟦" }))
          .first()
          .waitFor();
        await page.locator("[aria-busy=true], .progress").waitFor({ state: "detached" });
        await consolePage.screenshot(`pseudo${screen.replaceAll("/", "-")}-${width}`);
        await expect
          .poll(async () => ({ screen, untranslated: await page.evaluate(untranslated(known)) }))
          .toEqual({ screen, untranslated: [] });
        await expect
          .poll(async () => ({ screen, clipped: await page.evaluate(CLIPPED) }))
          .toEqual({ screen, clipped: [] });
      }
    },
  );
});
