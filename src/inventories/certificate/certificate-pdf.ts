import { buffer } from "node:stream/consumers";
import { withTwoDecimals } from "../../domain/cycle-counts/value-certificate.ts";
import type { ValueEstimate } from "../../domain/cycle-counts/value-estimate.ts";
import { type Message, msg } from "../../domain/message.ts";
import { signerRoleNames } from "../../domain/stocktakes/frame.ts";
import { LOCALES, type Locale } from "../../i18n/locales.ts";
import { textIn, textsIn } from "../../i18n/text.ts";
import { dayAt } from "../../platform/clock.ts";
import type { Company } from "../../settings/company/shapes.ts";
import { signersOf } from "../addenda/signers.ts";
import { makeFormats } from "../report/pdf/formats.ts";
import { drawGrid } from "../report/pdf/grid.ts";
import { endPaper, FAINT, heading, line, makePaper, writeFact } from "../report/pdf/paper.ts";
import { writeSignatureLines } from "../report/pdf/signatures.ts";
import type { Report } from "../report/report.ts";
import { companyFacts, frameFacts } from "../report/report-facts.ts";
import type { InventoryCertificate } from "./certificate.ts";
import type { ValueSample } from "./value-sample.ts";

/** Locations that are named: more would fill pages. */
const MAX_LOCATIONS = 20;

/** What the document says. */
export interface CertificateInput extends Pick<Report, "frame" | "counted"> {
  readonly certificate: Pick<
    InventoryCertificate,
    "inventory" | "closedDT" | "population" | "sample" | "seed" | "draw" | "locations"
  >;
  readonly value: ValueSample;
  readonly estimate: ValueEstimate;
  /** The end of its retention (YYYY-MM-DD); null: the company has none. */
  readonly keepUntil: string | null;
  readonly tenantName: string;
  /** As it was at the close. */
  readonly company: Company;
  readonly language: Locale;
  /** IANA name. */
  readonly timeZone: string;
}

/** The certificate of a sample by value as a PDF, to sign. */
export async function certificatePdf(input: CertificateInput): Promise<Buffer> {
  const { certificate, value, estimate, keepUntil, tenantName, company, frame, language, timeZone } = input;
  const { inventory, closedDT, population, sample, seed, draw } = certificate;
  const { seedFixedDT, drawnDT, differences, strata, meanPerUnit } = value;
  const messages = certificateMessages(language);
  const formats = makeFormats(language, timeZone);
  const { number } = formats;
  const time = (at: string | null) => (at === null ? "" : formats.time(at));
  const inWords = amountsIn(language, value.currency);
  const companyName = company.legalName ?? tenantName;
  const paper = makePaper(`${messages.title}: ${inventory.name}`, closedDT, (page) => [
    `${messages.title} ${inventory.oid}: ${inventory.name}`,
    `${messages.page} ${page}`,
    companyName,
  ]);
  line(paper, companyName, { color: FAINT }, 6);
  line(paper, messages.title, { size: 18, isBold: true }, 10);
  const facts = [
    ...companyFacts(input, language),
    [messages.stocktake, `${inventory.name} (${inventory.oid})`],
    ...frameFacts(input, language, formats),
    [messages.closed, time(closedDT)],
    [messages.locations, locationsOf(certificate, language)],
    [messages.population, number(population)],
    [messages.bookValue, inWords.amount(value.bookValue)],
    [messages.sample, number(sample)],
    [messages.differences, number(differences)],
    [messages.seed, seed],
    [messages.seedFixed, time(seedFixedDT)],
    [messages.drawn, time(drawnDT)],
    ...(keepUntil === null ? [] : [[messages.keepUntil, formats.day(keepUntil)] as const]),
    [messages.drawNumber, draw === null ? "" : number(draw.number)],
    [messages.cancelledDraws, draw === null ? "" : number(draw.cancelled)],
  ] as const;
  for (const [name, text] of facts) writeFact(paper, name, text);
  heading(paper, messages.result);
  line(paper, textIn(resultMessage(inWords.estimate(estimate)), language), { size: 12, isBold: true }, 4);
  if (meanPerUnit !== null)
    line(paper, textIn(comparisonMessage(inWords.estimate(meanPerUnit)), language), {}, 4);
  if (frame.decisiveDay !== null && drawnDT !== null && dayAt(drawnDT, timeZone) !== frame.decisiveDay)
    line(paper, messages.notOfDay, {}, 4);
  const columns = [messages.stratum, messages.population, messages.bookValue, messages.sample];
  const grid = drawGrid(paper, {
    title: messages.strata,
    columns: [...columns, messages.found].map((title) => ({ title, share: 1, isNumber: true })),
    rows: strata.map((one, index) => [
      number(index + 1),
      number(one.records),
      inWords.amount(one.bookValue),
      number(one.sample),
      number(one.differences),
    ]),
  });
  for (const _ of grid);
  heading(paper, messages.method);
  const method = [
    messages.stratification,
    messages.estimation,
    `${messages.interval} ${textIn(quantileMessage(estimate, language), language)}`,
    messages.draw,
    messages.record,
  ];
  for (const text of method) line(paper, text, {}, 4);
  const signers =
    frame.committee.length > 0
      ? signersOf({ ...frame, handover: null }, { responsible: [], counters: [] }, []).map((signer) =>
          [signer.name, ...signerRoleNames(signer).map((role) => textIn(role, language))].join(", "),
        )
      : [messages.countedBy, messages.checkedBy];
  writeSignatureLines(
    paper,
    { title: messages.signatures, above: null },
    signers.map((who) => ({ who })),
    messages.nameAndDate,
  );
  await endPaper(paper);
  return buffer(paper.doc);
}

/** The locations of the records, one a line. */
function locationsOf({ locations }: CertificateInput["certificate"], language: Locale): string {
  if (locations === null) return certificateMessages(language).everywhere;
  const names = locations.slice(0, MAX_LOCATIONS).map(({ name }) => name);
  const more = locations.length - names.length;
  return [...names, ...(more > 0 ? [textIn(moreLocations(more), language)] : [])].join("\n");
}

/** Amounts of a currency. */
function amountsIn(language: Locale, currency: string | null) {
  const locale = LOCALES[language].region;
  const style = { minimumFractionDigits: 2, maximumFractionDigits: 2 } as const;
  const format = new Intl.NumberFormat(locale, style);
  const percent = new Intl.NumberFormat(locale, { style: "percent", maximumFractionDigits: 2 });
  const rounded = (amount: number, round: (value: number) => number) =>
    [format.format(withTwoDecimals(amount, round)), currency].filter(Boolean).join(" ");
  return {
    amount: (amount: number) => rounded(amount, Math.round),
    estimate: ({ estimate, lower, upper, precision }: ValueEstimate) => ({
      estimate: rounded(estimate, Math.round),
      lower: rounded(lower, Math.floor),
      upper: rounded(upper, Math.ceil),
      precision: percent.format(withTwoDecimals(precision * 100, Math.ceil) / 100),
    }),
  };
}

const MESSAGES = {
  title: msg("Certificate of the value by sample"),
  stocktake: msg("Stocktake"),
  closed: msg("Closed"),
  locations: msg("Drawn from"),
  everywhere: msg("All locations"),
  population: msg("Records"),
  bookValue: msg("Recorded value"),
  sample: msg("Sample"),
  differences: msg("Differences in the drawn strata"),
  seed: msg("Seed"),
  seedFixed: msg("Seed stored"),
  drawn: msg("Drawn"),
  drawNumber: msg("Draw of this count plan, without other plans"),
  cancelledDraws: msg("Earlier draws, cancelled"),
  result: msg("Value"),
  notOfDay: msg("This is the value at the draw, not on the decisive day."),
  strata: msg("Strata"),
  stratum: msg("Stratum"),
  found: msg("Differences"),
  method: msg("Method", "statistics"),
  stratification: msg(
    "Stratified random sample by value, for HGB § 241 (1). A record is an article at a location; its value is quantity times price at the draw. The records are sorted by value. The first stratum, with the dearest ones, is counted in full. The others are cut into strata of equal value, from each of which the same number of records is drawn (Neyman's allocation for differences that grow with the value). Records that are worth nothing are not counted.",
  ),
  estimation: msg(
    "Stratified difference estimation: the recorded value of all records, plus, of each stratum, its number of records times the mean difference of the sampled ones. Mean-per-unit estimation takes the mean found value instead. W. G. Cochran, Sampling Techniques, 3rd edition, 1977, chapters 5 and 7.",
  ),
  interval: msg(
    "The interval is the estimate less and plus Student's t times the standard error with the correction for finite strata. The degrees of freedom are (Σc²)² / Σc⁴ − 1, where c² = (N/n)² (1 − n/N) d² of each difference d in a stratum of which n of N records were drawn: a few large differences among many small ones give a wider interval. The variance has one c² more, the largest that the loss of a record of its stratum's mean value would give: losses may be so rare that none was drawn.",
  ),
  draw: msg(
    "The sample of a stratum is its records of the lowest SHA-256 (hexadecimal) of seed:article:location, which are the ids in the server, joined by colons. The list of all records with their strata is kept, and exported as the population list.",
  ),
  record: msg(
    "The difference of a record is what was found less what was recorded at the time of the count, times the price. Pieces that were found at another location are found. Articles that were found where no record was are not part of the estimate.",
  ),
  signatures: msg("Signatures"),
  countedBy: msg("Counted by"),
  checkedBy: msg("Checked by"),
  nameAndDate: msg("name, date, signature"),
  page: msg("Page"),
  keepUntil: msg("Keep until"),
} as const satisfies Record<string, Message>;

/** The texts of a certificate in one locale, by name. */
const certificateMessages = (language: Locale) => textsIn(MESSAGES, language);

/** The last of the locations where there are too many. */
const moreLocations = (n: number) => msg("… and {n} more", { n });

/** Amounts and a share as texts. */
interface EstimateTexts {
  readonly estimate: string;
  readonly lower: string;
  readonly upper: string;
  readonly precision: string;
}

const resultMessage = (values: EstimateTexts) =>
  msg(
    "The records are worth {estimate}, with 95 % confidence {lower} to {upper}: a precision of {precision}.",
    { ...values },
  );
const comparisonMessage = (values: EstimateTexts) =>
  msg(
    "For comparison, by mean-per-unit estimation: {estimate}, with 95 % confidence {lower} to {upper} ({precision}).",
    { ...values },
  );
const quantileMessage = ({ degreesOfFreedom, quantile }: ValueEstimate, language: Locale) =>
  msg("Here they are {degrees}; Student's t is {quantile}.", {
    degrees: degreesOfFreedom,
    quantile: new Intl.NumberFormat(LOCALES[language].region).format(quantile),
  });
