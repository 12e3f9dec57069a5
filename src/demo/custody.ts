import { closeCustody, getCustody, openCustody } from "../custody/custody.ts";
import { recordOverdue } from "../custody/overdue.ts";
import type { Tx } from "../storage/database/statement.ts";
import { principalOf } from "./people.ts";

const DAY_MS = 86_400_000;
const MANAGER = principalOf(2);

/** Who has an article since when: days from now. `due`: null: no due date. `back`: null: the person still has it. */
interface HandOut {
  readonly articleId: number;
  readonly userId: number;
  readonly since: number;
  readonly due: number | null;
  readonly note: string | null;
  readonly signature: string | null;
  readonly back: { readonly after: number; readonly note: string } | null;
}

const SIGNATURE = "M40 140L90 50L110 150L150 60L190 150M220 110L270 90L310 125L380 70L470 120L560 100";

/** Articles of tenant 1 that no stocktake counts. */
const HAND_OUTS: readonly HandOut[] = [
  {
    articleId: 494,
    userId: 3,
    since: -21,
    due: -14,
    signature: SIGNATURE,
    note: "Complete, case with a scratch",
    back: { after: -15, note: "Battery is weak" },
  },
  {
    articleId: 495,
    userId: 3,
    since: -12,
    due: -3,
    signature: SIGNATURE,
    back: null,
    note: "Complete, with charger",
  },
  { articleId: 496, userId: 3, since: -2, due: 12, note: null, signature: null, back: null },
  { articleId: 497, userId: 4, since: -5, due: null, note: null, signature: null, back: null },
];

/** Adds articles of tenant 1 that persons have: one is overdue, one came back. None with fewer articles. */
export function addCustody(tx: Tx, articles: number): void {
  const { tenantId } = MANAGER;
  const at = (days: number) => new Date(Date.parse(tx.now) + days * DAY_MS).toISOString();
  for (const { since, due, back, ...handOut } of HAND_OUTS) {
    if (handOut.articleId > articles) continue;
    const dueDate = due === null ? null : at(due).slice(0, 10);
    const oid = openCustody(tx, MANAGER, { ...handOut, dueDate }, at(since));
    if (back === null) continue;
    const noted = { note: back.note, signature: handOut.signature };
    closeCustody(tx, MANAGER, getCustody(tx, tenantId, oid), noted, at(back.after));
  }
  // Its event is none of the demo's data.
  recordOverdue(tx, "UTC", HAND_OUTS.length);
}
