import { onTestFinished } from "vitest";
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

/** Starts a browser, and ends it when the test ends. */
export async function openTerminalIn(browser: AnyBrowser): Promise<AnyTerminal> {
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
