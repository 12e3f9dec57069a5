import { msg } from "../../../domain/message.ts";
import { plural, t } from "../../i18n/translate.ts";

/** How many articles the licence covers (null: any number), in words. */
export function licenceText(maxAssets: number | null): string {
  return maxAssets === null ? t(TEXTS.noLimit) : plural(maxAssets, TEXTS.limit);
}

const TEXTS = {
  noLimit: msg("Unlimited articles", "Neomezený počet artiklů"),
  limit: msg("Up to {n} article|Up to {n} articles", "Až {n} artikl|Až {n} artikly|Až {n} artiklů"),
};
