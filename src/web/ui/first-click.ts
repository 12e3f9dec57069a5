/**
 * A click handler that leaves out the second click of a double click: after the first one another button may be there, or what it prints
 * may have ended, and would be printed again. A click by a key has no number.
 */
export const onFirstClick =
  (act: () => unknown) =>
  ({ detail }: { readonly detail: number }): void => {
    if (detail < 2) act();
  };
