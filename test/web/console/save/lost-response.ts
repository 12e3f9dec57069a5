import type { Page } from "playwright-core";

/** Loses the response of the next request with this method and address: the server has done it, the page does not know. */
export async function loseResponse(page: Page, method: string, address: string): Promise<void> {
  let isLost = false;
  await page.route(address, async (route) => {
    if (isLost || route.request().method() !== method) return route.continue();
    isLost = true;
    await route.fetch();
    return route.abort();
  });
}
