import type { Session } from "./devtools.ts";

/** The errors of a page and of its workers, in order of arrival. */
export interface Watch {
  readonly errors: string[];
  /** Allows pages and requests of this origin. */
  allow(origin: string): void;
  /** Cuts the network of the page and all its workers, or restores it. */
  setOffline(isOffline: boolean): Promise<void>;
  /** True while the page waits for an answer of the API, but for one that a test holds back. */
  isLoading(): boolean;
}

/** An answer that takes longer is held back by a test, or the server waits with it. */
const HELD_MS = 2000;

/**
 * Collects the errors of a page and of each worker that it starts: exceptions, errors on the console, violations of the
 * content policy, requests to other servers. A failed request is no error: an unknown code gets 404. Chromium 77 shows a
 * placeholder for a service worker, which reports nothing and accepts no command.
 */
export async function watchPage(page: Session, sessionOf: (id: string) => Session): Promise<Watch> {
  const errors: string[] = [];
  const origins = new Set<string>();
  // Cut separately. A dedicated worker is cut with its page.
  const serviceWorkers = new Map<string, Session>();
  /** When the page sent the requests that have no answer yet. */
  const loading = new Map<string, number>();
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
      // A service worker throws this when the server does not respond.
      if (isService && exception?.description?.startsWith("TypeError: Failed to fetch")) return;
      errors.push(`error: ${exception?.description ?? text}`);
    });
    session.on("Runtime.consoleAPICalled", ({ type, args }) => {
      if (type !== "error" && type !== "assert") return;
      errors.push(`console: ${args.map(({ value, description }) => value ?? description).join(" ")}`);
    });
    session.on("Log.entryAdded", ({ entry: { level, source, text, url } }) => {
      // A worker's session reports the worker's errors.
      if (level !== "error" || source === "network" || source === "worker") return;
      // Chromium 77 does not support this part of the server's content policy, and applies the rest.
      if (text.includes("invalid source: ''wasm-unsafe-eval''")) return;
      errors.push(`${source}: ${text} ${url ?? ""}`.trim());
    });
    session.on("Network.requestWillBeSent", ({ request: { url } }) => {
      if (/^https?:/.test(url) && !origins.has(new URL(url).origin)) errors.push(`other server: ${url}`);
    });
    session.on("Target.attachedToTarget", ({ sessionId, targetInfo: { type } }) => {
      void begin(sessionId, type === "service_worker");
    });
    session.on("Target.detachedFromTarget", ({ sessionId }) => void serviceWorkers.delete(sessionId));
    await Promise.all([session.send("Runtime.enable"), session.send("Network.enable")]);
  }

  // A worker starts when its session has listeners.
  async function begin(id: string, isService: boolean): Promise<void> {
    const worker = sessionOf(id);
    try {
      if (isService) serviceWorkers.set(id, worker);
      // Sent together: a service worker responds to none of them before the last.
      await Promise.all([
        listen(worker, isService),
        worker.send("Runtime.runIfWaitingForDebugger"),
        ...(isService && isOffline ? [cut(worker)] : []),
      ]);
    } catch (error) {
      reportUnlessEnded(error);
    }
  }
  /** Reports an error of a command to a worker, which may have ended meanwhile. */
  function reportUnlessEnded(error: unknown): void {
    if (!/has ended|not found|closed/i.test(String(error))) errors.push(`worker: ${error}`);
  }

  // The browser may end an idle service worker. It pauses the next start of that worker too, under the same session.
  page.on("ServiceWorker.workerVersionUpdated", ({ versions }) => {
    if (!versions.some(({ runningStatus }) => runningStatus === "starting")) return;
    for (const worker of serviceWorkers.values())
      worker.send("Runtime.runIfWaitingForDebugger").catch(reportUnlessEnded);
  });

  page.on("Network.requestWillBeSent", ({ requestId, request: { url, method } }) => {
    if (method === "GET" && /\/api\/(?!events)/.test(url)) loading.set(requestId, performance.now());
  });
  page.on("Network.loadingFinished", ({ requestId }) => void loading.delete(requestId));
  page.on("Network.loadingFailed", ({ requestId }) => void loading.delete(requestId));

  await listen(page);
  await Promise.all([page.send("Log.enable"), page.send("ServiceWorker.enable")]);
  await page.send("Target.setAutoAttach", { autoAttach: true, waitForDebuggerOnStart: true, flatten: true });
  return {
    errors,
    allow: (origin) => void origins.add(origin),
    async setOffline(isNowOffline) {
      isOffline = isNowOffline;
      await Promise.all([page, ...serviceWorkers.values()].map(cut));
    },
    isLoading: () => [...loading.values()].some((since) => performance.now() - since < HELD_MS),
  };
}
