import { describe, expect, test } from "vitest";
import { aBox } from "../../harness/box.ts";
import { aHandheld, type Handheld, OLDEST } from "../../harness/handheld.ts";
import { everythingKept } from "./kept.ts";
import { goTo, person } from "./together.ts";

const user = person("user");

async function logIn(handheld: Handheld, secret: string, button = "Log in"): Promise<void> {
  await handheld.tap({ css: "input[name=username]" });
  await handheld.evaluate("document.activeElement.select()");
  await handheld.insert(user.userName);
  await handheld.tap({ css: "input[type=password]" });
  await handheld.insert(secret);
  await handheld.tap(button);
}

describe.each(OLDEST)("a phone of one's own in %s", (browser) => {
  test("logs in with the password, with the PIN where that is wrong, and out again", async () => {
    const box = await aBox();
    const handheld = await aHandheld({ browser });
    await handheld.open(`${box.url}/`);
    await handheld.tap("Log in");
    await handheld.see("User name");
    expect(await handheld.axe()).toEqual([]);
    await handheld.screenshot(`login-${browser}`);
    await logIn(handheld, "not the password");
    await handheld.see("Wrong user name or password. Try again.");
    await handheld.see("You can also log in with your PIN.");
    expect(await handheld.textOf("input[type=password]")).toBe("");
    await handheld.tap("Use PIN");
    await logIn(handheld, "9999");
    await handheld.see("Wrong PIN. Try again.");
    expect(await handheld.evaluate("document.body.innerText")).not.toContain("Invalid credentials");
    await logIn(handheld, user.pin);
    await handheld.until("location.hash === '#/count'");
    const [token] = /eyJ[\w.-]+/.exec(await everythingKept(handheld)) ?? [""];
    expect((await box.with(token).get("/api/me")).status).toBe(200);
    await goTo(handheld, "/more");
    await handheld.tap("Log out");
    await handheld.see("Welcome");
    expect((await box.with(token).get("/api/me")).status).toBe(401);
    expect(await everythingKept(handheld)).not.toMatch(/accessToken|Uma/);
  });

  test("is told of a wrong password and PIN in Czech", async () => {
    const box = await aBox();
    const handheld = await aHandheld({ browser, language: "cs" });
    await handheld.open(`${box.url}/#/login`);
    await logIn(handheld, "not the password", "Přihlásit");
    await handheld.see("Chybné uživatelské jméno nebo heslo. Zkuste to znovu.");
    await handheld.tap("Použít PIN");
    await logIn(handheld, "9999", "Přihlásit");
    await handheld.see("Chybný PIN. Zkuste to znovu.");
  });

  test("logs in with the password at once, and neither password nor PIN is kept", async () => {
    const box = await aBox();
    const handheld = await aHandheld({ browser });
    await handheld.open(`${box.url}/#/login`);
    await logIn(handheld, user.password);
    await handheld.until("location.hash === '#/count'");
    const all = await everythingKept(handheld);
    expect(all).toContain("accessToken");
    expect(all).not.toContain(user.password);
  });
});
