import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished } from "vitest";
import { type BrowserName, type Chromium, launch, PLAIN_HOST, type Theme } from "./terminal/chromium.ts";
import type { Session } from "./terminal/devtools.ts";
import { Tab } from "./terminal/tab.ts";
import { watch } from "./terminal/watch.ts";

const WITH_ALL = process.env["ALL_BROWSERS"] === "1";

/** Both, for `describe.each(BROWSERS)`: a terminal's test is written once and runs in each. */
export const BROWSERS: readonly BrowserName[] = ["chromium77", "current"];
/** For what needs no second look in another browser: the oldest one, or both with `ALL_BROWSERS=1`. */
export const OLDEST: readonly BrowserName[] = WITH_ALL ? BROWSERS : ["chromium77"];

export interface TerminalOptions {
  readonly browser: BrowserName;
  /** Where it keeps what pages store (`createProfile`): it can be killed, and another opened on the same. */
  readonly profile?: string;
  /** False: the box is reached as http://192.168.1.20, which is no secure context. Else by loopback, which is one. */
  readonly secure?: boolean;
  readonly language?: string;
  /** What the device's user likes; without it what the browser says (77: nothing, today's: light). */
  readonly theme?: Theme;
  /** Another screen than the usual one of 360 × 640 px. */
  readonly width?: number;
  readonly height?: number;
  /** A Y4M or MJPEG that its camera sees. */
  readonly camera?: string;
  /**
   * The page may have a service worker: with a profile and with ALL_BROWSERS=1, else only where it is asked for. Its
   * installation loads the whole client once more, a third of what a short test takes.
   */
  readonly serviceWorker?: boolean;
  /** The test expects complaints and looks at them itself. */
  readonly allowErrors?: boolean;
}

/** A handheld in a person's hand: its page in front, 360 × 640, touched with a finger. */
export interface Terminal extends Tab {
  /** Another page of the same browser. */
  newTab(): Promise<Tab>;
  /** Ends the browser at once, as an empty battery does; only one with a profile, for others share theirs. */
  kill(): Promise<void>;
}

const USER_AGENTS: Readonly<Record<BrowserName, string>> = {
  chromium77:
    "Mozilla/5.0 (Linux; Android 8.1.0; MC330K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/77.0.3844.0 Safari/537.36",
  current:
    "Mozilla/5.0 (Linux; Android 13; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/153.0.0.0 Mobile Safari/537.36",
};

// As it is over plain HTTP. The plain one has none anyway.
const WITHOUT_SERVICE_WORKER = "delete Navigator.prototype.serviceWorker";

// A start takes a second: all tests of a process share one of each kind, which ends with it; each has a context of its own there.
const shared = new Map<string, Promise<Chromium>>();

/** A handheld, closed when the test ends; then it must have had no complaint. */
export async function openTerminal(options: TerminalOptions): Promise<Terminal> {
  const { browser, profile, camera, theme } = options;
  const isOwn = (profile ?? camera) !== undefined;
  const { serviceWorker = profile !== undefined || WITH_ALL } = options;
  const chromium = await (isOwn ? launch(options) : sharedBrowser(browser, theme));
  const root = chromium.session();
  // The browser's own context is the one that its profile keeps.
  const context = isOwn ? null : await root.send("Target.createBrowserContext");
  let isClosed = false;
  const tabs: Tab[] = [];
  const close = async () => {
    if (isClosed) return;
    isClosed = true;
    if (context) await root.send("Target.disposeBrowserContext", context);
    else await chromium.kill();
  };
  onTestFinished(async () => {
    await close();
    if (!options.allowErrors) expect(tabs.flatMap((tab) => tab.errors())).toEqual([]);
  });

  const newTab = async () => {
    const { targetId } = await root.send("Target.createTarget", { url: "about:blank", ...context });
    const { sessionId } = await root.send("Target.attachToTarget", { targetId, flatten: true });
    const page = chromium.session(sessionId);
    await dress(page, options);
    if (!serviceWorker)
      await page.send("Page.addScriptToEvaluateOnNewDocument", { source: WITHOUT_SERVICE_WORKER });
    const watched = await watch(page, chromium.session);
    const tab = new Tab(page, watched, (url) => (options.secure === false ? plain(url) : url));
    tabs.push(tab);
    return tab;
  };
  const kill = () => {
    if (!isOwn) throw new Error("this browser is shared: only one with a profile may be killed");
    return close();
  };
  return Object.assign(await newTab(), { newTab, kill });
}

/** An empty folder for a browser's profile, removed when the test ends. */
export async function createProfile(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "tallybox-profile-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 10 }));
  return folder;
}

/** One for each theme of Chromium 77, which learns it at its start; today's learns it with each page. */
function sharedBrowser(browser: BrowserName, theme: Theme | undefined): Promise<Chromium> {
  const start = browser === "chromium77" && theme ? { browser, theme } : { browser };
  const name = Object.values(start).join();
  const running = shared.get(name) ?? launch(start);
  shared.set(name, running);
  return running;
}

/** Makes a page what it is on the device: small, sharp, touched, in its language. */
async function dress(
  page: Session,
  { browser, language = "en", theme, width = 360, height = 640 }: TerminalOptions,
): Promise<void> {
  await page.send("Page.enable");
  await page.send("Emulation.setDeviceMetricsOverride", {
    width,
    height,
    deviceScaleFactor: 2,
    mobile: true,
    screenWidth: width,
    screenHeight: height,
  });
  await page.send("Emulation.setTouchEmulationEnabled", { enabled: true, maxTouchPoints: 5 });
  await page.send("Emulation.setFocusEmulationEnabled", { enabled: true });
  await page.send("Emulation.setUserAgentOverride", {
    userAgent: USER_AGENTS[browser],
    acceptLanguage: language,
  });
  if (!theme || browser === "chromium77") return;
  const features = [{ name: "prefers-color-scheme", value: theme }];
  await page.send("Emulation.setEmulatedMedia", { features });
}

const plain = (url: string) => url.replace(/^http:\/\/(127\.0\.0\.1|localhost)\b/, `http://${PLAIN_HOST}`);
