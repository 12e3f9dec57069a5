import { setTimeout as pause } from "node:timers/promises";
import type { Page } from "playwright-core";
import type { Target } from "../targets.ts";
import { openOffice } from "./office.ts";

/** Milliseconds of each search: from the last key to the frame with its rows, and of the bare request alone. */
export interface Searches {
  readonly shown: readonly number[];
  readonly request: readonly number[];
}

interface Row {
  readonly name: string;
  readonly code: string | null;
  readonly serialNumber: string | null;
}

const KEY_MS = 40;
const PAGE = "/api/articles/page?limit=100&sort=name&q=";

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

/** Searches in the table of articles as a person types them, each beside a bare request of another text of the same kind. */
export async function measureTable(target: Target, searches: number): Promise<Searches> {
  const texts = await textsOf(target, searches * 2);
  const { page, close } = await openOffice(target);
  await page.evaluate("void (location.hash = '#/articles')");
  const field = page.locator("main input[type=search]").first();
  await page.locator("main tbody tr").first().waitFor({ timeout: 60_000 });
  await page.evaluate(CLOCK);
  const shown: number[] = [];
  const request: number[] = [];
  for (let turn = 0; turn < searches; turn++) {
    const [typed = "", bare = ""] = texts.slice(turn * 2);
    await field.fill("");
    await until(page, "document.querySelector('main [aria-busy=false] tbody tr') !== null");
    await page.evaluate("void (window.times = [])");
    await field.pressSequentially(typed, { delay: KEY_MS });
    await until(page, "window.times.length > 0");
    shown.push(Number(await page.evaluate("window.times[window.times.length - 1]")));
    request.push(await bareRequest(target, bare));
  }
  await close();
  return { shown, request };
}

/** Waits until an expression in the page is true; the page's policy lets no other way in. */
async function until(page: Page, expression: string): Promise<void> {
  while (!(await page.evaluate(expression))) await pause(10);
}

async function bareRequest({ port, token }: Target, text: string): Promise<number> {
  const began = performance.now();
  const response = await fetch(`http://127.0.0.1:${port}${PAGE}${encodeURIComponent(text)}`, {
    headers: { Authorization: `Bearer ${token}` },
  });
  await response.text();
  return performance.now() - began;
}

/** Typical search texts: beginnings of names, codes, parts of serial numbers, without repetition. */
async function textsOf({ port, token }: Target, wanted: number): Promise<readonly string[]> {
  const response = await fetch(`http://127.0.0.1:${port}/api/articles/page?limit=500&sort=-code`, {
    headers: { Authorization: `Bearer ${token}` },
  });
  const { items } = (await response.json()) as { readonly items: readonly Row[] };
  const kinds = [
    ({ name }: Row) => name.slice(0, 5),
    ({ code }: Row) => code ?? "",
    ({ serialNumber }: Row) => (serialNumber ?? "").slice(-5),
    ({ name }: Row) => name.slice(-6),
  ];
  const texts = items.flatMap((row, at) => kinds[at % kinds.length]?.(row).trim() || []);
  const distinct = [...new Set(texts)].filter((text) => text.length >= 3);
  if (distinct.length < wanted) throw new Error(`only ${distinct.length} texts to search for`);
  return distinct.slice(0, wanted);
}
