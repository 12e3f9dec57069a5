/**
 * A click handler that leaves out the second click of a double click: what the first one prints may have ended by then, and would be printed
 * again. A click by a key has no number.
 */
export const onFirstClick =
  (act: () => unknown) =>
  ({ detail }: { readonly detail: number }): void => {
    if (detail < 2) act();
  };
