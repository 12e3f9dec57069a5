import { signal } from "@preact/signals";
import { lazyPart } from "../../ui/lazy-part.ts";

const isRunning = signal(false);

/** Begins the tour of the console. */
export function startTour(): void {
  isRunning.value = true;
}

const TourPanel = lazyPart(() => import("./tour-panel.tsx").then((part) => part.TourPanel));

/** The tour, while it is running. */
export function Tour() {
  return isRunning.value ? <TourPanel onEnd={() => (isRunning.value = false)} /> : null;
}
