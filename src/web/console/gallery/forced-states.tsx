import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";

/** A state of a control that otherwise needs a mouse or a keyboard. */
export type ForcedState = "hover" | "active" | "focus";

const PSEUDO_CLASS = /:(hover|active|focus)(?:-visible)?(?![-\w])/g;

interface ForcedProps {
  readonly state: ForcedState;
  /** A selector of the element that has the state. Default: the first control. */
  readonly target?: string;
  readonly children: ComponentChildren;
}

/** Shows its content as if the mouse or the focus were on it. Requires the rules of `useForcedRules`. */
export function Forced({ state, target = "a, button, input, select, textarea", children }: ForcedProps) {
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const control = frame.current?.querySelector(target) ?? null;
    for (let at = control; at !== null && at !== frame.current; at = at.parentElement) {
      // The mouse is on the parents of an element too; the focus is not.
      if (at === control || state !== "focus")
        at.setAttribute("data-forced", state === "active" ? "hover active" : state);
    }
  });
  return <div ref={frame}>{children}</div>;
}

/** Repeats each style rule of :hover, :active and :focus for elements in a forced state. */
export function useForcedRules(): void {
  useEffect(() => {
    for (const sheet of Array.from(document.styleSheets)) repeatRules(sheet);
  }, []);
}

function repeatRules(parent: CSSStyleSheet | CSSGroupingRule): void {
  // From the end, so that the added rules are not visited.
  for (let at = parent.cssRules.length - 1; at >= 0; at--) {
    const rule = parent.cssRules[at];
    if (rule instanceof CSSStyleRule) {
      const selector = rule.selectorText.replace(PSEUDO_CLASS, '[data-forced~="$1"]');
      if (selector !== rule.selectorText) parent.insertRule(`${selector} {${rule.style.cssText}}`, at + 1);
    } else if (rule instanceof CSSGroupingRule) repeatRules(rule);
  }
}
