import { ensureSetupCode } from "../../../src/access/setup/setup.ts";
import { aBox, type BoxOptions, type TestBox } from "../../harness/box.ts";
import type { Client } from "../../harness/client.ts";
import type { Desk } from "../../harness/desk.ts";

const ADMIN = { userName: "rehor", password: "quiet-harbour-1" } as const;

/** An unpacked box that was set up, with its first Admin, and nothing in it. */
export async function aNewBox(
  options: BoxOptions = {},
): Promise<{ readonly box: TestBox; readonly admin: Client }> {
  const box = await aBox({ empty: true, ...options });
  const code = ensureSetupCode(box.folder);
  const names = { tenantName: "Sklad Žižkov", firstName: "Řehoř", lastName: "Novák" };
  await box.anonymous.post("/api/setup", { code, ...names, ...ADMIN });
  return { box, admin: await box.as(ADMIN.userName) };
}

/** Logs its Admin in at the console. */
export async function asItsAdmin({ page, open }: Desk, box: TestBox): Promise<void> {
  await open(box.url, "/login");
  await page.getByLabel("User name").fill(ADMIN.userName);
  await page.getByLabel("Password").fill(ADMIN.password);
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Overview" }).waitFor();
}
