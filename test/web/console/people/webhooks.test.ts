import { expect, test } from "vitest";
import { fails, ok, startReceiver, verified } from "../../../webhooks/receiver.ts";
import { recordRecovered, startWebhookServer } from "../../../webhooks/webhook-server.ts";
import { openConsoleAs } from "../log-in.ts";

test("an Admin adds a webhook, whose secret is shown once, tests it, and sends what failed again", async () => {
  const { server } = await startWebhookServer();
  const receiver = await startReceiver();
  const { consolePage, page } = await openConsoleAs("admin", "/people/webhooks", { server });
  await page.getByText("No webhooks").waitFor();
  await page.getByRole("button", { name: "Add a webhook" }).first().click();
  const dialog = page.getByRole("dialog");
  const create = dialog.getByRole("button", { name: "Create webhook" });
  await expect.poll(() => create.isDisabled()).toBe(true);
  await dialog.getByRole("checkbox", { name: "Printer prints again" }).check();
  await dialog.getByLabel("Name").fill("ERP");
  await dialog.getByLabel("Address").fill("ftp://erp.example");
  await create.click();
  await dialog.getByText("must be an address that begins with https:// or http://").first().waitFor();
  await expect.poll(() => consolePage.axe()).toEqual([]);
  await dialog.getByLabel("Address").fill(receiver.url);
  await create.click();

  await dialog.getByRole("heading", { name: "Secret of ERP" }).waitFor();
  const secret = (await dialog.locator("code").textContent()) ?? "";
  await dialog.getByRole("button", { name: "Done" }).click();
  await page.getByRole("heading", { name: "ERP" }).waitFor();
  await expect.poll(() => page.content()).not.toContain(secret);

  await page.getByRole("button", { name: "Test", exact: true }).click();
  await page.getByText("The receiver has accepted the test event:").waitFor();
  const [request] = receiver.received;
  if (request === undefined) throw new Error("no request");
  expect(verified(request, secret).type).toBe("webhook.test");

  receiver.respond = fails;
  await recordRecovered(server);
  await page.getByRole("link", { name: "Deliveries" }).click();
  await page.getByRole("heading", { name: "Deliveries to ERP" }).waitFor();
  await page.getByText("The receiver has not accepted the event.").waitFor();
  await expect.poll(() => consolePage.axe()).toEqual([]);
  receiver.respond = ok;
  await page.getByRole("button", { name: "Send again: Printer prints again" }).click();
  await page.getByText("1 event is sent again.").waitFor();
  await page.locator("td", { hasText: "Sent" }).first().waitFor();

  await page.getByRole("link", { name: "Webhooks" }).first().click();
  await page.getByRole("button", { name: "Pause" }).click();
  await page.getByText("Paused. It gets what it has missed").waitFor();
  await page.getByRole("button", { name: "Resume" }).click();
  await page.getByText("Active", { exact: true }).waitFor();
  await page.getByRole("button", { name: "New secret" }).click();
  await dialog.getByRole("button", { name: "New secret" }).click();
  await dialog.getByRole("heading", { name: "Secret of ERP" }).waitFor();
  await expect.poll(() => dialog.locator("code").textContent()).not.toBe(secret);
  await dialog.getByRole("button", { name: "Done" }).click();
  await page.getByText("Earlier secret valid until").waitFor();
  await page.getByRole("button", { name: "Delete" }).click();
  await dialog.getByRole("button", { name: "Delete" }).click();
  await page.getByText("No webhooks").waitFor();
});

test("a webhook that a receiver has paused is in Needs attention", async () => {
  const { server, admin } = await startWebhookServer();
  const receiver = await startReceiver((response) => response.writeHead(410).end());
  await admin.post("/api/webhooks", { name: "ERP", url: receiver.url });
  await recordRecovered(server);
  await expect.poll(async () => (await admin.get("/api/webhooks")).body[0].pause).toBe("gone");
  const { page } = await openConsoleAs("admin", "/overview", { server });
  await page.getByRole("link", { name: "1 webhook does not deliver: ERP" }).click();
  await page.getByText("the receiver has responded that it no longer exists").waitFor();
});
