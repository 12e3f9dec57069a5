import { Invalid } from "../../domain/errors.ts";
import type { LabelLayout, LayoutProblem } from "../../domain/label-layout.ts";
import { type Message, msg } from "../../domain/message.ts";
import type { ElementProblem } from "../layouts/render.ts";

/** Why a label with this problem is not printed; null: it is. A text may be cut, a code may not be left out. */
const REFUSALS: Readonly<Record<LayoutProblem, Message | null>> = {
  textCut: null,
  empty: null,
  outside: null,
  codeDoesNotFit: msg("A code of this label has too little room for its data."),
  invalidContent: msg("A code of this label can't contain these data."),
  unknownPlaceholder: msg("A placeholder of this label is unknown."),
};

/** Throws Invalid that names the field of the label (`path`), for a layout that is not printed with these problems. */
export function assertPrintable(
  problems: readonly ElementProblem[],
  { elements }: LabelLayout,
  path = "labelFormatId",
): void {
  const codes = new Set(elements.filter(({ kind }) => kind === "code").map(({ id }) => id));
  const refusal = problems
    .map(({ elementId, problem }) =>
      // A code that the edge cuts can't be read.
      problem === "outside" && codes.has(elementId)
        ? msg("A code of this label lies partly outside it.")
        : REFUSALS[problem],
    )
    .find((text) => text !== null);
  if (refusal !== undefined) throw Invalid.field(path, refusal);
}
