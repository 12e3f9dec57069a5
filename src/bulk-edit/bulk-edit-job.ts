import { findArticle } from "../articles/article.ts";
import { idsOf } from "../articles/selection/selection.ts";
import { DomainError } from "../domain/errors.ts";
import type { Db } from "../storage/database/statement.ts";
import type { JobProgram } from "../storage/jobs/job-program.ts";
import { type BulkEditInput, type BulkEditResult, editArticle, type RefusedArticle } from "./bulk-edit.ts";

/** Refused articles that the result names. */
const MAX_NAMED = 100;

interface Position extends BulkEditResult {
  /** Articles so far. */
  readonly next: number;
}

const BEGINNING: Position = { next: 0, changed: 0, unchanged: 0, refused: 0, refusals: [] };

/** Edits article by article. A refused one is counted, and named. */
export const run: JobProgram<BulkEditInput, Position, BulkEditResult> = function* ({
  tx,
  jobId,
  input: { changes, principal, ...selected },
  position,
}) {
  tx.setCause(`bulk edit ${jobId}`);
  const ids = idsOf(selected);
  let { next, changed, unchanged, refused } = position ?? BEGINNING;
  const refusals: RefusedArticle[] = [...(position?.refusals ?? [])];
  for (const oid of ids.slice(next)) {
    next++;
    try {
      if (editArticle(tx, principal, oid, changes)) changed++;
      else unchanged++;
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      refused++;
      if (refusals.length < MAX_NAMED)
        refusals.push({ oid, article: labelOf(tx, principal.tenantId, oid), reason: error.text });
    }
    yield { position: { next, changed, unchanged, refused, refusals }, done: next };
  }
  return { changed, unchanged, refused, refusals };
};

function labelOf(db: Db, tenantId: number, oid: number): string | null {
  const found = findArticle(db, tenantId, oid);
  return found === null ? null : [found.code, found.name].filter((text) => text !== null).join(" ");
}
