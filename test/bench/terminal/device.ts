import { setTimeout as pause } from "node:timers/promises";
import { type BrowserName, type Chromium, launchChromium } from "../../harness/terminal/chromium.ts";
import type { Session } from "../../harness/terminal/devtools.ts";
import { Tab } from "../../harness/terminal/tab.ts";
import { watchPage } from "../../harness/terminal/watch.ts";

/** A page of a measured browser. */
export interface MeasuredTab {
  readonly tab: Tab;
  readonly session: Session;
}

/** A browser to measure, its storage on the project's disk. */
export interface Device {
  /** A page; `isCold`: nothing is stored or cached for it. */
  open(options?: { readonly isCold?: boolean }): Promise<MeasuredTab>;
  kill(): Promise<void>;
}

/** Starts a browser on a profile of its own. */
export async function startDevice(browser: BrowserName, profile: string): Promise<Device> {
  const chromium = await launchChromium({ browser, profile });
  return { open: ({ isCold = false } = {}) => openTab(chromium, isCold), kill: () => chromium.kill() };
}

async function openTab(chromium: Chromium, isCold: boolean): Promise<MeasuredTab> {
  const root = chromium.session();
  const context = isCold ? await root.send("Target.createBrowserContext") : null;
  const { targetId } = await root.send("Target.createTarget", { url: "about:blank", ...context });
  const { sessionId } = await root.send("Target.attachToTarget", { targetId, flatten: true });
  const session = chromium.session(sessionId);
  await session.send("Page.enable");
  await session.send("Emulation.setDeviceMetricsOverride", {
    width: 360,
    height: 640,
    deviceScaleFactor: 2,
    mobile: true,
  });
  await session.send("Emulation.setFocusEmulationEnabled", { enabled: true });
  const tab = new Tab(session, await watchPage(session, chromium.session), (url) => url);
  return { tab, session };
}

/** A scanner's pace within a code. */
const KEY_MS = 5;

/** Types a code as a scanner does; the browser reports the time of each key. */
export async function typeCode(session: Session, code: string): Promise<void> {
  for (const text of code) {
    const key = { key: text, windowsVirtualKeyCode: text.charCodeAt(0) };
    void session.send("Input.dispatchKeyEvent", { type: "keyDown", ...key, text });
    void session.send("Input.dispatchKeyEvent", { type: "keyUp", ...key });
    await pause(KEY_MS);
  }
  const enter = { key: "Enter", code: "Enter", windowsVirtualKeyCode: 13 };
  void session.send("Input.dispatchKeyEvent", { type: "keyDown", ...enter, text: "\r" });
  await session.send("Input.dispatchKeyEvent", { type: "keyUp", ...enter });
}
