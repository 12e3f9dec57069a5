import { expect, test } from "vitest";
import { aBox } from "../../../harness/box.ts";
import { aDesk } from "../../../harness/desk.ts";
import { ELSEWHERE, SECURELY } from "../../../security/elsewhere.ts";
import { letIn } from "../../access/together.ts";
import { aFront } from "../../worker/front.ts";
import { atDesk } from "../at-desk.ts";

test("an Admin sees which terminal still uses HTTP and what it holds, requires HTTPS, and sees it leave the list", async () => {
  const box = await aBox({ settings: { HTTPS_PORT: "0", HTTP_TRUSTED_PROXIES: "127.0.0.1" } });
  const plain = await aFront(box.url, { headers: ELSEWHERE });
  const { device } = await letIn({ as: (name) => box.as(name), url: plain.url }, "user");
  const { body } = await box.anonymous.post("/api/device-auth/exchange", device, ELSEWHERE);
  const terminal = box.with(body.accessToken);
  await terminal.post("/api/inventories/3/counts", { operations: [], pending: 7 }, ELSEWHERE);
  await (await box.as("user")).post("/api/inventories/3/counts", { operations: [], pending: 2 }, ELSEWHERE);

  const secure = await aFront(box.url, { headers: SECURELY });
  const desk = await aDesk();
  await atDesk(desk, { url: secure.url }, "admin", "/system/certificate");
  const card = desk.page.getByRole("region", { name: "Require HTTPS" });
  await card.getByRole("row", { name: /^Terminal .* 7$/ }).waitFor();
  await card.getByText("phone that is not paired: 2 unsent counts").waitFor();
  expect(await desk.axe()).toEqual([]);
  await desk.screenshot("require-https");
  await card.getByRole("button", { name: "Require HTTPS" }).click();
  const dialog = desk.page.getByRole("dialog");
  await dialog.getByText("1 device that uses HTTP must be paired again.").waitFor();
  await desk.screenshot("require-https-question");
  await dialog.getByRole("button", { name: "Require HTTPS" }).click();
  await desk.page.getByText("HTTPS is now required").waitFor();
  await card.getByText("Devices that may still hold counts").first().waitFor();
  expect((await terminal.get("/api/me", ELSEWHERE)).status).toBe(403);

  await terminal.put("/api/device-auth/device/unsent", { unsent: 0 }, ELSEWHERE);
  await desk.page.reload();
  await card.getByText("No paired device uses HTTP.").waitFor();
  await card.getByRole("button", { name: "Allow HTTP again" }).click();
  await desk.page.getByText("HTTP is allowed again").waitFor();
  expect((await terminal.get("/api/me", ELSEWHERE)).status).toBe(200);
});
