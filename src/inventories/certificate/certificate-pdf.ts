import { buffer } from "node:stream/consumers";
import { LOCALES, type Locale } from "../../i18n/locales.ts";
import { textIn } from "../../i18n/text.ts";
import { FAINT, heading, line, makePaper, writeFact } from "../report/pdf/paper.ts";
import { writeSignatureLines } from "../report/pdf/signatures.ts";
import type { InventoryCertificate } from "./certificate.ts";
import { certificateMessages, moreLocations, resultMessage } from "./certificate-messages.ts";

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
