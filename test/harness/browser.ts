import { tmpdir } from "node:os";
import { join } from "node:path";
import chromium from "@sparticuz/chromium";
import { type Browser, chromium as playwright } from "playwright-core";
import { onTestFinished } from "vitest";

// Flags of the package that don't suit a browser with a page of its own (they are meant for a cloud function).
const UNWANTED = /^--(single-process|no-zygote|headless|disable-web-security|allow-running-insecure-content)/;
// No request of the browser's own: the tests run without a network.
const QUIET = [
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** An installed Chromium (VISIBLE_BROWSER=/usr/bin/chromium) to watch a test in; the packages' one has no window. */
export const VISIBLE_BROWSER = process.env["VISIBLE_BROWSER"];

export interface BrowserOptions {
  /** The home folder, where Chromium finds what its user trusts; without it one of the tests'. */
  readonly home?: string;
  readonly args?: readonly string[];
}

/** A real Chromium, from the npm packages alone; closed when the test ends. */
export async function openBrowser(options: BrowserOptions = {}): Promise<Browser> {
  const browser = await launchBrowser(options);
  onTestFinished(() => browser.close());
  return browser;
}

/** The same; the caller closes it. */
export async function launchBrowser({ home, args = [] }: BrowserOptions = {}): Promise<Browser> {
  return playwright.launch({
    executablePath: VISIBLE_BROWSER ?? (await chromium.executablePath()),
    args: [
      ...chromium.args.filter((flag) => !UNWANTED.test(flag)),
      ...QUIET,
      "--no-sandbox",
      "--disable-gpu",
      ...args,
    ],
    env: { ...process.env, HOME: home ?? join(tmpdir(), "tallybox-browser") },
    headless: VISIBLE_BROWSER === undefined,
  });
}
