import { tmpdir } from "node:os";
import { join } from "node:path";
import chromium from "@sparticuz/chromium";
import { type Browser, chromium as playwright } from "playwright-core";
import { onTestFinished } from "vitest";

// Flags of the package that don't suit a browser with a page of its own (they are meant for a cloud function).
const UNWANTED = /^--(single-process|no-zygote|headless)/;
// No request of the browser's own: the tests run without a network.
const QUIET = [
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** A real Chromium, from the npm packages alone; closed when the test ends. */
export async function aBrowser(): Promise<Browser> {
  const browser = await playwright.launch({
    executablePath: await chromium.executablePath(),
    args: [
      ...chromium.args.filter((flag) => !UNWANTED.test(flag)),
      ...QUIET,
      "--no-sandbox",
      "--disable-gpu",
    ],
    env: { ...process.env, HOME: join(tmpdir(), "tallybox-browser") },
    headless: true,
  });
  onTestFinished(() => browser.close());
  return browser;
}
