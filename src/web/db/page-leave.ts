// WebKit freezes a page that is left with open transactions, and they then block every later page. An aborted
// transaction was not acknowledged, and the next start of the page repeats it.

const running = new Set<IDBTransaction>();
let isPageLeft = false;
let hasAborted = false;

/** Aborts the transaction if the page enters the back/forward cache before the transaction ends. */
export function abortOnLeaving(transaction: IDBTransaction): void {
  running.add(transaction);
  for (const end of ["complete", "abort"])
    transaction.addEventListener(end, () => running.delete(transaction));
  if (isPageLeft) abort(transaction);
}

/** Watches for the page being left. Reloads it on return if transactions were aborted. */
export function watchLeaving(): void {
  window.addEventListener("pagehide", ({ persisted }) => {
    if (!persisted) return;
    isPageLeft = true;
    for (const transaction of [...running]) abort(transaction);
  });
  window.addEventListener("pageshow", ({ persisted }) => {
    if (!persisted) return;
    isPageLeft = false;
    // The page was left before it was rendered. What it was loading never arrives.
    const isBlank = document.getElementById("app")?.childElementCount === 0;
    if (hasAborted || isBlank) location.reload();
  });
}

function abort(transaction: IDBTransaction): void {
  running.delete(transaction);
  try {
    transaction.abort();
    hasAborted = true;
  } catch (error) {
    // It is being committed already, and blocks nothing.
    if (!(error instanceof DOMException) || error.name !== "InvalidStateError") throw error;
  }
}
