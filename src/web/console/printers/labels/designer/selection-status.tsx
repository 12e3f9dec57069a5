import { useEffect, useMemo, useRef } from "preact/hooks";
import { msg } from "../../../../../domain/message.ts";
import { t } from "../../../../i18n/translate.ts";
import { nameOf, placeText } from "../../../label-preview/element-names.ts";
import { selected } from "./commands.ts";
import type { Designer } from "./use-designer.ts";

/** Tells screen readers what is selected or was deleted, and where it lies after a move or a turn. Typing into the element is not told. */
export function SelectionStatus({ designer: { layout, selection } }: { readonly designer: Designer }) {
  const chosen = selected(layout, selection);
  const [one] = chosen;
  const count = layout.elements.length;
  const before = useRef(count);
  useEffect(() => {
    before.current = count;
  }, [count]);
  const key = JSON.stringify(chosen.map(({ id, x, y, rotation }) => [id, x, y, rotation]));
  const text = useMemo(() => {
    if (one === undefined)
      return count < before.current
        ? t(msg("{n, plural, one {# element} other {# elements}} deleted"), { n: before.current - count })
        : "";
    return chosen.length === 1
      ? `${nameOf(one)}, ${placeText(one)}`
      : t(msg("{n, plural, one {# element} other {# elements}} selected"), { n: chosen.length });
  }, [key]);
  return (
    <p class="sr-only" role="status" data-selection>
      {text}
    </p>
  );
}
