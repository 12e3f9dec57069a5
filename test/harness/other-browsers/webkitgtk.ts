import type { Readable } from "node:stream";
import { setTimeout as pause } from "node:timers/promises";
import { freePort } from "../free-port.ts";
import { outputOf } from "../output.ts";
import { type ProcessGroup, startGroup } from "../process-group.ts";
import { type Driver, PageLeft } from "./driver.ts";

const MINI_BROWSER = "/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser";
const [WIDTH, HEIGHT] = [360, 640];

/** A running WebKitGTK with one page. Stored data are kept in memory: WebKitGTK offers nothing else to WebDriver. */
export interface WebKitGtk {
  readonly driver: Driver;
  /** Closes the tab and opens another. */
  closeTab(): Promise<void>;
  kill(): Promise<void>;
}

/** Starts Debian's WebKitGTK on a virtual screen of its own, driven by WebDriver. Throws when it does not come up. */
export async function startWebKitGtk(home: string): Promise<WebKitGtk> {
  const screen = await startScreen();
  const port = await freePort();
  const driver = await startGroup("WebKitWebDriver", [`--port=${port}`, "--host=127.0.0.1"], {
    stdio: ["ignore", "pipe", "pipe"],
    env: { PATH: process.env["PATH"], HOME: home, DISPLAY: screen.display, LANG: "C.UTF-8", LANGUAGE: "en" },
  });
  const complaints = errorsIn(driver.child.stdout as Readable);
  const root = `http://127.0.0.1:${port}`;
  await isListening(root);
  const session = await command<{ sessionId: string }>(root, "/session", {
    capabilities: {
      alwaysMatch: {
        "webkitgtk:browserOptions": {
          binary: MINI_BROWSER,
          args: [
            "--automation",
            "--full-screen",
            `--geometry=${WIDTH}x${HEIGHT}`,
            "--enable-write-console-messages-to-stdout=true",
          ],
        },
      },
    },
  });
  const page = `${root}/session/${session.sessionId}`;
  return {
    driver: driverOf(page, complaints),
    async closeTab() {
      const { handle } = await command<{ handle: string }>(page, "/window/new", { type: "tab" });
      await command(page, "/window", undefined, "DELETE");
      await command(page, "/window", { handle });
    },
    async kill() {
      await driver.kill();
      await screen.group.kill();
    },
  };
}

function driverOf(page: string, complaints: readonly string[]): Driver {
  return {
    navigate: (url) => command(page, "/url", { url }),
    reload: () => command(page, "/refresh", {}),
    async evaluate(script) {
      const body = { script: `${RUN}(() => ${script})`, args: [] };
      const { value, error } = await command<Outcome>(page, "/execute/async", body).catch(leftOr);
      if (error !== undefined) throw new Error(error);
      return String(value);
    },
    perform: (sequence) => command(page, "/actions", { actions: [sequence] }),
    capture: () => command<string>(page, "/screenshot"),
    errors: () => complaints,
  };
}

interface Outcome {
  readonly value?: string;
  readonly error?: string;
}

// WebDriver would wait for a rejected promise until its timeout.
const RUN = `const done = arguments[0];
(async (run) => {
  try { done({ value: await run() }); } catch (error) { done({ error: String(error) }); }
})`;

/** Sends a command, by GET without a body. Throws the driver's error. */
async function command<Result>(
  root: string,
  path: string,
  body?: object,
  method = body === undefined ? "GET" : "POST",
): Promise<Result> {
  const response = await fetch(root + path, {
    method,
    ...(body && { body: JSON.stringify(body) }),
  });
  const { value } = (await response.json()) as { value: never };
  if (response.ok) return value;
  const { error, message } = value as { error: string; message: string };
  throw new Error(`${path}: ${error}: ${message}`);
}

function leftOr(error: unknown): never {
  if (/javascript error|no such (frame|window)|page was/i.test(String(error)))
    throw new PageLeft(String(error));
  throw error;
}

/** Collects errors that the page writes to its console. */
function errorsIn(output: Readable): readonly string[] {
  const complaints: string[] = [];
  output.setEncoding("utf8").on("data", (piece: string) => {
    const lines = piece.split("\n").filter((line) => /^CONSOLE \S+ ERROR/.test(line));
    complaints.push(...lines);
  });
  return complaints;
}

async function startScreen(): Promise<{ readonly group: ProcessGroup; readonly display: string }> {
  const args = ["-displayfd", "3", "-screen", "0", `${WIDTH}x${HEIGHT}x24`, "-nolisten", "tcp"];
  const group = await startGroup("Xvfb", args, { stdio: ["ignore", "ignore", "ignore", "pipe"] });
  const display = await outputOf(group.child.stdio[3] as Readable, /^(\d+)\n/);
  return { group, display: `:${display}` };
}

async function isListening(root: string): Promise<void> {
  for (const end = performance.now() + 15_000; ; await pause(50)) {
    try {
      await command(root, "/status");
      return;
    } catch (error) {
      if (performance.now() > end) throw error;
    }
  }
}
