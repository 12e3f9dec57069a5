import { expect, test } from "vitest";
import { startServer } from "../../harness/server.ts";
import { openTerminal } from "../../harness/terminal.ts";
import { restartAfterRestore } from "../restart-after-restore.ts";
import { logInTerminal, person, typePin } from "./log-in.ts";

/** The terminal asks every ten seconds whether it is confirmed; here at least every second. */
const ASK_OFTEN = `(() => {
  const setIntervalNow = window.setInterval;
  window.setInterval = (run, ms) => setIntervalNow(run, Math.min(ms, 1000));
})()`;

test("after a restore a terminal shows that an administrator must confirm it, and continues by itself once that is done", async () => {
  const server = await startServer();
  const terminal = await openTerminal({ browser: "chromium77" });
  await terminal.beforeLoad(ASK_OFTEN);
  await logInTerminal(terminal, server, "user");
  // The last part of the client; a part that is cut off is an error of the page.
  await terminal.until(
    `Array.from(document.styleSheets).some(({ href }) => /pairing-code/.test(href || ""))`,
  );
  // A stopping server would respond with errors to the parts of the client that still load.
  await terminal.offline(true);
  await restartAfterRestore(server);
  await terminal.offline(false);
  await terminal.reload();
  await terminal.see("Waiting for an administrator");
  await terminal.see("restored from a backup");
  await expect.poll(() => terminal.axe()).toEqual([]);
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
