import { signal } from "@preact/signals";
import { ApiError, ask, ServerUnreachable } from "../api/ask.ts";
import { reportError } from "../errors/report-error.ts";
import { isBusy } from "./busy.ts";
import type { PageMessage, WorkerMessage } from "./service-worker.ts";

/** There is a newer terminal than this page, and a reload brings it: the worker has it whole, or without one the server has it. */
export const hasUpdate = signal(false);

const HOUR_MS = 3_600_000;
const LOOK_MS = 5000;

/** For which version the page was last loaded again, and when. */
const LOADED = "tallybox loaded for";
const AGAIN_MS = HOUR_MS;

let wanted = "";
let registration: ServiceWorkerRegistration | null = null;

/**
 * Looks for newer versions at the start, on each return to the front, and each hour; applies them when nobody is disturbed.
 * `sinceTouch` returns the time since the last touch, in ms.
 */
export function startUpdates(sinceTouch: () => number): void {
  register().then(look).catch(reportError);
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) look().catch(reportError);
  });
  setInterval(() => look().catch(reportError), HOUR_MS);
  setInterval(() => {
    if (hasUpdate.value && !isBusy(sinceTouch())) applyUpdate();
  }, LOOK_MS);
}

/** Goes over to the newer version. */
export function applyUpdate(): void {
  sessionStorage.setItem(LOADED, JSON.stringify({ version: wanted, at: Date.now() }));
  location.reload();
}

/** Over plain HTTP there are no workers; with a certificate that the browser does not trust it refuses them. */
async function register(): Promise<void> {
  if (!isSecureContext || !("serviceWorker" in navigator)) return;
  const { serviceWorker } = navigator;
  const script = document.querySelector<HTMLScriptElement>("script[type=module]");
  if (script === null) throw new Error("the page has no script");
  const says: PageMessage = { script: new URL(script.src).pathname };
  const meet = () => serviceWorker.controller?.postMessage(says);
  serviceWorker.addEventListener("message", ({ data }: MessageEvent<WorkerMessage>) =>
    offerReload(data.worker),
  );
  serviceWorker.addEventListener("controllerchange", meet);
  try {
    registration = await serviceWorker.register("/sw.js", { updateViaCache: "none" });
    meet();
  } catch {
    // Without a worker of an earlier load it goes as over plain HTTP.
  }
}

/** The registration of this page, or that of an earlier load where this one's failed: its worker controls this page too. */
async function registered(): Promise<ServiceWorkerRegistration | null> {
  if (registration !== null || navigator.serviceWorker?.controller == null) return registration;
  registration = (await navigator.serviceWorker.getRegistration()) ?? null;
  return registration;
}

async function look(): Promise<void> {
  try {
    const { version } = await ask<{ readonly version: string }>("/api/version");
    if (version === __VERSION__) return;
    // A worker brings the new version whole before it is offered; without one the page can only be loaded again.
    const current = await registered();
    if (current === null) offerReload(version);
    else await current.update();
  } catch (error) {
    if (!isNoAnswer(error)) throw error;
  }
}

/** A server that gives another client than it says it has must not have it loaded for ever. */
function offerReload(version: string): void {
  if (wasLoadedFor(version)) return;
  wanted = version;
  hasUpdate.value = true;
}

function wasLoadedFor(version: string): boolean {
  const last = sessionStorage.getItem(LOADED);
  if (last === null) return false;
  // Nobody else writes it.
  const loaded = JSON.parse(last) as { readonly version: string; readonly at: number };
  return loaded.version === version && Math.abs(Date.now() - loaded.at) < AGAIN_MS;
}

/** The server is away, or in the middle of its own renewal: the next look comes. */
function isNoAnswer(error: unknown): boolean {
  return (
    error instanceof ServerUnreachable ||
    error instanceof ApiError ||
    error instanceof TypeError ||
    isOfWorker(error)
  );
}

/** What `ServiceWorkerRegistration.update` throws when the server does not answer, or with another worker than it said. */
function isOfWorker(error: unknown): boolean {
  return error instanceof DOMException;
}
