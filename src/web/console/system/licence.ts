import { msg } from "../../../domain/message.ts";
import { t } from "../../i18n/translate.ts";

/** How many articles the licence covers (null: any number), in words. */
export function licenceText(maxAssets: number | null): string {
  return maxAssets === null ? t(TEXTS.noLimit) : t(TEXTS.limit, { n: maxAssets });
}

const TEXTS = {
  noLimit: msg("Unlimited articles"),
  limit: msg("Up to {n, plural, one {# article} other {# articles}}"),
};
