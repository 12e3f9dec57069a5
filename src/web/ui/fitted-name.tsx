import { useRef } from "preact/hooks";
import { useFittedName } from "./fitted.ts";

interface FittedNameProps {
  readonly name: string;
  /** The whole text with the name; default: the name alone. */
  readonly text?: (name: string) => string;
}

/** A text with a name whose end is always shown. Its element has a limited size and hides what overflows. */
export function FittedName({ name, text = (shown) => shown }: FittedNameProps) {
  const box = useRef<HTMLSpanElement>(null);
  useFittedName(box, name, { text });
  return <span ref={box}>{text(name)}</span>;
}
