import { signal } from "@preact/signals";
import { call } from "../api/call.ts";
import { ApiError, ServerUnreachable } from "../api/errors.ts";
import { sendRequest } from "../api/send-request.ts";
import { reportError } from "../errors/report-error.ts";
import { refused, unsent } from "../offline/outbox/unsent.ts";
import { path } from "../router/router.ts";
import type { PageMessage, WorkerMessage } from "./service-worker.ts";

/** A newer version is available. A reload loads it, from the worker's cache or the server. */
export const hasUpdate = signal(false);

const HOUR_MS = 3_600_000;
const CHECK_MS = 5000;

/** Session storage: the version and time of the last reload. */
const RELOADED_KEY = "tallybox loaded for";
const RELOAD_PAUSE_MS = HOUR_MS;

let nextVersion = "";
let registration: ServiceWorkerRegistration | null = null;

/**
 * Checks for a newer version at the start, on each return to the page, and each hour. Applies it while nobody
 * is disturbed. `sinceTouch` returns the time since the last touch, in ms.
 */
export function startUpdates(sinceTouch: () => number): void {
  register().then(checkVersion).catch(reportError);
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) checkVersion().catch(reportError);
  });
  setInterval(() => checkVersion().catch(reportError), HOUR_MS);
  setInterval(() => updateIfIdle(sinceTouch).catch(reportError), CHECK_MS);
}

/** Asks the server first: without it, and without a worker, a reload shows the browser's error page. */
async function updateIfIdle(sinceTouch: () => number): Promise<void> {
  const canUpdate = () => hasUpdate.value && !isBusy(sinceTouch());
  if (!canUpdate()) return;
  try {
    await sendRequest(call("GET /api/version"), { timeoutMs: CHECK_MS });
    if (canUpdate()) applyUpdate();
  } catch (error) {
    if (!isNoResponse(error)) throw error;
  }
}

/** Reloads the page with the newer version. */
export function applyUpdate(): void {
  sessionStorage.setItem(RELOADED_KEY, JSON.stringify({ version: nextVersion, at: Date.now() }));
  location.reload();
}

/** Service workers don't work over plain HTTP, nor with a certificate that the browser does not trust. */
async function register(): Promise<void> {
  if (!isSecureContext || !("serviceWorker" in navigator)) return;
  const { serviceWorker } = navigator;
  const script = document.querySelector<HTMLScriptElement>("script[type=module]");
  if (script === null) throw new Error("the page has no script");
  const message: PageMessage = { script: new URL(script.src).pathname };
  const sendScript = () => serviceWorker.controller?.postMessage(message);
  serviceWorker.addEventListener("message", ({ data }: MessageEvent<WorkerMessage>) =>
    offerReload(data.worker),
  );
  serviceWorker.addEventListener("controllerchange", sendScript);
  try {
    registration = await serviceWorker.register("/sw.js", { updateViaCache: "none" });
    sendScript();
  } catch {
    // Without a worker the page works as over plain HTTP.
  }
}

/** The registration of this page, or of an earlier load: its worker controls this page too. */
async function currentRegistration(): Promise<ServiceWorkerRegistration | null> {
  if (registration !== null || navigator.serviceWorker?.controller == null) return registration;
  registration = (await navigator.serviceWorker.getRegistration()) ?? null;
  return registration;
}

async function checkVersion(): Promise<void> {
  try {
    const { version } = await sendRequest(call("GET /api/version"));
    if (version === __VERSION__) return;
    // A worker caches the whole new version before it is offered. Without one, only a reload is possible.
    const current = await currentRegistration();
    if (current === null) offerReload(version);
    else await current.update();
  } catch (error) {
    if (!isNoResponse(error)) throw error;
  }
}

/** Limits reloads: a server may serve another client version than it reports. */
function offerReload(version: string): void {
  if (wasLoadedFor(version)) return;
  nextVersion = version;
  hasUpdate.value = true;
}

function wasLoadedFor(version: string): boolean {
  const last = sessionStorage.getItem(RELOADED_KEY);
  if (last === null) return false;
  // Only this module writes it.
  const lastReload = JSON.parse(last) as { readonly version: string; readonly at: number };
  return lastReload.version === version && Math.abs(Date.now() - lastReload.at) < RELOAD_PAUSE_MS;
}

/** The server is unreachable or restarting. The next check follows. */
function isNoResponse(error: unknown): boolean {
  return (
    error instanceof ServerUnreachable ||
    error instanceof ApiError ||
    error instanceof TypeError ||
    isWorkerError(error)
  );
}

/**
 * Thrown by `ServiceWorkerRegistration.update` when the server does not respond, or serves an unexpected
 * worker.
 */
function isWorkerError(error: unknown): boolean {
  return error instanceof DOMException;
}

const IDLE_MS = 5000;
const TEXT_FIELDS = "input:not([type=radio]):not([type=checkbox]):not(.scan-field), textarea";
const UNSAVED_PAGE = "[data-unsaved=true]";

/** True while a location is being counted, by scans or by tags. */
export function isCounting(): boolean {
  return /^\/(tags\/)?count\/./.test(path.value);
}

/**
 * True while a reload would disturb: data that is still to be sent, counting, a touch within 5 s, text in a
 * field, or something else that the screen would lose.
 */
function isBusy(sinceTouch: number): boolean {
  // What was rejected may stay for ever.
  if (unsent.value > refused.value || isCounting() || sinceTouch < IDLE_MS) return true;
  if (document.querySelector(UNSAVED_PAGE) !== null) return true;
  const fields = document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(TEXT_FIELDS);
  return Array.from(fields).some(({ value }) => value !== "");
}

interface InstallPrompt extends Event {
  prompt(): Promise<void>;
}

let prompt: InstallPrompt | null = null;

/** The browser offers to install the terminal as an app. */
export const installable = signal(false);

/** Stores the browser's offer, so that it is shown in the settings and not during a count. */
export function startInstall(): void {
  addEventListener("beforeinstallprompt", (event) => {
    event.preventDefault();
    prompt = event as InstallPrompt;
    installable.value = true;
  });
  addEventListener("appinstalled", () => {
    installable.value = false;
  });
}

/** Shows the browser's install prompt, which works once. */
export async function install(): Promise<void> {
  const event = prompt;
  prompt = null;
  installable.value = false;
  await event?.prompt();
}
