import type { OutboxEntry } from "../../../db/outbox-shapes.ts";
import { signalScan } from "../../../feedback/speech.ts";
import type { ItemNow } from "../current-count.ts";
import { expectedOf } from "../items.ts";
import type { CountedScan, Spot } from "../scan.ts";
import { beforeOf } from "../scan-result.ts";
import { showScan } from "./current.ts";

/** Shows that a typed quantity is not counted until the user says whether the pieces were moved. */
export function showMoveQuestion(spot: Spot, entry: OutboxEntry, item: ItemNow): void {
  const { name, code, quantity, isUnexpected } = item;
  const { pieces = 1 } = entry;
  const scan: CountedScan = {
    ...{ entry, item, name, code, pieces, quantity, isUnexpected },
    ...{ verdict: "asked", question: "moved", text: code ?? name, article: null },
    ...{ expected: expectedOf(item), before: beforeOf(item) },
    ...{ belongsTo: null, openSeq: null, choices: [], reason: null, similar: [] },
  };
  signalScan(scan);
  showScan(spot, scan);
}
