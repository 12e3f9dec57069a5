import { expect } from "vitest";
import type { TestServer } from "../../harness/server.ts";
import type { BrowserName } from "../../harness/terminal/chromium.ts";
import type { Terminal, TerminalOptions } from "../../harness/terminal.ts";
import { openTerminalAs } from "../beyond/open-terminal.ts";

/** Opens the kiosk on a shared terminal of the Manager. Uma and Max have a badge. No visit ends by itself. */
export async function openKiosk(
  server: TestServer,
  browser: BrowserName,
  { initScript = "", ...options }: Omit<TerminalOptions, "browser" | "language"> = {},
): Promise<Terminal> {
  await server.admin.put("/api/users/3", { badgeCode: "BADGE-UMA" });
  await server.admin.put("/api/users/2", { badgeCode: "BADGE-MAX" });
  const script = `${withClock()};${initScript}`;
  const given = { ...options, browser, as: "manager", goesOffline: true, initScript: script } as const;
  const terminal = await openTerminalAs(server, given);
  await terminal.goTo("/kiosk");
  await expect.poll(() => terminal.axe()).toEqual([]);
  await terminal.screenshot(`kiosk-settings-${browser}`);
  await terminal.tap("Start and lock the terminal");
  await terminal.see("Scan your badge");
  return terminal;
}

/**
 * Script: the page's clock stands still, over reloads too, and is ahead by `window.ahead` ms; each vibration is recorded. A scan is as
 * old as the time since its last key, so the time of the page is that of the last key. What the server says of the time would not
 * fit these clocks: a loaded list would seem to be newer than what is sent after it.
 */
const withClock = () => `(() => {
  window.ahead = 0;
  Date.now = () => ${Date.now()} + window.ahead;
  let pressedAt = performance.now();
  performance.now = () => pressedAt;
  window.addEventListener("keydown", ({ timeStamp }) => void (pressedAt = timeStamp), true);
  const header = Headers.prototype.get;
  Headers.prototype.get = function (name) {
    return name.toLowerCase() === "date" ? null : header.call(this, name);
  };
  window.shakes = [];
  navigator.vibrate = (pattern) => { window.shakes.push(pattern.join(" ")); return true; };
})()`;
