import { type Message, msg } from "../message.ts";
import { type CountedStratum, drawnDifferences, type ValueEstimate } from "./value-estimate.ts";
import { MIN_DIFFERENCES, VALUE_PRECISION } from "./value-strata.ts";

// When a random sample makes a certificate. The server and the console import this file.

/** Why a sample makes no certificate. */
export const NO_CERTIFICATE = {
  notByValue: msg("It is a sample of records. Only a sample by value makes a certificate."),
  seedNotFixed: msg("The seed was not stored before the sample was drawn."),
  severalCurrencies: msg("The prices of the records are in several currencies."),
  notCounted: msg("Records of the sample were not counted."),
  fullCount: msg(
    "All records that are worth something were counted. The value is exact and needs no estimate.",
  ),
  fewDifferences: msg(
    "The drawn strata have fewer than {min} differences, so the error of an estimate is not known.",
    {
      min: MIN_DIFFERENCES,
    },
  ),
  precision: msg("The error of the estimate is larger than {percent} % of the value.", {
    percent: VALUE_PRECISION * 100,
  }),
} as const satisfies Record<string, Message>;
export type NoCertificate = keyof typeof NO_CERTIFICATE;
export const NO_CERTIFICATE_REASONS = Object.keys(NO_CERTIFICATE) as [NoCertificate, ...NoCertificate[]];

/**
 * With two decimals. `round` rounds to whole numbers: the bounds of an interval are rounded away from its estimate (`Math.floor`,
 * `Math.ceil`), because a rounded interval promises no more.
 */
export const withTwoDecimals = (value: number, round: (value: number) => number): number =>
  round(Number((value * 100).toPrecision(13))) / 100;

/** A sample by value that was counted. */
interface CountedSample {
  /** When the seed was stored, and when the sample was drawn; null: not known. */
  readonly fixedDT: string | null;
  readonly drawnDT: string | null;
  readonly currencies: readonly (string | null)[];
  readonly strata: readonly CountedStratum[];
}

/** Why nothing is estimated from a sample; null: its strata give an estimate. */
export function refusalOf({ fixedDT, drawnDT, currencies, strata }: CountedSample): NoCertificate | null {
  if (fixedDT === null || drawnDT === null || fixedDT > drawnDT) return "seedNotFixed";
  if (currencies.length > 1) return "severalCurrencies";
  if (strata.some(({ counted, sample }) => counted < sample)) return "notCounted";
  if (strata.every(({ records, sample, value }) => sample === records || value === 0)) return "fullCount";
  return drawnDifferences(strata) < MIN_DIFFERENCES ? "fewDifferences" : null;
}

/** Why an estimate makes no certificate; null: it does. */
export const refusalOfEstimate = ({ precision }: ValueEstimate): NoCertificate | null =>
  precision <= VALUE_PRECISION ? null : "precision";
