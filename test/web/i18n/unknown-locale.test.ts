import { expect, test } from "vitest";
import { openWarehouseCount } from "../count/warehouse-count.ts";

/** The browser's languages under LANG=C.UTF-8. */
const POSIX = `Object.defineProperty(Navigator.prototype, "languages", { get: () => ["en-US@posix", "en-GB"] })`;

test("a language of the browser that Intl does not know is left out, and the next one of the language counts", async () => {
  const { terminal } = await openWarehouseCount({ browser: "current", initScript: POSIX });
  await terminal.scan("PLAIN-1");
  await terminal.see("Step ladder");
  // The time of a scan is written as the region does.
  await terminal.see(/\d:\d\d/);
  await expect
    .poll(() => terminal.evaluate("document.body.innerText.includes('could not be shown')"))
    .toBe(false);
});
