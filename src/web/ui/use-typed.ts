import { useEffect, useRef, useState } from "preact/hooks";
import { useDebounced } from "./debounce.ts";

/** A field that is typed into. */
export interface Typed {
  readonly text: string;
  readonly type: (text: string) => void;
  /** Drops typed text that has not reached the address. Call it before another change of the parameter. */
  readonly drop: () => void;
  /** Passes typed text on to the address at once, such as when the field is left. */
  readonly finish: () => void;
}

/**
 * A text field whose value is a parameter of the address. Typed text reaches the address (`onValue`) after a short delay. Other
 * changes of the address (Back, a link) replace the text.
 */
export function useTyped(value: string, onValue: (value: string) => void): Typed {
  const [text, setText] = useState(value);
  const addressValue = useRef(value);
  // The values that were passed on and that the address does not have yet, oldest first.
  const passedOn = useRef<readonly string[]>([]);
  const { give, stop, flush } = useDebounced((next: string) => {
    const { length } = passedOn.current;
    if (next !== (passedOn.current[length - 1] ?? value)) passedOn.current = [...passedOn.current, next];
    onValue(next);
  });
  useEffect(() => {
    if (addressValue.current === value) return;
    addressValue.current = value;
    const at = passedOn.current.indexOf(value);
    passedOn.current = passedOn.current.slice(at + 1);
    // Not by the user's own text: more may have been typed since.
    if (at === -1) setText(value);
  }, [value]);
  return {
    text,
    type(next) {
      setText(next);
      give(next.trim());
    },
    drop: stop,
    finish: flush,
  };
}
