import { expect, test } from "vitest";
import { scan, send } from "../../../harness/paired-terminals.ts";
import { startServer } from "../../../harness/server.ts";
import { openConsoleAs } from "../log-in.ts";
import { activate, tabTo } from "./keyboard.ts";
import { CODES, createLoft, findItemId, pairTerminal } from "./loft.ts";

test("a stocktake is led by the keyboard alone from its plan to the signed report, while two terminals count", async () => {
  const server = await startServer();
  const { locationId, pieces } = await createLoft(server);
  const [dock, hall] = [
    await pairTerminal(server, "Dock", "user"),
    await pairTerminal(server, "Hall", "both"),
  ];
  const { page } = await openConsoleAs("manager", "/stocktakes", { server });
  const waitForText = (text: string | RegExp) => page.getByText(text).first().waitFor();

  await activate(page, "New stocktake");
  await tabTo(page, "Name");
  await page.keyboard.type("Loft 2026");
  await tabTo(page, /^Requires approval/);
  await page.keyboard.press("Space");
  await tabTo(page, "Find a location by name or code");
  await page.keyboard.type("loft");
  await page.getByRole("treeitem", { name: "Loft LOFT" }).waitFor();
  await tabTo(page, "Locations");
  await page.keyboard.press("Space");
  await waitForText("1 location selected.");
  await waitForText("4 articles are there now.");
  await activate(page, "Create stocktake");
  await activate(page, "Prepare");
  await waitForText("Prepared: 4 items expected.");
  await activate(page, "Start");
  await waitForText("In progress");
  const inventory = Number(page.url().split("/").pop());

  const at = { locationId };
  const first = await send(
    dock,
    inventory,
    [
      scan({ code: CODES[0], quantity: pieces[0], ...at }, 9),
      scan({ code: CODES[1], quantity: 0, ...at }, 8),
      scan({ code: "NOBODY-KNOWS", quantity: 1, ...at }, 7),
    ],
    5,
  );
  expect(first).toEqual(["applied", "applied", "unknown"]);
  const itemId = await findItemId(server, inventory, CODES[2]);
  const second = [scan({ itemId, quantity: pieces[2], locationId: 5 }, 6)];
  expect(await send(hall, inventory, second)).toEqual(["applied"]);
  await waitForText("3 of 4 counted");
  await page.getByText(/5 counts not sent or not answered/).waitFor();
  const moved = { fromLocationId: locationId, toLocationId: 6, quantity: pieces[2] };
  await server.manager.post("/api/articles/3/locations/move", moved);

  await activate(page, "Finish");
  await page
    .getByText(/1 item not counted. 1 terminal has counts that are not sent or not answered: 5 counts/)
    .waitFor();
  await activate(page, "Finish");
  await activate(page, "Review results");
  await page.getByRole("link", { name: "Missing (1)" }).waitFor();
  await page.getByRole("link", { name: "Found elsewhere (1)" }).waitFor();
  await activate(page, /^More/);
  await page.getByRole("link", { name: "Unknown codes (1)" }).waitFor();
  await activate(page, "Stock changed (1)");
  await tabTo(page, CODES[2]);
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: CODES[2] }).waitFor();
  await activate(page, "Keep count");
  await page.getByText("Stock changed (0)").filter({ visible: true }).first().waitFor();

  await activate(page, "Close…");
  await waitForText("The stocktake must be approved before it is closed.");
  await waitForText(/1 article has more than recorded \(\+5\)/);
  await waitForText(/1 article has no stock left/);
  await waitForText("1 item that was not counted is unchanged.");
  await activate(page, "Approve all");
  await page.getByText(/This approves the stocktake and 4 more items/).waitFor();
  await activate(page, "Approve all");
  await page.getByText("The stocktake must be approved before it is closed.").waitFor({ state: "detached" });
  // The job of the approval may be shown a moment longer.
  await page.getByRole("button", { name: "Close stocktake", disabled: false }).waitFor();
  await activate(page, "Close stocktake");
  await page.getByRole("dialog").waitFor();
  await activate(page, "Close stocktake");
  await waitForText("Counts by person");

  const saving = page.waitForEvent("download");
  await activate(page, "Inventory list (PDF)");
  expect((await saving).suggestedFilename()).toBe("Loft-2026.pdf");
});
