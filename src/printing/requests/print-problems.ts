import { Invalid } from "../../domain/errors.ts";
import type { LayoutProblem } from "../../domain/label-layout.ts";
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

/** Throws Invalid that names the field of the label (`path`), for a label that is not printed with these problems. */
export function assertPrintable(problems: readonly ElementProblem[], path = "labelFormatId"): void {
  const refusal = problems.map(({ problem }) => REFUSALS[problem]).find((text) => text !== null);
  if (refusal !== undefined) throw Invalid.field(path, refusal);
}
