import { ensureSetupCode } from "../../../src/access/setup/setup.ts";
import type { Client } from "../../harness/client.ts";
import type { ConsolePage } from "../../harness/console.ts";
import { type ServerOptions, startServer, type TestServer } from "../../harness/server.ts";

const ADMIN = { userName: "rehor", password: "quiet-harbour-1" } as const;

/** Starts a server that was set up with its first Admin and has no other data. */
export async function startNewServer(
  options: ServerOptions = {},
): Promise<{ readonly server: TestServer; readonly admin: Client }> {
  const server = await startServer({ empty: true, ...options });
  const code = ensureSetupCode(server.folder);
  const names = { tenantName: "Sklad Žižkov", firstName: "Řehoř", lastName: "Novák" };
  await server.anonymous.post("/api/setup", { code, ...names, ...ADMIN });
  return { server, admin: await server.as(ADMIN.userName) };
}

/** Logs the first Admin of `startNewServer` in. */
export async function logInFirstAdmin({ page, open }: ConsolePage, server: TestServer): Promise<void> {
  await open(server.url, "/login");
  await page.getByLabel("User name").fill(ADMIN.userName);
  await page.getByLabel("Password").fill(ADMIN.password);
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Overview" }).waitFor();
}
