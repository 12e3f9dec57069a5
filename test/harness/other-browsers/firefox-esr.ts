import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { outputOf } from "../output.ts";
import { startGroup } from "../process-group.ts";
import { BidiConnection } from "./bidi.ts";
import { type Driver, PageLeft } from "./driver.ts";

/** Firefox's remote agent turns off most background services; these settings turn off the others. */
const PREFERENCES = {
  // Only loopback is reachable: all other requests go to a proxy that does not exist.
  "network.proxy.type": 1,
  "network.proxy.http": "127.0.0.1",
  "network.proxy.http_port": 9,
  "network.proxy.ssl": "127.0.0.1",
  "network.proxy.ssl_port": 9,
  "network.proxy.no_proxies_on": "127.0.0.1, localhost",
  "network.proxy.failover_direct": false,
  "network.captive-portal-service.enabled": false,
  "network.connectivity-service.enabled": false,
  "network.dns.disablePrefetch": true,
  "browser.safebrowsing.malware.enabled": false,
  "browser.safebrowsing.phishing.enabled": false,
  "media.gmp-manager.updateEnabled": false,
  "datareporting.policy.dataSubmissionEnabled": false,
  "app.normandy.enabled": false,
  "intl.accept_languages": "en",
  // As on a terminal: a scrollbar takes no width.
  "ui.useOverlayScrollbars": 1,
} as const;

/** A running Firefox with one page. */
export interface FirefoxEsr {
  readonly driver: Driver;
  /** Kills it, as an empty battery does. */
  kill(): Promise<void>;
}

/** Starts Debian's Firefox ESR on a profile folder, driven by WebDriver BiDi. Throws when it does not come up. */
export async function startFirefoxEsr(profile: string): Promise<FirefoxEsr> {
  const lines = Object.entries(PREFERENCES).map(([name, value]) => {
    return `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`;
  });
  await writeFile(join(profile, "user.js"), lines.join(""));
  const args = ["--headless", "--no-remote", "--profile", profile, "--remote-debugging-port", "0"];
  const { child, kill } = await startGroup("firefox-esr", [...args, "about:blank"], {
    stdio: ["ignore", "ignore", "pipe"],
    env: { ...process.env, HOME: profile },
  });
  const address = await outputOf(child.stderr as Readable, /^WebDriver BiDi listening on (ws:\S+)$/m);
  const bidi = await BidiConnection.open(`${address}/session`);
  await bidi.send("session.new", { capabilities: { alwaysMatch: {} } });
  const tree = await bidi.send<{ contexts: { context: string }[] }>("browsingContext.getTree");
  const context = tree.contexts[0]?.context;
  const complaints: string[] = [];
  bidi.onEvent((method, params) => {
    const { level, text } = params as { readonly level?: string; readonly text?: string };
    if (method !== "log.entryAdded" || level !== "error") return;
    // Firefox logs this when a page is left while its files are loading.
    if (text?.includes("A ServiceWorker intercepted the request")) return;
    // As above, for a font: NS_BINDING_ABORTED.
    if (text?.includes("downloadable font: download failed") && text.includes("status=2152398850")) return;
    complaints.push(`console: ${text}`);
  });
  await bidi.send("session.subscribe", { events: ["log.entryAdded"] });
  await bidi.send("browsingContext.setViewport", {
    context,
    viewport: { width: 360, height: 640 },
    devicePixelRatio: 2,
  });
  const driver: Driver = {
    async navigate(url) {
      await bidi.send("browsingContext.navigate", { context, url, wait: "complete" });
    },
    async reload() {
      await bidi.send("browsingContext.reload", { context, wait: "complete" });
    },
    async evaluate(expression) {
      const result = await bidi
        .send<Evaluated>("script.evaluate", { expression, target: { context }, awaitPromise: true })
        .catch(leftOr);
      if (result.type === "success") return String(result.result.value);
      throw new Error(result.exceptionDetails.text);
    },
    async perform(sequence) {
      await bidi.send("input.performActions", { context, actions: [sequence] });
    },
    async capture() {
      return (await bidi.send<{ data: string }>("browsingContext.captureScreenshot", { context })).data;
    },
    errors: () => complaints,
  };
  return {
    driver,
    async kill() {
      bidi.close();
      await kill();
    },
  };
}

type Evaluated =
  | { readonly type: "success"; readonly result: { readonly value?: unknown } }
  | { readonly type: "exception"; readonly exceptionDetails: { readonly text: string } };

function leftOr(error: unknown): never {
  if (/no such frame|Actor|destroyed|discarded/i.test(String(error))) throw new PageLeft(String(error));
  throw error;
}
