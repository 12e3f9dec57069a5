/** Lets an error that nobody could expect be seen in the browser's log, where the work goes on all the same. */
export function reportError(error: unknown): void {
  setTimeout(() => {
    throw error;
  });
}
