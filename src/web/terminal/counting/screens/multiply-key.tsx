import { msg } from "../../../../domain/message.ts";
import { number, t } from "../../../i18n/translate.ts";
import type { Spot } from "../scan.ts";
import { piecesAt } from "./multiply.ts";
import { spotPath } from "./spot-path.ts";

/** Opens the screen to multiply the next scan, and shows the current multiple. */
export function MultiplyKey({ spot }: { readonly spot: Spot }) {
  const pieces = piecesAt(spot);
  return (
    <a class={`multiply-key ${pieces > 1 ? "is-on" : ""}`} href={`#${spotPath(spot, "multiply")}`}>
      <span aria-hidden="true">×{number(pieces)}</span>
      <span class="unseen">{pieces > 1 ? t(TEXTS.on, { pieces }) : t(TEXTS.multiply)}</span>
    </a>
  );
}

const TEXTS = {
  multiply: msg("Multiply"),
  on: msg("Multiply: next scan counts {pieces}"),
};
