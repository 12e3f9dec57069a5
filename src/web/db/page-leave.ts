// WebKit freezes a page that is left with its open transactions, and every page after it then waits for them. What is aborted
// here was not acknowledged to anybody, and is done again by the page's next start.

const open = new Set<IDBTransaction>();
let isLeft = false;
let hasAborted = false;

/** Aborts this transaction if the page is put into the back/forward cache before it ends. */
export function abortOnLeaving(transaction: IDBTransaction): void {
  open.add(transaction);
  for (const end of ["complete", "abort"]) transaction.addEventListener(end, () => open.delete(transaction));
  if (isLeft) abort(transaction);
}

/** Watches for the page being left, and starts it again when it comes back without what was aborted. */
export function watchLeaving(): void {
  window.addEventListener("pagehide", ({ persisted }) => {
    if (!persisted) return;
    isLeft = true;
    for (const transaction of [...open]) abort(transaction);
  });
  window.addEventListener("pageshow", ({ persisted }) => {
    if (!persisted) return;
    isLeft = false;
    // Left before anything was shown: what it was loading then never comes.
    const isBlank = document.getElementById("app")?.childElementCount === 0;
    if (hasAborted || isBlank) location.reload();
  });
}

function abort(transaction: IDBTransaction): void {
  open.delete(transaction);
  try {
    transaction.abort();
    hasAborted = true;
  } catch (error) {
    // It is being committed already: nothing holds it open.
    if (!(error instanceof DOMException) || error.name !== "InvalidStateError") throw error;
  }
}
