import type { Readable, Writable } from "node:stream";
import current from "@sparticuz/chromium";
import { VISIBLE_BROWSER } from "../browser.ts";
import { startGroup } from "../process-group.ts";
import { chromium77 } from "./chromium77.ts";
import { DevToolsConnection, type Session } from "./devtools.ts";

/** The oldest supported browser of the terminal, and the current one. */
export type BrowserName = "chromium77" | "current";

export type Theme = "light" | "dark";
/** As Chromium 77 numbers them. */
const THEMES: Readonly<Record<Theme, number>> = { dark: 1, light: 2 };

/** An address of a server in a LAN over plain HTTP: no secure context. It is mapped to loopback, which would be one. */
export const PLAIN_HOST = "192.168.1.20";

const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-software-rasterizer",
  "--disable-dev-shm-usage",
  "--hide-scrollbars",
  "--mute-audio",
  "--password-store=basic",
  "--remote-debugging-pipe",
  `--host-resolver-rules=MAP ${PLAIN_HOST} 127.0.0.1`,
  // Pages in the background run at full speed.
  "--disable-background-timer-throttling",
  "--disable-renderer-backgrounding",
  "--disable-backgrounding-occluded-windows",
  // The browser sends no requests of its own.
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--disable-quic",
  "--no-first-run",
];

export interface Launch {
  readonly browser: BrowserName;
  /** The folder of stored data. Without it nothing is stored after the end. */
  readonly profile?: string;
  /** The camera's picture (Y4M or MJPEG). The permission is granted. */
  readonly camera?: string;
  /** The preferred color scheme. Chromium 77 gets it at its start, the current one with each page. */
  readonly theme?: Theme;
}

/** A browser process and its DevTools sessions. */
export interface Chromium {
  readonly pid: number;
  readonly session: (id?: string) => Session;
  /** Kills it and its child processes, as a power cut does. Resolves when they have ended. */
  kill(): Promise<void>;
}

/** Starts a browser. Throws when it does not start. `onEnd` is called when it has ended. */
export async function launchChromium(
  { browser, profile, camera, theme }: Launch,
  onEnd = () => {},
): Promise<Chromium> {
  const isVisible = browser === "current" && VISIBLE_BROWSER !== undefined;
  const program =
    browser === "chromium77" ? await chromium77() : (VISIBLE_BROWSER ?? (await current.executablePath()));
  const flags = [
    ...(isVisible ? [] : ["--headless"]),
    ...FLAGS,
    ...(profile ? [`--user-data-dir=${profile}`] : []),
    ...(camera ? cameraFlags(camera) : []),
    ...(theme && browser === "chromium77" ? [`--blink-settings=preferredColorScheme=${THEMES[theme]}`] : []),
    "about:blank",
  ];
  const group = await startGroup(program, flags, { stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"] });
  const [, , , output, input] = group.child.stdio;
  const devTools = new DevToolsConnection(output as Writable, input as Readable);
  group.child.once("exit", () => {
    devTools.end(`${browser} has ended`);
    onEnd();
  });
  await devTools.session().send("Browser.getVersion");
  return { pid: group.pid, session: (id) => devTools.session(id), kill: group.kill };
}

const cameraFlags = (file: string) => [
  "--use-fake-ui-for-media-stream",
  "--use-fake-device-for-media-stream",
  `--use-file-for-fake-video-capture=${file}`,
];
