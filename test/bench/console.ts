import { setTimeout as pause } from "node:timers/promises";
import type { Page } from "playwright-core";
import { launchBrowser } from "../harness/browser.ts";
import { Caller } from "./caller.ts";
import type { Figure } from "./figures.ts";
import type { Product } from "./product.ts";
import { percentile } from "./statistics.ts";

const KEY_MS = 40;
const P95_MS = 300;

interface Row {
  readonly name: string;
  readonly code: string | null;
  readonly serialNumber: string | null;
}

/** Measures the time from a key until the rows for the field's text are painted. */
const CLOCK = `(() => {
  window.times = [];
  addEventListener("input", ({ target, timeStamp }) => {
    const typed = target.value.trim();
    const look = () => {
      if (target.value.trim() !== typed) return;
      const asked = new URLSearchParams(location.hash.split("?")[1]).get("q") ?? "";
      const isShown = document.querySelector("main [aria-busy=false] tbody tr") !== null;
      if (asked === typed && isShown) requestAnimationFrame((now) => window.times.push(now - timeStamp));
      else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
})()`;

/** Searches in the console's table of articles as a person types them, in today's browser. */
export async function measureConsole(product: Product, searches: number): Promise<Figure[]> {
  const texts = await textsOf(product, searches);
  const browser = await launchBrowser();
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, locale: "en" });
  const page = await context.newPage();
  await page.goto(`${product.url}/console`);
  await page.getByLabel("User name").fill("admin");
  await page.getByLabel("Password").fill("admin-demo");
  await page.keyboard.press("Enter");
  await page.locator(".console-header").waitFor();
  await page.evaluate("void (location.hash = '#/articles')");
  const field = page.locator("main input[type=search]").first();
  await page.locator("main tbody tr").first().waitFor({ timeout: 60_000 });
  await page.evaluate(CLOCK);
  const shown: number[] = [];
  for (const text of texts) {
    await field.fill("");
    await until(page, "document.querySelector('main [aria-busy=false] tbody tr') !== null");
    await page.evaluate("void (window.times = [])");
    await field.pressSequentially(text, { delay: KEY_MS });
    await until(page, "window.times.length > 0");
    shown.push(Number(await page.evaluate("window.times[window.times.length - 1]")));
  }
  await browser.close();
  const times = Float64Array.from(shown).sort();
  return [
    { what: "from the last key to the rows: p50 ms", value: percentile(times, 0.5) },
    { what: "from the last key to the rows: p95 ms", value: percentile(times, 0.95), atMost: P95_MS },
  ];
}

/** Waits until an expression in the page is true; the page's policy lets no other way in. */
async function until(page: Page, expression: string): Promise<void> {
  while (!(await page.evaluate(expression))) await pause(10);
}

/** Typical search texts: beginnings of names, codes, parts of serial numbers, without repetition. */
async function textsOf(product: Product, wanted: number): Promise<readonly string[]> {
  const office = new Caller(product);
  const path = "/api/articles/page?limit=500&sort=-code";
  const { items } = await office.demand<{ readonly items: readonly Row[] }>("GET", path);
  office.close();
  const kinds = [
    ({ name }: Row) => name.slice(0, 5),
    ({ code }: Row) => code ?? "",
    ({ serialNumber }: Row) => (serialNumber ?? "").slice(-5),
    ({ name }: Row) => name.slice(-6),
  ];
  const texts = items.flatMap((row, at) => kinds[at % kinds.length]?.(row).trim() || []);
  return [...new Set(texts)].filter((text) => text.length >= 3).slice(0, wanted);
}
