import type { Browser, CDPSession, Page } from "playwright-core";
import { launchBrowser } from "../../harness/browser.ts";
import type { Target } from "../targets.ts";

/** The console in a browser of its own, logged in. */
export interface Office {
  readonly page: Page;
  /** The resources that the page and its process have used so far. */
  used(): Promise<Used>;
  close(): Promise<void>;
}

/** Seconds of CPU of all the browser's processes; MB and nodes of the page after its garbage was collected. */
export interface Used {
  readonly cpuSeconds: number;
  readonly heapMb: number;
  readonly nodes: number;
}

/** Opens the console of the demo as its Admin. */
export async function openOffice({ port }: Target): Promise<Office> {
  const browser = await launchBrowser();
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, locale: "en" });
  const page = await context.newPage();
  await page.goto(`http://127.0.0.1:${port}/console`);
  await page.getByLabel("User name").fill("admin");
  await page.getByLabel("Password").fill("admin-demo");
  await page.keyboard.press("Enter");
  await page.locator(".console-header").waitFor();
  const session = await context.newCDPSession(page);
  await session.send("Performance.enable");
  return { page, used: () => usedBy(browser, session), close: () => browser.close() };
}

async function usedBy(browser: Browser, session: CDPSession): Promise<Used> {
  await session.send("HeapProfiler.collectGarbage");
  const { metrics } = await session.send("Performance.getMetrics");
  const metric = (name: string) => metrics.find((one) => one.name === name)?.value ?? Number.NaN;
  const whole = await browser.newBrowserCDPSession();
  const { processInfo } = await whole.send("SystemInfo.getProcessInfo");
  await whole.detach();
  return {
    cpuSeconds: processInfo.reduce((sum, { cpuTime }) => sum + cpuTime, 0),
    heapMb: metric("JSHeapUsedSize") / 1e6,
    nodes: metric("Nodes"),
  };
}
