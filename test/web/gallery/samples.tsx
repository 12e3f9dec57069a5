import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import styles from "./gallery.module.css";

interface SamplesProps {
  readonly name: string;
  readonly states: readonly ForcedState[];
  readonly isWide?: boolean;
  /** The element that has the state; default: the first control. */
  readonly target?: string;
  /** The control in its usual state; `state`: the one that will be forced on it. */
  readonly sample: (state: string) => ComponentChildren;
  /** Further states by their names. */
  readonly others?: Readonly<Record<string, ComponentChildren>>;
}

/** A component in all of its states, each with its name. */
export function Samples({ name, states, isWide = false, target, sample, others = {} }: SamplesProps) {
  const classes = [styles["samples"], isWide ? styles["isWide"] : ""];
  return (
    <>
      <h3>{name}</h3>
      <div class={classes.join(" ")}>
        <Sample state="usual">{sample("usual")}</Sample>
        {states.map((state) => (
          <Sample key={state} state={state}>
            <Forced state={state} {...(target !== undefined && { target })}>
              {sample(state)}
            </Forced>
          </Sample>
        ))}
        {Object.entries(others).map(([state, content]) => (
          <Sample key={state} state={state}>
            {content}
          </Sample>
        ))}
      </div>
    </>
  );
}

function Sample({ state, children }: { readonly state: string; readonly children: ComponentChildren }) {
  return (
    <figure>
      <figcaption>{state}</figcaption>
      {children}
    </figure>
  );
}

/** A state of a control that otherwise needs a mouse or a keyboard. */
export type ForcedState = "hover" | "active" | "focus";

const PSEUDO_CLASS = /:(hover|active|focus)(?:-visible)?(-within)?(?![-\w])/g;

interface ForcedProps {
  readonly state: ForcedState;
  /** A selector of the element that has the state. Default: the first control. */
  readonly target?: string;
  readonly children: ComponentChildren;
}

/** Shows its content as if the mouse or the focus were on it. Requires the rules of `useForcedRules`. */
function Forced({ state, target = "a, button, input, select, textarea", children }: ForcedProps) {
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const control = frame.current?.querySelector(target) ?? null;
    for (let at = control; at !== null && at !== frame.current; at = at.parentElement) {
      // The mouse is on the parents of an element too; the focus is within them.
      const forced = {
        hover: "hover",
        active: "hover active",
        focus: at === control ? "focus" : "focus-within",
      };
      at.setAttribute("data-forced", forced[state]);
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
      const selector = rule.selectorText.replace(PSEUDO_CLASS, '[data-forced~="$1$2"]');
      if (selector !== rule.selectorText) parent.insertRule(`${selector} {${rule.style.cssText}}`, at + 1);
    } else if (rule instanceof CSSGroupingRule) repeatRules(rule);
  }
}
