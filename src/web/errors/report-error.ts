/** Reports an unexpected error to the browser's console and global handlers, without stopping the caller. */
export function reportError(error: unknown): void {
  setTimeout(() => {
    throw error;
  });
}
