import { signal } from "@preact/signals";
import { lazyPart } from "../../ui/lazy-part.ts";

/** The number of the tour that is running; 0: none. */
const run = signal(0);

/** Begins the tour of the console, also anew. */
export function startTour(): void {
  run.value++;
}

const TourPanel = lazyPart(
  () => import("./tour-panel.tsx").then((part) => part.TourPanel),
  ({ onEnd }) => onEnd(),
);

/** The tour, while it is running. */
export function Tour() {
  return run.value === 0 ? null : <TourPanel key={run.value} onEnd={() => (run.value = 0)} />;
}
