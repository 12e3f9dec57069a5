import { mkdtempSync } from "node:fs";
import { dirname, join } from "node:path";
import { inject, onTestFinished } from "vitest";
import type { Driver } from "./other-browsers/driver.ts";
import { startFirefoxEsr } from "./other-browsers/firefox-esr.ts";
import { WebDriverPage } from "./other-browsers/web-driver-page.ts";
import { startWebKitGtk } from "./other-browsers/webkitgtk.ts";
import { SharedBrowsers } from "./shared-browsers.ts";
import type { BrowserName } from "./terminal/chromium.ts";
import type { TerminalPage } from "./terminal/terminal-page.ts";
import { createProfile, openTerminal } from "./terminal.ts";

export type AnyBrowser = BrowserName | "firefox-esr" | "webkitgtk";

/** The terminal's page in a browser of its own. */
export interface AnyTerminal {
  readonly page: TerminalPage;
  /**
   * Kills the browser, as an empty battery does, and starts it again with the stored data. Under WebDriver WebKitGTK
   * stores nothing on a disk, so there only the tab is closed.
   */
  crash(): Promise<AnyTerminal>;
}

/** A browser that the tests of a process share. */
interface SharedBrowser {
  readonly driver: Driver;
  /** Kills the browser and starts it again with its stored data. WebKitGTK only closes its tab. */
  crash(): Promise<SharedBrowser>;
}

// A start of Firefox takes nine seconds of processor time: the tests of a process share one browser of each other kind. Each
// test has a server, and so an origin and a storage, of its own.
const shared = new SharedBrowsers<SharedBrowser>();

/** Opens the terminal's page in a browser that the tests of this process share. The page is left when the test ends. */
export async function openTerminalIn(browser: AnyBrowser): Promise<TerminalPage> {
  if (browser === "chromium77" || browser === "current")
    return openTerminal({ browser, serviceWorker: true });
  return (await openShared(browser)).page;
}

/** Opens the terminal's page in a browser that the test can crash. */
export async function startTerminalIn(browser: AnyBrowser): Promise<AnyTerminal> {
  if (browser === "chromium77" || browser === "current") return inChromium(browser, await createProfile());
  return openShared(browser);
}

async function inChromium(browser: BrowserName, profile: string): Promise<AnyTerminal> {
  const terminal = await openTerminal({ browser, profile });
  return {
    page: terminal,
    async crash() {
      await terminal.kill();
      return inChromium(browser, profile);
    },
  };
}

async function openShared(browser: "firefox-esr" | "webkitgtk"): Promise<AnyTerminal> {
  const start = () => startBrowser(browser);
  const running = await shared.get(browser, start);
  onTestFinished(async () => {
    const { driver } = await shared.get(browser, start);
    await driver.navigate("about:blank");
  });
  const terminalIn = ({ driver, crash }: SharedBrowser): AnyTerminal => ({
    page: new WebDriverPage(driver),
    async crash() {
      return terminalIn(await shared.replace(browser, crash));
    },
  });
  return terminalIn(running);
}

async function startBrowser(browser: "firefox-esr" | "webkitgtk"): Promise<SharedBrowser> {
  // Beside the demo's folder, whose setup removes it after the last test.
  const folder = mkdtempSync(join(dirname(inject("demoFolder")), "profile-"));
  return browser === "firefox-esr" ? startFirefox(folder) : startWebKit(folder);
}

async function startFirefox(folder: string): Promise<SharedBrowser> {
  const { driver, kill } = await startFirefoxEsr(folder);
  return {
    driver,
    async crash() {
      await kill();
      return startFirefox(folder);
    },
  };
}

async function startWebKit(folder: string): Promise<SharedBrowser> {
  const { driver, closeTab } = await startWebKitGtk(folder);
  const browser: SharedBrowser = {
    driver,
    async crash() {
      await closeTab();
      return browser;
    },
  };
  return browser;
}
