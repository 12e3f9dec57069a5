import { type Message, msg } from "../../domain/message.ts";
import type { Locale } from "../../i18n/locales.ts";
import { textsIn } from "../../i18n/text.ts";

const MESSAGES = {
  title: msg("Certificate of record accuracy"),
  stocktake: msg("Stocktake"),
  closed: msg("Closed"),
  locations: msg("Drawn from"),
  everywhere: msg("All locations"),
  population: msg("Records"),
  sample: msg("Sample"),
  wrong: msg("Wrong records"),
  confidence: msg("Confidence"),
  seed: msg("Seed"),
  notCounted: msg("Not counted"),
  result: msg("Record accuracy"),
  method: msg("Method"),
  record: msg(
    "A record is an article at a location. It is right where the counted pieces are the recorded pieces at the time of the count. A record of the sample that was not counted is counted as wrong. Articles that were found where no record was are not part of the accuracy.",
  ),
  interval: msg(
    "Exact confidence interval for a finite population: C. J. Clopper and E. S. Pearson, Biometrika 26 (1934), with the hypergeometric distribution. It contains the true accuracy with at least the stated confidence.",
  ),
  draw: msg(
    "The sample is the records of the lowest SHA-256 of seed:article:location (the ids in the server, joined by colons). The list of all records at that time is not kept.",
  ),
  signatures: msg("Signatures"),
  countedBy: msg("Counted by"),
  checkedBy: msg("Checked by"),
  nameAndDate: msg("name, date, signature"),
  page: msg("Page"),
} as const satisfies Record<string, Message>;

/** The texts of a certificate in one locale, by name. */
export const certificateMessages = (language: Locale) => textsIn(MESSAGES, language);

/** The last of the locations where there are too many. */
export const moreLocations = (n: number) => msg("… and {n} more", { n });

/** The sentence with the result; shares and the number of records as texts. */
export const resultMessage = (values: {
  readonly estimate: string;
  readonly lower: string;
  readonly upper: string;
  readonly confidence: string;
  readonly population: string;
}) =>
  msg(
    "{estimate} of the sampled records are right. With {confidence} confidence, {lower} to {upper} of all {population} records that the sample was drawn from are right.",
    values,
  );
