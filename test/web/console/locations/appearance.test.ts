import { test } from "vitest";
import { openConsole } from "../../../harness/console.ts";
import { startServer } from "../../../harness/server.ts";
import { type Appearance, expectAccessibleLayout } from "../appearance.ts";
import { logInConsole } from "../log-in.ts";

test.for<Appearance>([
  { name: "on a desktop", schemes: ["dark", "light"], options: {} },
  { name: "on a phone, in Czech", schemes: ["light"], options: { width: 360, height: 740 } },
])(
  "the tree, a location and its labels are readable and complete: $name",
  async ({ name, schemes, options }) => {
    const server = await startServer();
    const format = { name: "Shelf", template: "^XA^FO20,20^A0N,30^FD{{code}} {{name}}^FS^XZ" };
    await (await server.as("admin")).post("/api/printingformats", {
      ...{ ...format, printerTypeId: 3, subject: "location" },
    });
    const consolePage = await openConsole(options);
    const { page } = consolePage;
    await logInConsole(consolePage, server, "manager", "/me");
    if (name.endsWith("Czech")) await page.getByText("Čeština").first().click();
    for (const [path, seen] of [
      ["/locations", "[role=treeitem]"],
      ["/locations/5", ".location-panel [data-row]"],
      ["/locations/2/labels", ".label-preview img"],
      ["/locations/2/sheet", "main select"],
    ]) {
      await page.evaluate(`void (location.hash = ${JSON.stringify(path)})`);
      await page.locator(`${seen}`).first().waitFor();
      await expectAccessibleLayout(consolePage, `${path?.replace(/\W/g, "-")}-${name}`, schemes);
    }
  },
);
