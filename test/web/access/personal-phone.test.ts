import { describe, expect, test } from "vitest";
import { startServer } from "../../harness/server.ts";
import { OLDEST, openTerminal, type Terminal } from "../../harness/terminal.ts";
import { readAllStored } from "./browser-storage.ts";
import { person } from "./log-in.ts";

const user = person("user");

/** Script: holds the last response before the names of all people are stored, until `window.release()`. That resolves when the page has had time to store them. */
// allow pause: nothing shows that a page has decided to store nothing
const HOLD_NAMES = `{
  const send = window.fetch;
  const held = new Promise((resolve) => {
    window.release = () => { resolve(); return new Promise((later) => setTimeout(later, 1000)); };
  });
  window.fetch = async (...about) => {
    const response = await send(...about);
    if (!new Request(...about).url.includes("/api/custodies/open")) return response;
    window.areHeld = true;
    await held;
    return response;
  };
}`;

async function logIn(terminal: Terminal, secret: string): Promise<void> {
  await terminal.tap({ css: "input[name=username]" });
  await terminal.until("document.activeElement.name === 'username'");
  await terminal.evaluate("document.activeElement.select()");
  await terminal.insert(user.userName);
  await terminal.tap({ css: "input[type=password]" });
  await terminal.insert(secret);
  await terminal.tap("Log in");
}

describe.each(OLDEST)("a personal phone in %s", (browser) => {
  test("logs in with PIN or password, logs out, and stores neither of them", async () => {
    const server = await startServer();
    const terminal = await openTerminal({ browser });
    await terminal.open(`${server.url}/`);
    await terminal.tap("Log in");
    await terminal.see("User name");
    await expect.poll(() => terminal.axe()).toEqual([]);
    await terminal.screenshot(`login-${browser}`);
    await logIn(terminal, "not the password");
    await terminal.see("Wrong user name or password. Try again.");
    await terminal.see("You can also log in with your PIN.");
    await expect.poll(() => terminal.textOf("input[type=password]")).toBe("");
    await terminal.tap("Use PIN");
    await logIn(terminal, "9999");
    await terminal.see("Wrong PIN. Try again.");
    await expect
      .poll(() => terminal.evaluate("document.body.innerText"))
      .not.toContain("Invalid credentials");
    await logIn(terminal, user.pin);
    await terminal.until("location.hash === '#/count'");
    const [token] = /eyJ[\w.-]+/.exec(await readAllStored(terminal)) ?? [""];
    expect((await server.withToken(token).get("/api/me")).status).toBe(200);
    await terminal.goTo("/more");
    await terminal.tap("Log out");
    await terminal.see("Welcome");
    // The terminal waits for the server's answer for four seconds only.
    await expect.poll(async () => (await server.withToken(token).get("/api/me")).status).toBe(401);
    await expect.poll(() => readAllStored(terminal)).not.toMatch(/accessToken|Uma/);
    await terminal.goTo("/login");
    await logIn(terminal, user.password);
    await terminal.until("document.querySelector('nav.tabs') !== null");
    const stored = await readAllStored(terminal);
    expect(stored).toContain("accessToken");
    expect(stored).not.toContain(user.password);
  });

  test("stores nothing that arrives after the user has logged out", async () => {
    const server = await startServer();
    const terminal = await openTerminal({ browser, initScript: HOLD_NAMES });
    await terminal.open(`${server.url}/#/login`);
    await logIn(terminal, user.password);
    await terminal.until("window.areHeld === true");
    await terminal.goTo("/more");
    await terminal.tap("Log out");
    await terminal.see("Welcome");
    await expect.poll(() => readAllStored(terminal)).not.toMatch(/accessToken|Uma/);
    await terminal.evaluate("window.release()");
    await expect.poll(() => readAllStored(terminal)).not.toMatch(/Uma/);
  });
});
