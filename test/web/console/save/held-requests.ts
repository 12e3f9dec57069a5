import type { Page } from "playwright-core";
import { onTestFinished } from "vitest";

/** Holds the requests with this method and address until `release`. `sent`: those that have arrived. */
export async function holdRequests(page: Page, method: string, address: string | RegExp) {
  const held = Promise.withResolvers<void>();
  onTestFinished(() => held.resolve());
  const sent: string[] = [];
  await page.route(address, async (route) => {
    if (route.request().method() !== method) return route.continue();
    sent.push(route.request().url());
    await held.promise;
    // A page that does not want the response any more has aborted the request.
    await route.continue().catch(() => {});
  });
  return { release: held.resolve, sent };
}
