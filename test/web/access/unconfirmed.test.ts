import { expect, test } from "vitest";
import { startServer } from "../../harness/server.ts";
import { openTerminal } from "../../harness/terminal.ts";
import { restored } from "../restored.ts";
import { logInTerminal, person, typePin } from "./together.ts";

test("after a restore a terminal says that an administrator has to confirm it, and then goes on by itself", async () => {
  const server = await startServer();
  const terminal = await openTerminal({ browser: "chromium77" });
  await logInTerminal(terminal, server, "user");
  await restored(server);
  await terminal.reload();
  await terminal.see("Waiting for an administrator");
  await terminal.see("restored from a backup");
  expect(await terminal.axe()).toEqual([]);
  await terminal.screenshot("unconfirmed");
  const login = { userName: "admin", password: "admin-demo" };
  const { body } = await server.anonymous.post("/api/pwa-auth/login-password", login);
  await server.withToken(body.accessToken).put("/api/restore-confirmation", { all: true });
  await terminal.see("Who's counting?");
  const { fullName, pin } = person("user");
  await terminal.tap(new RegExp(`^${fullName}`));
  await typePin(terminal, pin);
  await terminal.until("document.querySelector('nav.tabs') !== null");
});
