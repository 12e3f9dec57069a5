import { signal } from "@preact/signals";

// Announcements for screen readers, such as the result of a scan.

const polite = signal("");
const assertive = signal("");
let isOdd = false;

/** Announces a text when the screen reader pauses; `isUrgent`: at once. */
export function announce(text: string, isUrgent = false): void {
  // The same text twice in a row would be announced only once.
  isOdd = !isOdd;
  const spoken = isOdd ? text : `${text}\u00a0`;
  polite.value = isUrgent ? "" : spoken;
  assertive.value = isUrgent ? spoken : "";
}

/** The live regions of the announcements. A counting screen renders them once. */
export function Announcer() {
  return (
    <div class="sr-only">
      <p role="status">{polite.value}</p>
      <p role="alert">{assertive.value}</p>
    </div>
  );
}
