const STEPS: Readonly<Record<string, (at: number, last: number) => number>> = {
  ArrowDown: (at, last) => Math.min(at + 1, last),
  ArrowUp: (at) => Math.max(at - 1, 0),
  Home: () => 0,
  End: (_, last) => last,
};

/** Arrows, Home and End go from row to row; Space chooses the row. Other keys stay what they are. */
export function moveByKey(
  event: KeyboardEvent,
  body: HTMLTableSectionElement | null,
  at: number,
  go: (at: number) => void,
): void {
  if (body === null || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target instanceof Element && event.target.matches("input:not([type=checkbox]), select, textarea"))
    return;
  const rows = body.rows;
  if (event.key === " " && event.target instanceof HTMLAnchorElement) {
    rows[at]?.querySelector<HTMLInputElement>("input[type=checkbox]")?.click();
    event.preventDefault();
    return;
  }
  const step = STEPS[event.key];
  if (step === undefined) return;
  const next = step(at, rows.length - 1);
  go(next);
  rows[next]?.querySelector<HTMLElement>("[data-row]")?.focus();
  event.preventDefault();
}
