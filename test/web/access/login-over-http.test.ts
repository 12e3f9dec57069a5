import { test } from "vitest";
import { openConsole } from "../../harness/console.ts";
import { startServer } from "../../harness/server.ts";
import { ELSEWHERE, SECURELY } from "../../security/remote-client.ts";
import { startClientProxy } from "../worker/client-proxy.ts";
import { person } from "./log-in.ts";

test("a login that needs HTTPS shows the address as a link, and as a code for another device", async () => {
  const server = await startServer({ settings: { HTTPS_PORT: "0", HTTP_TRUSTED_PROXIES: "127.0.0.1" } });
  const proxy = await startClientProxy(server.url, { headers: ELSEWHERE });
  const { page } = await openConsole();
  await page.goto(`${proxy.url}/console`);
  await page.getByLabel("User name").fill("manager");
  await page.getByLabel("Password", { exact: true }).fill(person("manager").password);
  await server.admin.put("/api/settings/https", { isRequired: true }, SECURELY);
  await page.getByRole("button", { name: "Log in" }).click();
  const problem = page.getByRole("alert");
  await problem.getByRole("link", { name: /^https:/ }).waitFor();
  await problem.getByRole("img", { name: /^https:/ }).waitFor();
});
