import { expect } from "vitest";
import type { Terminal } from "../harness/terminal.ts";

const MIN_SIZE_PX = 56;
const MIN_GAP_PX = 8;
// Groups of adjacent buttons.
const GROUPS =
  ".actions, .verdict-answers, .toggle, .number-pad, .pad, .tiles, .stack, .action-grid, .action-pair";
const TARGETS =
  "main button, main .button_button, main summary, main select, main .list a, .location-figures, .tabs a";

const FAULTS = `(() => {
  const seen = (one) => one.getClientRects().length > 0 && !one.closest(".sr-only");
  const name = (one) => one.getAttribute("aria-label") || one.innerText.trim();
  const small = [...document.querySelectorAll("${TARGETS}")].filter((one) => {
    const { width, height } = one.getBoundingClientRect();
    return seen(one) && Math.min(width, height) < ${MIN_SIZE_PX} - 0.5;
  });
  const near = [...document.querySelectorAll("${GROUPS}")].flatMap((group) => {
    const all = [...group.querySelectorAll("button, .button_button")].filter(seen);
    const far = (one, other) => {
      const [a, b] = [one.getBoundingClientRect(), other.getBoundingClientRect()];
      return Math.max(b.left - a.right, a.left - b.right, b.top - a.bottom, a.top - b.bottom);
    };
    return all.flatMap((one, at) =>
      all.slice(at + 1).filter((other) => far(one, other) < ${MIN_GAP_PX} - 0.5).map((other) => name(one) + " | " + name(other)),
    );
  });
  return [...small.map((one) => "small: " + name(one)), ...near.map((pair) => "near: " + pair)];
})()`;

/** Finds touch targets that are smaller than 56 px or less than 8 px apart. */
export async function findPoorTargets(terminal: Pick<Terminal, "evaluate">): Promise<unknown> {
  return terminal.evaluate(FAULTS);
}

/** Expects that the screen has no accessibility errors, horizontal scrolling or poor targets. Takes a picture of it. */
export async function expectReadable(terminal: Terminal, name: string, picture = name): Promise<void> {
  const isWider = "document.documentElement.scrollWidth > innerWidth";
  await expect.poll(async () => [name, await terminal.axe()]).toEqual([name, []]);
  await expect.poll(async () => [name, await terminal.evaluate(isWider)]).toEqual([name, false]);
  await expect.poll(async () => [name, await findPoorTargets(terminal)]).toEqual([name, []]);
  await terminal.screenshot(picture);
}
