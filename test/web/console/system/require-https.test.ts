import { expect, test } from "vitest";
import { openConsole } from "../../../harness/console.ts";
import { startServer } from "../../../harness/server.ts";
import { ELSEWHERE, SECURELY } from "../../../security/remote-client.ts";
import { createTerminalSession } from "../../access/log-in.ts";
import { startClientProxy } from "../../worker/client-proxy.ts";
import { logInConsole } from "../log-in.ts";

test("an Admin sees which terminal still uses HTTP and its unsent counts, requires HTTPS, and sees it removed from the list", async () => {
  const server = await startServer({ settings: { HTTPS_PORT: "0", HTTP_TRUSTED_PROXIES: "127.0.0.1" } });
  const plain = await startClientProxy(server.url, { headers: ELSEWHERE });
  const { device } = await createTerminalSession({ as: (name) => server.as(name), url: plain.url }, "user");
  const { body } = await server.anonymous.post("/api/device-auth/exchange", device, ELSEWHERE);
  const terminal = server.withToken(body.accessToken);
  await terminal.post("/api/inventories/3/counts", { operations: [], pending: 7 }, ELSEWHERE);
  await server.user.post("/api/inventories/3/counts", { operations: [], pending: 2 }, ELSEWHERE);

  const secure = await startClientProxy(server.url, { headers: SECURELY });
  const consolePage = await openConsole();
  await logInConsole(consolePage, { url: secure.url }, "admin", "/system/certificate");
  const card = consolePage.page.getByRole("region", { name: "Require HTTPS" });
  await card.getByRole("row", { name: /^Terminal .* 7$/ }).waitFor();
  await card.getByText("phone that is not paired: 2 unsent counts").waitFor();
  await expect.poll(() => consolePage.axe()).toEqual([]);
  await card.getByRole("button", { name: "Require HTTPS" }).click();
  const dialog = consolePage.page.getByRole("dialog");
  await dialog.getByText("1 device that uses HTTP must be paired again.").waitFor();
  await dialog.getByRole("button", { name: "Require HTTPS" }).click();
  await consolePage.page.getByText("HTTPS is now required").waitFor();
  await card.getByText("Devices that may still hold counts").first().waitFor();
  expect((await terminal.get("/api/me", ELSEWHERE)).status).toBe(403);

  const sent = await terminal.put("/api/device-auth/device/unsent", { unsent: 0 }, ELSEWHERE);
  expect([sent.status, sent.body]).toEqual([204, null]);
  await consolePage.page.reload();
  await card.getByText("No paired device uses HTTP.").waitFor();
  await card.getByRole("button", { name: "Allow HTTP again" }).click();
  await consolePage.page.getByText("HTTP is allowed again").waitFor();
  expect((await terminal.get("/api/me", ELSEWHERE)).status).toBe(200);
});
