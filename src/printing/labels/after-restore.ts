import { WrongState } from "../../domain/errors.ts";
import { msg } from "../../domain/message.ts";
import { serializeError } from "../../platform/workers/protocol.ts";
import type { Tx } from "../../storage/database/statement.ts";
import { unfinishedOfKind } from "../../storage/jobs/records.ts";
import { beginUndo } from "../../storage/jobs/store.ts";
import { serializeMessage } from "../queue/request.ts";
import { interruptWaiting } from "../queue/state-store.ts";
import { BULK_LABELS, BULK_LOCATION_LABELS } from "./bulk-labels.ts";

const WAITING = msg("the data were restored from a backup, and the label may have been printed since");
const JOB = msg("The data were restored from a backup, and the labels may have been printed since.");

/**
 * Ends all labels that wait, and the jobs that add more: a restored folder may be on a test machine, and what waits in it may have
 * been printed since the backup.
 */
export function endLabelsAfterRestore(tx: Tx): void {
  const { now, change } = tx;
  interruptWaiting.run(tx, { lastError: serializeMessage(WAITING), now, change });
  const error = JSON.stringify(serializeError(new WrongState(JOB)));
  for (const { name } of [BULK_LABELS, BULK_LOCATION_LABELS])
    for (const { oid, undoState } of unfinishedOfKind.all(tx, { kind: name }))
      if (undoState === null) beginUndo(tx, { oid, undoState: "failed", error, by: null, change });
}
