import { signal } from "@preact/signals";

// What is read out: a person who does not look at the screen hears what came of a scan.

const polite = signal("");
const assertive = signal("");
let isOdd = false;

/** Reads a sentence out when there is a pause; `isUrgent`: at once. */
export function announce(text: string, isUrgent = false): void {
  // The same sentence twice in a row would be read once only.
  isOdd = !isOdd;
  const spoken = isOdd ? text : `${text}\u00a0`;
  polite.value = isUrgent ? "" : spoken;
  assertive.value = isUrgent ? spoken : "";
}

/** The regions that are read out; a counting screen has them once. */
export function Announcer() {
  return (
    <div class="sr-only">
      <p role="status">{polite.value}</p>
      <p role="alert">{assertive.value}</p>
    </div>
  );
}
