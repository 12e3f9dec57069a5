import { mkdtempSync } from "node:fs";
import { dirname, join } from "node:path";
import { inject, onTestFinished } from "vitest";
import type { Driver } from "./other-browsers/driver.ts";
import { startFirefoxEsr } from "./other-browsers/firefox-esr.ts";
import { WebDriverPage } from "./other-browsers/web-driver-page.ts";
import { startWebKitGtk } from "./other-browsers/webkitgtk.ts";
import type { BrowserName } from "./terminal/chromium.ts";
import type { TerminalPage } from "./terminal/terminal-page.ts";
import { BROWSERS, createProfile, openTerminal } from "./terminal.ts";

export type AnyBrowser = BrowserName | "firefox-esr" | "webkitgtk";

/** All supported browsers of the terminal, with WebKitGTK in the place of Safari. */
export const ALL_BROWSERS: readonly AnyBrowser[] = [...BROWSERS, "firefox-esr", "webkitgtk"];

/** The terminal's page in a browser of its own. */
export interface AnyTerminal {
  readonly page: TerminalPage;
  /**
   * Kills the browser, as an empty battery does, and starts it again with the stored data. Under WebDriver WebKitGTK
   * stores nothing on a disk, so there only the tab is closed.
   */
  crash(): Promise<AnyTerminal>;
}

// A start of Firefox takes nine seconds of processor time: the tests of a process share one browser of each other kind. Each
// test has a server, and so an origin and a storage, of its own.
const shared = new Map<AnyBrowser, Promise<Driver>>();

/** Opens the terminal's page in a browser that the tests of this process share. The page is left when the test ends. */
export async function openTerminalIn(browser: AnyBrowser): Promise<TerminalPage> {
  if (browser === "chromium77" || browser === "current")
    return openTerminal({ browser, serviceWorker: true });
  const running = shared.get(browser) ?? startDriver(browser);
  shared.set(browser, running);
  const driver = await running;
  const page = new WebDriverPage(driver);
  onTestFinished(() => driver.navigate("about:blank"));
  return page;
}

async function startDriver(browser: "firefox-esr" | "webkitgtk"): Promise<Driver> {
  // Beside the demo's folder, whose setup removes it after the last test.
  const folder = mkdtempSync(join(dirname(inject("demoFolder")), "profile-"));
  const { driver } = await (browser === "firefox-esr" ? startFirefoxEsr(folder) : startWebKitGtk(folder));
  return driver;
}

/** Starts a browser of the test's own, which it can crash. Ended when the test ends. */
export async function startTerminalIn(browser: AnyBrowser): Promise<AnyTerminal> {
  const profile = await createProfile();
  if (browser === "firefox-esr") return inFirefox(profile);
  if (browser === "webkitgtk") return inWebKit(profile);
  return inChromium(browser, profile);
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

async function inFirefox(profile: string): Promise<AnyTerminal> {
  const firefox = await startFirefoxEsr(profile);
  onTestFinished(firefox.kill);
  return {
    page: new WebDriverPage(firefox.driver),
    async crash() {
      await firefox.kill();
      return inFirefox(profile);
    },
  };
}

async function inWebKit(home: string): Promise<AnyTerminal> {
  const webkit = await startWebKitGtk(home);
  onTestFinished(webkit.kill);
  const terminal: AnyTerminal = {
    page: new WebDriverPage(webkit.driver),
    async crash() {
      await webkit.closeTab();
      return terminal;
    },
  };
  return terminal;
}
