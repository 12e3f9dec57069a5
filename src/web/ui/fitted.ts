import type { RefObject } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";

/** The sizes to try, relative to that of the style sheet. */
const SCALES = [0.9, 0.8, 0.72, 0.65, 0.58, 0.52, 0.46, 0.4, 0.35];
/** The smallest of a name. */
const NAME_SCALES = SCALES.slice(0, 4);

/**
 * Keeps a name whole in a box of limited size, which hides what overflows: in a smaller font, and where that is not enough, without its
 * beginning, because the end tells locations apart. `text`: the whole text with the name. The box has this text as its only child.
 * `state` is what else changes the box.
 */
export function useFittedName(
  box: RefObject<HTMLElement>,
  name: string,
  { text = (shown) => shown, state = "" }: { text?: (name: string) => string; state?: string } = {},
): void {
  useFit(box, `${text(name)} ${state}`, (element) => {
    const show = (shown: string) => {
      if (element.firstChild instanceof Text) element.firstChild.data = text(shown);
    };
    show(name);
    element.removeAttribute("aria-label");
    if (fitsInSize(element, element, NAME_SCALES)) return;
    if (element.tagName === "H1") element.setAttribute("aria-label", text(name));
    let [low, high] = [1, name.length];
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      show(endOf(name, middle));
      if (fits(element)) high = middle;
      else low = middle + 1;
    }
    show(endOf(name, high));
  });
}

const endOf = (name: string, from: number) => `…${name.slice(from).trimStart()}`;

/** Keeps a text whole in a box of limited size, which hides what overflows, in a smaller font where it is long. */
export function useFittedSize(box: RefObject<HTMLElement>, text: string): void {
  useFit(box, text, (element) => fitsInSize(element, element, SCALES));
}

/** Keeps a number whole in one line of a box of limited width. `figures`: the part that gets smaller. */
export function useFittedNumber(
  box: RefObject<HTMLElement>,
  figures: RefObject<HTMLElement>,
  text: string,
): void {
  useFit(box, text, (element) => {
    if (figures.current !== null) fitsInSize(element, figures.current, SCALES, fitsInWidth);
  });
}

/** Fits the box when the text changes and when its size does. */
function useFit(box: RefObject<HTMLElement>, text: string, fit: (element: HTMLElement) => void): void {
  const latest = useRef(fit);
  latest.current = fit;
  useLayoutEffect(() => {
    const { current } = box;
    if (current === null) return undefined;
    let width = 0;
    const fitNow = () => {
      latest.current(current);
      width = current.clientWidth;
    };
    fitNow();
    // In the next frame, because fitting may change what is observed.
    const observer = new ResizeObserver(() => {
      if (current.clientWidth !== width) requestAnimationFrame(fitNow);
    });
    observer.observe(current);
    return () => observer.disconnect();
  }, [text]);
}

/** Sets the largest font size in which the box holds its content. Returns false, with the smallest, where none does. */
function fitsInSize(
  box: HTMLElement,
  text: HTMLElement,
  scales: readonly number[],
  isFitting = fits,
): boolean {
  text.style.fontSize = "";
  if (isFitting(box)) return true;
  const full = Number.parseFloat(getComputedStyle(text).fontSize);
  return scales.some((scale) => {
    text.style.fontSize = `${full * scale}px`;
    return isFitting(box);
  });
}

const fitsInWidth = ({ scrollWidth, clientWidth }: HTMLElement) => scrollWidth <= clientWidth;
const fits = (box: HTMLElement) => fitsInWidth(box) && box.scrollHeight <= box.clientHeight + 1;
