import type { AbcClass } from "./abc.ts";
import type { Confidence } from "./record-accuracy.ts";

// What a plan counts. The server and the clients import this file.

/**
 * Articles of ABC classes, stock that was not counted for long, a random sample of records, one by value, whole locations, or a
 * person's articles.
 */
export const SELECTION_KINDS = ["abc", "notCounted", "sample", "valueSample", "location", "person"] as const;
export type SelectionKind = (typeof SELECTION_KINDS)[number];

/** True for what is drawn at random, by a seed. */
export const isSample = (kind: SelectionKind): boolean => kind === "sample" || kind === "valueSample";

/** What makes an article important in an ABC analysis: its price times its pieces, or how often it was moved. */
export const ABC_MEASURES = ["value", "movements"] as const;

/** What a plan counts. All but the samples take first what was not counted for the longest time. */
export interface CountSelection {
  readonly kind: SelectionKind;
  /** Locations, each with all below it; empty: all. */
  readonly locationIds: readonly number[];
  /** Records (`location`: locations) of one stocktake at most; null: all. Of a sample: its size; null: by its goal. */
  readonly limit: number | null;
  readonly abc: {
    readonly by: (typeof ABC_MEASURES)[number];
    /** The days in which movements are counted. */
    readonly days: number;
    readonly classes: readonly AbcClass[];
    /** Percent of the total that make class A, and A and B together. */
    readonly a: number;
    readonly ab: number;
  } | null;
  /** Only what was not counted for so many days; null: everything. */
  readonly notCountedDays: number | null;
  readonly sample: {
    readonly confidence: Confidence;
    /** Percent. */
    readonly margin: number;
    readonly expectedAccuracy: number;
  } | null;
  /** The person who has, or is responsible for, the articles. */
  readonly userId: number | null;
}
