import { buffer } from "node:stream/consumers";
import { type Message, msg } from "../../domain/message.ts";
import { LOCALES, type Locale } from "../../i18n/locales.ts";
import { textIn, textsIn } from "../../i18n/text.ts";
import { FAINT, heading, line, makePaper, writeFact } from "../report/pdf/paper.ts";
import { writeSignatureLines } from "../report/pdf/signatures.ts";
import type { InventoryCertificate } from "./certificate.ts";

/** Locations that are named: more would fill pages. */
const MAX_LOCATIONS = 20;

/** What the document needs besides the certificate. */
export interface CertificateInput {
  readonly certificate: InventoryCertificate;
  readonly tenantName: string;
  readonly language: Locale;
  /** IANA name. */
  readonly timeZone: string;
}

/** The certificate as a PDF of one page, to sign. */
export async function certificatePdf(input: CertificateInput): Promise<Buffer> {
  const { certificate, tenantName, language, timeZone } = input;
  const { inventory, closedDT, population, sample, wrong, notCounted, seed } = certificate;
  const messages = certificateMessages(language);
  const locale = LOCALES[language].region;
  const number = new Intl.NumberFormat(locale);
  const time = new Intl.DateTimeFormat(locale, { timeZone, dateStyle: "medium", timeStyle: "short" });
  const paper = makePaper(`${messages.title}: ${inventory.name}`, closedDT, (page) => [
    `${messages.title} ${inventory.oid}: ${inventory.name}`,
    `${messages.page} ${page}`,
  ]);
  line(paper, tenantName, { color: FAINT }, 6);
  line(paper, messages.title, { size: 18, isBold: true }, 10);
  const facts = [
    [messages.stocktake, `${inventory.name} (${inventory.oid})`],
    [messages.closed, time.format(new Date(closedDT))],
    [messages.locations, locationsOf(certificate, language)],
    [messages.population, number.format(population)],
    [messages.sample, number.format(sample)],
    [messages.wrong, number.format(wrong)],
    [messages.notCounted, number.format(notCounted)],
    [messages.seed, seed],
  ] as const;
  for (const [name, value] of facts) writeFact(paper, name, value);
  heading(paper, messages.result);
  const shares = sharesOf(certificate, locale);
  line(
    paper,
    textIn(resultMessage({ ...shares, population: number.format(population) }), language),
    { size: 12, isBold: true },
    4,
  );
  heading(paper, messages.method);
  for (const text of [messages.record, messages.interval, messages.draw]) line(paper, text, {}, 4);
  writeSignatureLines(
    paper,
    messages.signatures,
    [messages.countedBy, messages.checkedBy],
    messages.nameAndDate,
  );
  paper.doc.end();
  return buffer(paper.doc);
}

/** The locations of the records, one a line. */
function locationsOf({ locations }: InventoryCertificate, language: Locale): string {
  if (locations === null) return certificateMessages(language).everywhere;
  const names = locations.slice(0, MAX_LOCATIONS).map(({ name }) => name);
  const more = locations.length - names.length;
  return [...names, ...(more > 0 ? [textIn(moreLocations(more), language)] : [])].join("\n");
}

/** Shares in percent. The bounds are rounded away from the estimate: a rounded interval promises no more. */
function sharesOf({ estimate, lower, upper, confidence }: InventoryCertificate, locale: string) {
  const style = { style: "percent", maximumFractionDigits: 2 } as const;
  const rounded = (roundingMode: "halfExpand" | "floor" | "ceil") =>
    new Intl.NumberFormat(locale, { ...style, roundingMode });
  return {
    estimate: rounded("halfExpand").format(estimate),
    lower: rounded("floor").format(lower),
    upper: rounded("ceil").format(upper),
    confidence: rounded("halfExpand").format(confidence),
  };
}

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
const certificateMessages = (language: Locale) => textsIn(MESSAGES, language);

/** The last of the locations where there are too many. */
const moreLocations = (n: number) => msg("… and {n} more", { n });

/** The sentence with the result; shares and the number of records as texts. */
const resultMessage = (values: {
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
