import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished } from "vitest";
import { SharedBrowsers } from "./shared-browsers.ts";
import {
  type BrowserName,
  type Chromium,
  launchChromium,
  PLAIN_HOST,
  type Theme,
} from "./terminal/chromium.ts";
import type { Session } from "./terminal/devtools.ts";
import { HOLD_TIMERS } from "./terminal/keyboard.ts";
import { Tab } from "./terminal/tab.ts";
import { watchPage } from "./terminal/watch.ts";

const WITH_ALL = process.env["ALL_BROWSERS"] === "1";

/** Both browsers, for `describe.each(BROWSERS)`. */
export const BROWSERS: readonly BrowserName[] = ["chromium77", "current"];
/** The oldest browser, for tests that need only one; both with `ALL_BROWSERS=1`. */
export const OLDEST: readonly BrowserName[] = WITH_ALL ? BROWSERS : ["chromium77"];

export interface TerminalOptions {
  readonly browser: BrowserName;
  /** The folder of stored data (`createProfile`). The browser can be killed, and another one started on the same folder. */
  readonly profile?: string;
  /** False: the server's address is http://192.168.1.20, which is no secure context. Default: loopback, which is one. */
  readonly secure?: boolean;
  readonly language?: string;
  /** The preferred color scheme; by default the browser's (77: none, current: light). */
  readonly theme?: Theme;
  /** The size of the screen; by default 360 × 640 px. */
  readonly width?: number;
  readonly height?: number;
  /** The camera's picture, a Y4M or MJPEG file. */
  readonly camera?: string;
  /**
   * Whether the page may have a service worker; by default with a profile or ALL_BROWSERS=1. Its installation loads the
   * whole client again, a third of the time of a short test.
   */
  readonly serviceWorker?: boolean;
  /** A script that runs before those of each page. */
  readonly initScript?: string;
  /** The test expects errors and checks them itself. */
  readonly allowErrors?: boolean;
}

/** A browser of a handheld with a touch screen, and its first page. */
export interface Terminal extends Tab {
  /** Another page of the same browser. */
  newTab(): Promise<Tab>;
  /** Kills the browser, as an empty battery does. Throws without a profile, because such browsers are shared. */
  kill(): Promise<void>;
}

const USER_AGENTS: Readonly<Record<BrowserName, string>> = {
  chromium77:
    "Mozilla/5.0 (Linux; Android 8.1.0; MC330K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/77.0.3844.0 Safari/537.36",
  current:
    "Mozilla/5.0 (Linux; Android 13; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/153.0.0.0 Mobile Safari/537.36",
};

// As over plain HTTP, where browsers have none.
const WITHOUT_SERVICE_WORKER = "delete Navigator.prototype.serviceWorker";

// A start takes a second, so all tests of a process share one browser of each kind. Each test has its own context.
const shared = new SharedBrowsers<Chromium>();

/** Opens a handheld's browser, and closes it when the test ends. Expects that there was no error. */
export async function openTerminal(options: TerminalOptions): Promise<Terminal> {
  const { browser, profile, camera, theme } = options;
  const isOwn = (profile ?? camera) !== undefined;
  const { serviceWorker = profile !== undefined || WITH_ALL } = options;
  const chromium = await (isOwn ? launchChromium(options) : sharedBrowser(browser, theme));
  const root = chromium.session();
  // The default context is the one that is stored in the profile.
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
    await emulateDevice(page, options);
    if (!serviceWorker)
      await page.send("Page.addScriptToEvaluateOnNewDocument", { source: WITHOUT_SERVICE_WORKER });
    await page.send("Page.addScriptToEvaluateOnNewDocument", { source: HOLD_TIMERS });
    if (options.initScript !== undefined)
      await page.send("Page.addScriptToEvaluateOnNewDocument", { source: options.initScript });
    const pageWatch = await watchPage(page, chromium.session);
    const tab = new Tab(page, pageWatch, (url) => (options.secure === false ? plainHttpAddress(url) : url));
    tabs.push(tab);
    return tab;
  };
  const kill = () => {
    if (!isOwn) throw new Error("only a browser with a profile can be killed; others are shared");
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

/** Chromium 77 gets its theme at its start, so it needs a browser for each theme. */
function sharedBrowser(browser: BrowserName, theme: Theme | undefined): Promise<Chromium> {
  const start = browser === "chromium77" && theme ? { browser, theme } : { browser };
  return shared.get(Object.values(start).join(), (forget) => launchChromium(start, forget));
}

/** Emulates the device: screen, touch, user agent, language and theme. */
async function emulateDevice(
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

const plainHttpAddress = (url: string) =>
  url.replace(/^http:\/\/(127\.0\.0\.1|localhost)\b/, `http://${PLAIN_HOST}`);
