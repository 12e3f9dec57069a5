import { useEffect, useRef, useState } from "preact/hooks";
import { useDebounced } from "../../../ui/debounce.ts";

/** A field that is typed into. */
export interface Typed {
  readonly text: string;
  readonly type: (text: string) => void;
}

/**
 * What stands in a field whose value the address holds: what is typed at once, and told to the address a moment later; and what
 * the address says where something else changed it (the way back, a link).
 */
export function useTyped(value: string, tell: (value: string) => void): Typed {
  const [text, setText] = useState(value);
  const told = useRef(value);
  const tellSoon = useDebounced((next: string) => {
    told.current = next;
    tell(next);
  });
  useEffect(() => {
    // The user's own text: more may have been typed in the meantime.
    if (told.current === value) return;
    told.current = value;
    setText(value);
  }, [value]);
  return {
    text,
    type(next) {
      setText(next);
      tellSoon(next.trim());
    },
  };
}
