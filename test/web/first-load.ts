import type { Page } from "playwright-core";

/** What a browser measured of a page and its files. */
export interface FirstLoad {
  /** Of the page and all its files as they were transferred, with their headers. */
  readonly bytes: number;
  readonly requests: number;
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
    // What was not painted yet can't shift, and a busy machine records the paint late.
    await new Promise((resolve) => new PerformanceObserver((list) => {
      if (list.getEntriesByName("first-contentful-paint").length > 0) resolve();
    }).observe({ type: "paint", buffered: true }));
    await document.fonts.ready;
    // Two frames later, what the fonts have moved is recorded.
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())));
    const files = [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")]
      .filter(({ name }) => !${JSON.stringify(following.map((file) => `/${file}`))}.includes(new URL(name).pathname));
    return {
      bytes: files.reduce((bytes, { transferSize }) => bytes + transferSize, 0),
      requests: files.length,
      shifts: layoutShifts,
    };
  })()`)) as FirstLoad;
}
