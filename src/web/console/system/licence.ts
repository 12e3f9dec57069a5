import { say } from "../../../words.ts";
import { plural, t } from "../../app/words.ts";

/** How many articles the licence covers (null: any number), in words. */
export function licenceWords(maxAssets: number | null): string {
  return maxAssets === null ? t(TEXTS.noLimit) : plural(maxAssets, TEXTS.limit);
}

const TEXTS = {
  noLimit: say("any number of articles", "neomezený počet artiklů"),
  limit: say("up to {n} article|up to {n} articles", "až {n} artikl|až {n} artikly|až {n} artiklů"),
};
