import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { expect, onTestFinished } from "vitest";
import { launchBrowser } from "./browser.ts";
import { PATIENCE_MS } from "./limits.ts";
import { PLAIN_HOST } from "./terminal/chromium.ts";

const AXE = createRequire(import.meta.url).resolve("axe-core/axe.min.js");
const SCREENSHOTS = join(import.meta.dirname, "../screenshots/console");

export interface ConsoleOptions {
  readonly language?: "en" | "cs";
  /** Of the browser, with a region; the language unless said. */
  readonly locale?: string;
  readonly theme?: "light" | "dark";
  /** Of the window, 1280 × 800 unless said. */
  readonly width?: number;
  readonly height?: number;
  /** False: the box is reached over plain HTTP as in a LAN, which is no secure context. */
  readonly secure?: boolean;
  /** The test expects complaints and looks at them itself. */
  readonly allowErrors?: boolean;
}

/** Somebody at a desk, with a mouse and a keyboard in front of the console: Playwright's page, and what looks at it. */
export interface ConsolePage {
  readonly page: Page;
  readonly language: "en" | "cs";
  /** Another tab of the same browser. */
  newTab(): Promise<Page>;
  /** Goes to a screen of the console. */
  open(url: string, path?: string): Promise<void>;
  /** What axe finds on the page as it is, a line each (WCAG 2.2 AA). */
  axe(): Promise<string[]>;
  /** Keeps a picture of the screen where SCREENSHOTS is set. */
  screenshot(name: string): Promise<void>;
  /** What was wrong since the page was opened: errors, refusals of the content policy, requests to others. */
  readonly errors: readonly string[];
}

// A start takes a second: all tests of a process share one, which ends with it; each has a context of its own there.
let shared: Promise<Browser> | null = null;

/** A desk, closed when the test ends; then there must have been no complaint. */
export async function openConsole(options: ConsoleOptions = {}): Promise<ConsolePage> {
  shared ??= launchBrowser({ args: [`--host-resolver-rules=MAP ${PLAIN_HOST} 127.0.0.1`] });
  const { language = "en", locale = language, theme = "light", width = 1280, height = 800 } = options;
  const context = await (await shared).newContext({
    locale,
    colorScheme: theme,
    viewport: { width, height },
    acceptDownloads: true,
  });
  context.setDefaultTimeout(PATIENCE_MS);
  const complaints: string[] = [];
  onTestFinished(async ({ task }) => {
    // What was on the screen is half of the story of a failure.
    if (task.result?.state === "fail") for (const tab of context.pages()) await tellOf(tab);
    await context.close();
    if (!options.allowErrors) expect(complaints).toEqual([]);
  });
  const newTab = () => watched(context, complaints);
  const page = await newTab();
  const addressOf = (url: string) =>
    options.secure === false ? url.replace(/127\.0\.0\.1|localhost/, PLAIN_HOST) : url;
  return {
    page,
    language,
    newTab,
    errors: complaints,
    async open(url, path = "/") {
      await page.goto(`${addressOf(url)}/console#${path}`);
    },
    async axe() {
      // It stays as long as the page does, through all its screens.
      if (!(await page.evaluate("'axe' in window"))) await page.evaluate(`${await readFile(AXE, "utf8")};0`);
      // A colour on its way to another has a contrast of its own.
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

async function tellOf(tab: Page): Promise<void> {
  const text = await tab.locator("body").innerText({ timeout: 5000 }).catch(String);
  process.stderr.write(`${tab.url()}\n${text.slice(0, 2000)}\n`);
}

async function watched(context: BrowserContext, complaints: string[]): Promise<Page> {
  const page = await context.newPage();
  page.on("pageerror", (error) =>
    complaints.push(`error: ${error.stack || `${error.name}: ${error.message}`}`),
  );
  page.on("console", (message) => {
    // A refusal of the box (404, 412) is daily bread.
    if (message.type() === "error" && !message.text().startsWith("Failed to load resource"))
      complaints.push(`console: ${message.text()}`);
  });
  page.on("request", (request) => {
    const { hostname, protocol } = new URL(request.url());
    if (/^https?:$/.test(protocol) && !["127.0.0.1", "localhost", PLAIN_HOST].includes(hostname))
      complaints.push(`elsewhere: ${request.url()}`);
  });
  return page;
}
