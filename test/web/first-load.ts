import type { Page } from "playwright-core";

/** What a browser measured of a page and its files. */
export interface FirstLoad {
  /** Of the page and all its files as they were transferred, with their headers. */
  readonly bytes: number;
  readonly requests: number;
  /** First contentful paint, ms since the navigation. */
  readonly firstPaintMs: number;
  /** The layout shifts of at least 0.0005, the least that Lighthouse shows: their score, and the elements that moved. */
  readonly shifts: readonly string[];
}

/** A script for the start of the page: collects layout shifts in `window.layoutShifts`. */
export const LAYOUT_SHIFTS = `(() => {
  window.layoutShifts = [];
  const nameOf = ({ node }) => node === null || node.nodeType !== 1 ? "text" : node.tagName + "." + node.className;
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, sources } of list.getEntries()) {
      if (!hadRecentInput && value >= 0.0005) layoutShifts.push(value.toFixed(4) + " " + sources.map(nameOf).join(", "));
    }
  }).observe({ type: "layout-shift", buffered: true });
})()`;

/**
 * Reads the figures of the shown page. `following`: files of the build that the page loads in the background as
 * soon as its first screen is shown. They don't count, because their number depends on the time of the look.
 */
export async function readFirstLoad(page: Page, following: readonly string[]): Promise<FirstLoad> {
  return (await page.evaluate(`(async () => {
    await document.fonts.ready;
    // Two frames later, what the fonts have moved is recorded.
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())));
    const files = [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")]
      .filter(({ name }) => !${JSON.stringify(following.map((file) => `/${file}`))}.includes(new URL(name).pathname));
    const [paint] = performance.getEntriesByName("first-contentful-paint");
    return {
      bytes: files.reduce((bytes, { transferSize }) => bytes + transferSize, 0),
      requests: files.length,
      firstPaintMs: Math.round(paint === undefined ? 0 : paint.startTime),
      shifts: layoutShifts,
    };
  })()`)) as FirstLoad;
}
