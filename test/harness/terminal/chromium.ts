import type { Readable, Writable } from "node:stream";
import current from "@sparticuz/chromium";
import { VISIBLE_BROWSER } from "../browser.ts";
import { startGroup } from "../process-group.ts";
import { chromium77 } from "./chromium77.ts";
import { DevToolsConnection, type Session } from "./devtools.ts";

/** The oldest browser that the terminal promises, and today's. */
export type BrowserName = "chromium77" | "current";

export type Theme = "light" | "dark";
/** As Chromium 77 numbers them. */
const THEMES: Readonly<Record<Theme, number>> = { dark: 1, light: 2 };

/** An address that only loopback answers, yet no secure context as loopback itself is: a box in a LAN over plain HTTP. */
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
  // A page in the background works on as the one in front.
  "--disable-background-timer-throttling",
  "--disable-renderer-backgrounding",
  "--disable-backgrounding-occluded-windows",
  // No request of the browser's own.
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--disable-quic",
  "--no-first-run",
];

export interface Launch {
  readonly browser: BrowserName;
  /** The folder in which it keeps what pages store. Without it nothing outlives the browser. */
  readonly profile?: string;
  /** What its camera sees (Y4M or MJPEG), without a question to the user. */
  readonly camera?: string;
  /** What its user likes: Chromium 77 learns it at its start, today's with each page. */
  readonly theme?: Theme;
}

/** A browser's process, and the way to talk to it. */
export interface Chromium {
  readonly pid: number;
  readonly session: (id?: string) => Session;
  /** Ends it and its children at once, as a power cut does. Returns when it has gone. */
  kill(): Promise<void>;
}

/** Starts a browser. Throws when it does not come up. */
export async function launch({ browser, profile, camera, theme }: Launch): Promise<Chromium> {
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
  const wire = new DevToolsConnection(output as Writable, input as Readable);
  group.child.once("exit", () => wire.end(`${browser} has ended`));
  await wire.session().send("Browser.getVersion");
  return { pid: group.pid, session: (id) => wire.session(id), kill: group.kill };
}

const cameraFlags = (file: string) => [
  "--use-fake-ui-for-media-stream",
  "--use-fake-device-for-media-stream",
  `--use-file-for-fake-video-capture=${file}`,
];
