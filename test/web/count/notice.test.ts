import { describe, expect, test } from "vitest";
import { typed } from "../../../src/web/scanner/layout.ts";
import { layoutOf } from "../../../src/web/scanner/layouts.ts";
import { OLDEST } from "../../harness/handheld.ts";
import { atShelf } from "./warehouse.ts";

/** The controls that the notice lies above. */
const COVERED = `[...document.querySelectorAll("main button, main a, .deeds > *, .tabs a, .top-bar > *")]
  .filter((one) => {
    const { left, width, top, height } = one.getBoundingClientRect();
    return [top + 2, top + height / 2, top + height - 2].some((y) => {
      const above = document.elementFromPoint(left + width / 2, y);
      return above !== null && above.closest(".note") !== null;
    });
  })
  .map((one) => one.innerText)`;

describe.each(OLDEST)("a notice about scans in %s", (browser) => {
  test.each([
    ["a handheld", 360, 640],
    ["a tablet", 800, 1280],
  ])("covers no control of the count screen on %s", async (_, width, height) => {
    const czech = layoutOf("cs-qwertz");
    if (czech === null) throw new Error("there is no Czech layout");
    const { handheld } = await atShelf({ browser, width, height });
    await handheld.scan("PAIR-3");
    await handheld.see("1 of 3");
    await handheld.scan("INV-000001", { layout: (text) => typed(czech, text) });
    await handheld.see("The scanner seems to type on another keyboard");
    expect(await handheld.evaluate(COVERED)).toEqual([]);
    await handheld.screenshot(`notice-${width}`);
    await handheld.tap("Undo last");
    await handheld.see("Undone");
  });
});
