import { test } from "vitest";
import { aBox } from "../../../harness/box.ts";
import { aDesk } from "../../../harness/desk.ts";
import { atDesk } from "../at-desk.ts";
import { expectGoodLooks, type Look } from "../look.ts";

test.for<Look>([
  { name: "at a desk", schemes: ["dark", "light"], options: {} },
  { name: "on a phone, in Czech", schemes: ["light"], options: { width: 360, height: 740 } },
])(
  "the tree, a place and its labels look right, and axe finds nothing: $name",
  async ({ name, schemes, options }) => {
    const box = await aBox();
    const desk = await aDesk(options);
    const { page } = desk;
    await atDesk(desk, box, "manager", "/me");
    if (name.endsWith("Czech")) await page.getByText("Čeština").click();
    for (const [path, seen] of [
      ["/locations", ".tree-line"],
      ["/locations/5", ".place-panel [data-row]"],
      ["/locations/2/labels", ".place-label"],
    ]) {
      await page.evaluate(`void (location.hash = ${JSON.stringify(path)})`);
      await page.locator(`${seen}`).first().waitFor();
      await expectGoodLooks(desk, `${path?.replace(/\W/g, "-")}-${name}`, schemes);
    }
  },
);
