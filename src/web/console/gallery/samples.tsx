import type { ComponentChildren } from "preact";
import { Forced, type ForcedState } from "./forced-states.tsx";
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
  return (
    <>
      <h3>{name}</h3>
      <div class={`${styles["samples"]} ${isWide ? styles["isWide"] : ""}`}>
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
