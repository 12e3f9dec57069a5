import { expect, test } from "vitest";
import { openConsoleAs } from "../console/log-in.ts";

test("tabs that don't fit are in a menu, which goes away where there is room for all of them", async () => {
  const { page } = await openConsoleAs("manager", "/stocktakes/3", { width: 1280 });
  const tabs = page.getByRole("navigation").filter({ hasText: "Count sheets" });
  const menu = tabs.getByRole("button");
  await tabs.getByRole("link", { name: "Count sheets" }).waitFor();
  await page.evaluate("document.fonts.ready.then(() => undefined)");
  const needed = await tabs.evaluate((nav) => {
    const links = [...nav.querySelectorAll("a")].map((link) => link.getBoundingClientRect());
    return (links.at(-1)?.right ?? 0) - (links[0]?.left ?? 0);
  });
  // The margins of a narrow window are smaller, so this is found by trying.
  await page.setViewportSize({ width: 320, height: 800 });
  await menu.waitFor();
  await expect.poll(() => tabs.getByRole("link", { name: "Count sheets" }).count()).toBe(0);
  for (let width = 320; width < 800; width += 5) {
    await page.setViewportSize({ width, height: 800 });
    const hasRoom = await tabs.evaluate((nav, least) => nav.clientWidth >= least, needed);
    if (hasRoom) break;
  }
  await menu.waitFor({ state: "detached" });
  await tabs.getByRole("link", { name: "Count sheets" }).waitFor();
});
