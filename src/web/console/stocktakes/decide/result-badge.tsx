import { RESULT_NAMES, type Result } from "../../../../domain/results.ts";
import { t } from "../../../i18n/translate.ts";
import { Badge, type Tone } from "../../../ui/badge.tsx";
import type { IconName } from "../../../ui/icon.tsx";
import { ICONS } from "../../layout/icons.ts";

const BADGES: Readonly<Record<Result, { readonly tone: Tone; readonly icon: IconName }>> = {
  foundAsExpected: { tone: "success", icon: "there" },
  foundElsewhere: { tone: "warning", icon: "elsewhere" },
  quantityDiffers: { tone: "warning", icon: "unexpected" },
  missing: { tone: "danger", icon: "cross" },
  notCounted: { tone: "neutral", icon: ICONS.planned },
  proposedForDisposal: { tone: "muted", icon: "minus" },
  unexpected: { tone: "info", icon: "plus" },
};

/** The result of an item as a badge. */
export function ResultBadge({ result }: { readonly result: Result }) {
  return <Badge {...BADGES[result]}>{t(RESULT_NAMES[result])}</Badge>;
}
