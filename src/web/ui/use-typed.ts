import { useEffect, useRef, useState } from "preact/hooks";
import { useDebounced } from "./debounce.ts";

/** A field that is typed into. */
export interface Typed {
  readonly text: string;
  readonly type: (text: string) => void;
  /** Drops typed text that has not reached the address. Call it before another change of the parameter. */
  readonly drop: () => void;
}

/**
 * A text field whose value is a parameter of the address. Typed text reaches the address (`onValue`) after a short delay. Other
 * changes of the address (Back, a link) replace the text.
 */
export function useTyped(value: string, onValue: (value: string) => void): Typed {
  const [text, setText] = useState(value);
  const addressValue = useRef(value);
  const { give, stop } = useDebounced((next: string) => {
    addressValue.current = next;
    onValue(next);
  });
  useEffect(() => {
    // The user's own text: more may have been typed in the meantime.
    if (addressValue.current === value) return;
    addressValue.current = value;
    setText(value);
  }, [value]);
  return {
    text,
    type(next) {
      setText(next);
      give(next.trim());
    },
    drop: stop,
  };
}
