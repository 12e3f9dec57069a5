import type { Session } from "./devtools.ts";

/** What was wrong on a page and in its workers, in the order in which it came. */
export interface Watch {
  readonly complaints: string[];
  /** Pages and requests of this origin are meant. */
  allow(origin: string): void;
  /** Cuts the network, or mends it, for the page and all its workers. */
  offline(isOffline: boolean): Promise<void>;
}

/**
 * Listens to a page and to each worker that it starts: errors of scripts, errors on the console, refusals of the content
 * policy, requests to anybody but the box. A failed request is none (a 404 of an unknown code is daily bread).
 * Of a service worker Chromium 77 tells nothing and takes no command: it shows a stand-in for it.
 */
export async function watch(page: Session, sessionOf: (id: string) => Session): Promise<Watch> {
  const complaints: string[] = [];
  const origins = new Set<string>();
  // Cut by themselves; a page's own worker goes with the page.
  const services = new Map<string, Session>();
  let isOffline = false;
  const cut = (session: Session) =>
    session.send("Network.emulateNetworkConditions", {
      offline: isOffline,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput: -1,
    });

  async function listen(session: Session, isService = false): Promise<void> {
    session.on("Runtime.exceptionThrown", ({ exceptionDetails: { exception, text } }) => {
      // How a service worker says that the box did not answer it: it has nobody else to tell.
      if (isService && exception?.description?.startsWith("TypeError: Failed to fetch")) return;
      complaints.push(`error: ${exception?.description ?? text}`);
    });
    session.on("Runtime.consoleAPICalled", ({ type, args }) => {
      if (type !== "error" && type !== "assert") return;
      complaints.push(`console: ${args.map(({ value, description }) => value ?? description).join(" ")}`);
    });
    session.on("Log.entryAdded", ({ entry: { level, source, text, url } }) => {
      // A worker's error comes by its own session.
      if (level !== "error" || source === "network" || source === "worker") return;
      // Chromium 77 does not know this part of the box's policy, and goes by the rest.
      if (text.includes("invalid source: ''wasm-unsafe-eval''")) return;
      complaints.push(`${source}: ${text} ${url ?? ""}`.trim());
    });
    session.on("Network.requestWillBeSent", ({ request: { url } }) => {
      if (/^https?:/.test(url) && !origins.has(new URL(url).origin)) complaints.push(`elsewhere: ${url}`);
    });
    session.on("Target.attachedToTarget", ({ sessionId, targetInfo: { type } }) => {
      void begin(sessionId, type === "service_worker");
    });
    session.on("Target.detachedFromTarget", ({ sessionId }) => void services.delete(sessionId));
    await Promise.all([session.send("Runtime.enable"), session.send("Network.enable")]);
  }

  // A worker waits until it is listened to.
  async function begin(id: string, isService: boolean): Promise<void> {
    const worker = sessionOf(id);
    try {
      if (isService) services.set(id, worker);
      // All at once: a service worker answers none of them before the last.
      await Promise.all([
        listen(worker, isService),
        worker.send("Runtime.runIfWaitingForDebugger"),
        ...(isService && isOffline ? [cut(worker)] : []),
      ]);
    } catch (error) {
      // It may have ended meanwhile.
      if (!/has ended|not found|closed/i.test(String(error))) complaints.push(`worker: ${error}`);
    }
  }

  await listen(page);
  await page.send("Log.enable");
  await page.send("Target.setAutoAttach", { autoAttach: true, waitForDebuggerOnStart: true, flatten: true });
  return {
    complaints,
    allow: (origin) => void origins.add(origin),
    async offline(now) {
      isOffline = now;
      await Promise.all([page, ...services.values()].map(cut));
    },
  };
}
