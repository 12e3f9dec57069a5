import { nameOfState } from "../../states.ts";
import { type Report, sumOf, type Total } from "../report.ts";
import { RESULT_NAMES, RESULTS } from "../result-names.ts";
import { drawGrid } from "./grid.ts";
import { FAINT, fact, line } from "./paper.ts";
import type { Writing } from "./writing.ts";

/** Which stocktake it is, of what, by whom and when. */
export function writeHead({ paper, report, language, words, number, time }: Writing): void {
  const { inventory, names } = report;
  line(paper, report.tenant.name, { color: FAINT }, 6);
  line(paper, words.title, { size: 18, isBold: true }, 2);
  line(paper, `${inventory.name} (${inventory.oid})`, { size: 11 }, 10);
  const places = report.locationIds.map(names.location);
  const span = [report.startedDT, report.finishedDT].map((iso) => (iso === null ? "…" : time(iso)));
  const facts: [string, string][] = [
    [words.places, places.length === 0 ? words.everywhere : places.join("; ")],
    [words.state, nameOfState(inventory.inventoryStateId)[language]],
    [words.counted, span.join(" – ")],
    [
      words.counters,
      countersOf(report)
        .map(([who, counts]) => `${who}: ${number(counts)} ${words.counts}`)
        .join("; "),
    ],
    ...(inventory.isBlind === 1 ? ([[words.mode, words.blind]] satisfies [string, string][]) : []),
    [words.approval, approvalOf(report, words)],
    report.closedDT === null ? [words.made, time(report.madeDT)] : [words.closed, time(report.closedDT)],
  ];
  for (const [name, value] of facts) fact(paper, name, value);
}

function countersOf({ counters, names }: Report): [string, number][] {
  return counters.map(({ userId, deviceTokenId, counts }) => [
    deviceTokenId === null ? names.user(userId) : `${names.user(userId)} (${names.device(deviceTokenId)})`,
    counts,
  ]);
}

function approvalOf({ inventory }: Report, words: Writing["words"]): string {
  if (inventory.isApproved === 1) return words.isApproved;
  return inventory.mustBeApproved === 1 ? words.mustBeApproved : words.notNeeded;
}

/** The figures of each result, and what is still open. */
export function writeSummary({ paper, report, language, words, number, money }: Writing): void {
  const { totals, open } = report;
  const rowOf = (title: string, total: Total) => [
    title,
    ...[total.items, total.quantity, total.found, total.difference].map(number),
    money(total.value),
    money(total.differenceValue),
  ];
  drawGrid(paper, {
    title: words.summary,
    columns: [
      { title: words.result, share: 26 },
      { title: words.items, share: 10, isNumber: true },
      { title: words.quantity, share: 12, isNumber: true },
      { title: words.found, share: 12, isNumber: true },
      { title: words.difference, share: 12, isNumber: true },
      { title: words.expectedValue, share: 19, isNumber: true },
      { title: words.differenceValue, share: 19, isNumber: true },
    ],
    rows: RESULTS.map((result) => rowOf(RESULT_NAMES[result][language], totals[result])),
    total: rowOf(words.total, sumOf(Object.values(totals))),
  });
  paper.y += 6;
  if (open.undecided > 0) line(paper, `${words.undecided}: ${number(open.undecided)}`, { isBold: true });
  if (open.toRecount > 0) line(paper, `${words.toRecount}: ${number(open.toRecount)}`, { isBold: true });
}
