/** Reports an unexpected error to the browser's console and global handlers, without stopping the caller. */
export function reportError(error: unknown): void {
  setTimeout(() => {
    throw error;
  });
}

/** For `catch`: reports an unexpected error, and gives `instead`, so that a screen stays usable. */
export const reportAndUse =
  <T>(instead: T) =>
  (error: unknown): T => {
    reportError(error);
    return instead;
  };
