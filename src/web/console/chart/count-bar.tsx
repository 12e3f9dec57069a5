import { number } from "../../i18n/translate.ts";
import styles from "./count-bar.module.css";

/** What has become of expected items. */
type Part = "found" | "elsewhere" | "differs" | "missing" | "disposal" | "rest";

/** Parts of a count with their numbers of items, in the order of the bar. */
export type CountParts = readonly (readonly [part: Part, items: number])[];

/** A count as a bar of its parts. Text beside it has the numbers. */
export function CountBar({ parts }: { readonly parts: CountParts }) {
  return (
    <span class={styles["bar"]} aria-hidden="true">
      {parts.map(
        ([part, items]) =>
          items > 0 && (
            <span key={part} class={styles["part"]} data-part={part} style={{ flexGrow: `${items}` }} />
          ),
      )}
    </span>
  );
}

/** The colour of a part, beside its name. */
export const PartSign = ({ part }: { readonly part: Part }) => (
  <span class={`${styles["part"]} ${styles["sign"]}`} data-part={part} aria-hidden="true" />
);

interface Counted {
  readonly total: number;
  readonly counted: number;
  readonly found: number;
  readonly missing: number;
  /** Part of `found`. */
  readonly foundElsewhere?: number;
}

/** How much of a stocktake or of a location is counted, in a row: the bar and the numbers. */
export function CountedBar({ total, counted, found, missing, foundElsewhere = 0 }: Counted) {
  return (
    <span class={styles["counted"]}>
      <CountBar
        parts={[
          ["found", found - foundElsewhere],
          ["elsewhere", foundElsewhere],
          ["missing", missing],
          ["rest", total - counted],
        ]}
      />
      {number(counted)} / {number(total)}
    </span>
  );
}
