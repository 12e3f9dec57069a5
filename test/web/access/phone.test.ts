import { describe, expect, test } from "vitest";
import { startServer } from "../../harness/server.ts";
import { OLDEST, openTerminal, type Terminal } from "../../harness/terminal.ts";
import { everythingKept } from "./kept.ts";
import { goTo, person } from "./together.ts";

const user = person("user");

async function logIn(terminal: Terminal, secret: string, button = "Log in"): Promise<void> {
  await terminal.tap({ css: "input[name=username]" });
  await terminal.evaluate("document.activeElement.select()");
  await terminal.insert(user.userName);
  await terminal.tap({ css: "input[type=password]" });
  await terminal.insert(secret);
  await terminal.tap(button);
}

describe.each(OLDEST)("a phone of one's own in %s", (browser) => {
  test("logs in with the password, with the PIN where that is wrong, and out again", async () => {
    const server = await startServer();
    const terminal = await openTerminal({ browser });
    await terminal.open(`${server.url}/`);
    await terminal.tap("Log in");
    await terminal.see("User name");
    expect(await terminal.axe()).toEqual([]);
    await terminal.screenshot(`login-${browser}`);
    await logIn(terminal, "not the password");
    await terminal.see("Wrong user name or password. Try again.");
    await terminal.see("You can also log in with your PIN.");
    expect(await terminal.textOf("input[type=password]")).toBe("");
    await terminal.tap("Use PIN");
    await logIn(terminal, "9999");
    await terminal.see("Wrong PIN. Try again.");
    expect(await terminal.evaluate("document.body.innerText")).not.toContain("Invalid credentials");
    await logIn(terminal, user.pin);
    await terminal.until("location.hash === '#/count'");
    const [token] = /eyJ[\w.-]+/.exec(await everythingKept(terminal)) ?? [""];
    expect((await server.withToken(token).get("/api/me")).status).toBe(200);
    await goTo(terminal, "/more");
    await terminal.tap("Log out");
    await terminal.see("Welcome");
    expect((await server.withToken(token).get("/api/me")).status).toBe(401);
    expect(await everythingKept(terminal)).not.toMatch(/accessToken|Uma/);
  });

  test("is told of a wrong password and PIN in Czech", async () => {
    const server = await startServer();
    const terminal = await openTerminal({ browser, language: "cs" });
    await terminal.open(`${server.url}/#/login`);
    await logIn(terminal, "not the password", "Přihlásit");
    await terminal.see("Chybné uživatelské jméno nebo heslo. Zkuste to znovu.");
    await terminal.tap("Použít PIN");
    await logIn(terminal, "9999", "Přihlásit");
    await terminal.see("Chybný PIN. Zkuste to znovu.");
  });

  test("logs in with the password at once, and neither password nor PIN is kept", async () => {
    const server = await startServer();
    const terminal = await openTerminal({ browser });
    await terminal.open(`${server.url}/#/login`);
    await logIn(terminal, user.password);
    await terminal.until("location.hash === '#/count'");
    const all = await everythingKept(terminal);
    expect(all).toContain("accessToken");
    expect(all).not.toContain(user.password);
  });
});
