import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { expect, onTestFinished } from "vitest";
import type { Locale } from "../../src/i18n/locales.ts";
import { launchBrowser } from "./browser.ts";
import { PATIENCE_MS } from "./limits.ts";
import { SharedBrowsers } from "./shared-browsers.ts";
import { PLAIN_HOST } from "./terminal/chromium.ts";

const AXE = createRequire(import.meta.url).resolve("axe-core/axe.min.js");
const SCREENSHOTS = join(import.meta.dirname, "../screenshots/console");

export interface ConsoleOptions {
  readonly language?: Locale;
  /** The locale of the browser, with a region; by default the language. */
  readonly locale?: string;
  readonly theme?: "light" | "dark";
  /** The size of the window; by default 1280 × 800. */
  readonly width?: number;
  readonly height?: number;
  /** False: the server is opened over plain HTTP as in a LAN, which is no secure context. */
  readonly secure?: boolean;
  /** A script that runs before those of each page. */
  readonly initScript?: string;
  /** The test expects errors and checks them itself. */
  readonly allowErrors?: boolean;
}

/** A page of the console on a desktop, with a mouse and a keyboard. */
export interface ConsolePage {
  readonly page: Page;
  readonly language: Locale;
  /** Another tab of the same browser. */
  newTab(): Promise<Page>;
  /** Opens a screen of the console. */
  open(url: string, path?: string): Promise<void>;
  /** Returns axe's findings on the shown page, a line each (WCAG 2.2 AA). */
  axe(): Promise<string[]>;
  /** Stores a picture of the screen where SCREENSHOTS is set. */
  screenshot(name: string): Promise<void>;
  /** Errors since the page was opened: exceptions, violations of the content policy, requests to other servers. */
  readonly errors: readonly string[];
}

// A start takes a second, so all tests of a process share one browser. Each has its own context.
const shared = new SharedBrowsers<Browser>();

const startShared = async (forget: () => void) => {
  const browser = await launchBrowser({ args: [`--host-resolver-rules=MAP ${PLAIN_HOST} 127.0.0.1`] });
  browser.once("disconnected", forget);
  return browser;
};

/** Opens a page, and closes it when the test ends. Expects that there was no error. */
export async function openConsole(options: ConsoleOptions = {}): Promise<ConsolePage> {
  const { language = "en", locale = language, theme = "light", width = 1280, height = 800 } = options;
  const browser = await shared.get("console", startShared);
  const context = await browser.newContext({
    locale,
    colorScheme: theme,
    viewport: { width, height },
    acceptDownloads: true,
  });
  if (options.initScript !== undefined) await context.addInitScript(options.initScript);
  context.setDefaultTimeout(PATIENCE_MS);
  const errors: string[] = [];
  onTestFinished(async ({ task }) => {
    // A failed test prints its screens.
    if (task.result?.state === "fail") for (const tab of context.pages()) await printScreen(tab);
    // A request that is still being handled has no response any more: nobody waits for it.
    for (const tab of context.pages()) await tab.unrouteAll({ behavior: "ignoreErrors" });
    await context.close();
    if (!options.allowErrors) expect(errors).toEqual([]);
  });
  const newTab = () => openTab(context, errors);
  const page = await newTab();
  const addressOf = (url: string) =>
    options.secure === false ? url.replace(/127\.0\.0\.1|localhost/, PLAIN_HOST) : url;
  return {
    page,
    language,
    newTab,
    errors,
    async open(url, path = "/") {
      const response = await page.goto(`${addressOf(url)}/console#${path}`);
      // A change of the hash alone loads nothing: the page shows another screen after the event of the change, before the next task.
      if (response === null) await page.evaluate("new Promise((shown) => setTimeout(shown))");
    },
    async axe() {
      // The script stays loaded through all screens of the page.
      if (!(await page.evaluate("'axe' in window"))) await page.evaluate(`${await readFile(AXE, "utf8")};0`);
      // Transitions would give colours of other contrasts.
      await page.evaluate(
        "Promise.allSettled(document.getAnimations().map(({ finished }) => finished)).then(() => undefined)",
      );
      const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
      const lines = `r.violations.map((v) => v.id + ": " + v.help + ": " + v.nodes.map((n) => n.target.join(" ")).join(", "))`;
      const run = `axe.run(document, { runOnly: ${JSON.stringify(tags)}, resultTypes: ["violations"] }).then((r) => ${lines})`;
      return (await page.evaluate(run)) as string[];
    },
    async screenshot(name) {
      if (!process.env["SCREENSHOTS"]) return;
      await page.screenshot({ path: join(SCREENSHOTS, `${name}.png`) });
    },
  };
}

async function printScreen(tab: Page): Promise<void> {
  const text = await tab.locator("body").innerText({ timeout: 5000 }).catch(String);
  process.stderr.write(`${tab.url()}\n${text.slice(0, 2000)}\n`);
}

async function openTab(context: BrowserContext, errors: string[]): Promise<Page> {
  const page = await context.newPage();
  page.on("pageerror", (error) => errors.push(`error: ${error.stack || `${error.name}: ${error.message}`}`));
  page.on("console", (message) => {
    // Error responses (404, 412) are expected.
    if (message.type() === "error" && !message.text().startsWith("Failed to load resource"))
      errors.push(`console: ${message.text()}`);
  });
  page.on("request", (request) => {
    const { hostname, protocol } = new URL(request.url());
    if (/^https?:$/.test(protocol) && !["127.0.0.1", "localhost", PLAIN_HOST].includes(hostname))
      errors.push(`other server: ${request.url()}`);
  });
  return page;
}
