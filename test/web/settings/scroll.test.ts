import { describe, expect, test } from "vitest";
import { startServer } from "../../harness/server.ts";
import { OLDEST, openTerminal, type Terminal } from "../../harness/terminal.ts";
import { logInTerminal, person, typePin } from "../access/log-in.ts";

const scroll = (terminal: Terminal, y: number) =>
  terminal.until(`(scrollTo(0, ${y}), Math.abs(scrollY - ${y}) < 1)`);

describe.each(OLDEST)("a screen in %s", (browser) => {
  test("opened from the end of another one starts at its top, and Back restores the position", async () => {
    const server = await startServer();
    const terminal = await openTerminal({ browser });
    await logInTerminal(terminal, server, "user");
    for (const [row, title] of [
      ["Scanner and sounds", "Scanner"],
      ["Storage", "Storage"],
    ]) {
      await terminal.goTo("/more");
      await terminal.until(`document.querySelector("h1").innerText === "More"`);
      await scroll(terminal, 300);
      await terminal.evaluate(
        "void addEventListener('click', () => (window.leftAt = scrollY), { capture: true, once: true })",
      );
      await terminal.tap(String(row));
      await terminal.until(`document.querySelector("h1").innerText === "${title}"`);
      await expect.poll(() => terminal.evaluate("scrollY")).toBe(0);
      await terminal.tap("Back");
      await terminal.until("document.querySelector('h1').innerText === 'More' && scrollY === leftAt");
      await expect.poll(() => terminal.evaluate("leftAt")).toBeGreaterThan(50);
      await terminal.evaluate("void history.forward()");
      await terminal.until(`document.querySelector("h1").innerText === "${title}" && scrollY === 0`);
    }
  });

  test("is locked by a login screen at its top, has its position again for the same user, and starts at its top for another", async () => {
    const server = await startServer();
    const terminal = await openTerminal({ browser });
    await logInTerminal(terminal, server, "user");
    await terminal.goTo("/settings/scanner");
    await terminal.see("Volume");
    await scroll(terminal, 700);
    await terminal.tap({ css: "button.is-user" });
    await terminal.see("Who's counting?");
    await expect.poll(() => terminal.evaluate("scrollY")).toBe(0);
    await terminal.tap(person("user").fullName);
    await typePin(terminal, person("user").pin);
    await terminal.see("Volume");
    await terminal.until("scrollY === 700");
    await terminal.tap({ css: "button.is-user" });
    await terminal.tap(person("manager").fullName);
    await typePin(terminal, person("manager").pin);
    await terminal.see("Volume");
    await terminal.see(person("manager").fullName);
    await expect.poll(() => terminal.evaluate("scrollY")).toBe(0);
  });
});
