import { findArticle } from "../articles/article.ts";
import { idsOf } from "../articles/selection/selection.ts";
import { DomainError } from "../domain/errors.ts";
import type { Principal } from "../domain/principal.ts";
import type { Db, Tx } from "../storage/database/statement.ts";
import type { JobProgram } from "../storage/jobs/job-program.ts";
import { type BulkEditInput, type BulkEditResult, editArticle, type RefusedArticle } from "./bulk-edit.ts";

/** Refused articles that the result names. */
const MAX_NAMED = 100;

interface Position extends BulkEditResult {
  /** Articles so far. */
  readonly next: number;
}

const BEGINNING: Position = { next: 0, changed: 0, unchanged: 0, refused: 0, refusals: [] };

/** What each job of many articles gets. */
interface SelectedInput {
  /** Joined by commas. */
  readonly ids: string;
  readonly principal: Principal;
}

/**
 * A job that does the same with each of many articles. `work` returns false where nothing is to be done; an article that it refuses
 * with a DomainError is counted, and named. `cause`: of the audit's entries, before the id of the job.
 */
export function eachArticle<I extends SelectedInput>(
  cause: string,
  work: (tx: Tx, input: I, oid: number) => boolean,
): JobProgram<I, Position, BulkEditResult> {
  return function* ({ tx, jobId, input, position }) {
    tx.setCause(`${cause} ${jobId}`);
    let { next, changed, unchanged, refused } = position ?? BEGINNING;
    const refusals: RefusedArticle[] = [...(position?.refusals ?? [])];
    for (const oid of idsOf(input).slice(next)) {
      next++;
      try {
        if (work(tx, input, oid)) changed++;
        else unchanged++;
      } catch (error) {
        if (!(error instanceof DomainError)) throw error;
        refused++;
        if (refusals.length < MAX_NAMED)
          refusals.push({ oid, article: labelOf(tx, input.principal.tenantId, oid), reason: error.text });
      }
      yield { position: { next, changed, unchanged, refused, refusals }, done: next };
    }
    return { changed, unchanged, refused, refusals };
  };
}

function labelOf(db: Db, tenantId: number, oid: number): string | null {
  const found = findArticle(db, tenantId, oid);
  return found === null ? null : [found.code, found.name].filter((text) => text !== null).join(" ");
}

/** Edits article by article. */
export const run = eachArticle<BulkEditInput>("bulk edit", (tx, { principal, changes }, oid) =>
  editArticle(tx, principal, oid, changes),
);
