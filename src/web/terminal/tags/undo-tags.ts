import { msg } from "../../../domain/message.ts";
import type { OutboxEntry } from "../../db/outbox-shapes.ts";
import { t } from "../../i18n/translate.ts";
import { entryById } from "../../offline/outbox/entries.ts";
import { discardOperation } from "../../offline/outbox/problems.ts";
import { type WriteJob, writeEntries } from "../../offline/outbox/write.ts";
import { inverseOperation } from "../counting/inverse-operation.ts";
import { CountError, repeatJob } from "../counting/record-count.ts";
import type { StoredTags, TagRow } from "./stored-tags.ts";

/** Operations of one transaction. */
const BATCH = 100;

/**
 * Undoes the operations that count the tags of a reading, and deletes the tags with them, so that a tag whose undo is not stored stays counted.
 * Throws CountError or errors of the storage.
 */
export async function undoTags(stored: StoredTags): Promise<void> {
  // Another tab may have counted more.
  await stored.change(() => []);
  const counted = new Map<string, string[]>();
  for (const { operationId, epc } of stored.all.values())
    if (operationId !== null) counted.set(operationId, [...(counted.get(operationId) ?? []), epc]);
  const ids = [...counted.keys()];
  for (let from = 0; from < ids.length; from += BATCH) {
    const batch = ids.slice(from, from + BATCH);
    const entries = (await Promise.all(batch.map(entryById))).filter((one) => one !== null);
    // The server does not have these.
    for (const { seq, state } of entries)
      if (state === "refused") await discardOperation(seq, t(msg("undone")));
    const jobs = entries.filter(({ state }) => state !== "refused").map(jobOf);
    const rows = batch.flatMap((id) => counted.get(id) ?? []).map((epc): TagRow => [epc, null]);
    await writeEntries(jobs, {
      read: (values) => stored.refresh(values),
      write: (values) => stored.write(values, rows),
    });
    stored.apply(rows);
  }
}

function jobOf(entry: OutboxEntry): WriteJob<null> {
  const job = repeatJob(entry, "undo", (own, item) => inverseOperation(entry, own, item));
  return {
    ...job,
    decide(known) {
      try {
        return job.decide(known);
      } catch (error) {
        // The user has undone it in the list of recent scans.
        if (!(error instanceof CountError)) throw error;
        return { entry: null, result: null };
      }
    },
  };
}
