import { Gauge, type Registry } from "prom-client";
import type { Dependencies } from "../../http/dependencies.ts";
import { historyOf, isProofDue, lastingState } from "../backup/targets/history.ts";
import { listTargets } from "../backup/targets/targets.ts";

/** Registers the gauges of the targets of scheduled backups. The returned function updates them. */
export function registerBackupGauges(
  { storage, clock }: Pick<Dependencies, "storage" | "clock">,
  registry: Registry,
): () => void {
  const gauge = (name: string, help: string) =>
    new Gauge({ name, help, labelNames: ["target_id", "target"], registers: [registry] });
  const last = gauge(
    "tallybox_backup_last_success_timestamp_seconds",
    "Start of the last complete scheduled backup; absent before the first",
  );
  const failing = gauge(
    "tallybox_backup_failing",
    "1 while the last scheduled backup has failed or is overdue",
  );
  const proven = gauge(
    "tallybox_backup_last_proof_timestamp_seconds",
    "When a backup was last restored into a scratch folder and found whole; absent before the first",
  );
  const unproven = gauge(
    "tallybox_backup_unproven",
    "1 while the last proof has found damage, could not be made, or is more than 14 days ago",
  );
  const bytes = gauge(
    "tallybox_backup_repository_bytes",
    "Size of the repository; absent before it is known",
  );
  const keeping = gauge(
    "tallybox_backup_removal_failing",
    "1 while the last removal of old backups has failed",
  );
  const all = [last, failing, proven, unproven, bytes, keeping];
  return () => {
    // Removes the values of deleted and renamed targets.
    for (const one of all) one.reset();
    const now = clock.now();
    for (const target of listTargets(storage.db)) {
      const labels = { target_id: target.oid, target: target.name };
      const history = historyOf(storage.db, target);
      const { lastSuccess } = history;
      const state = lastingState(target, history, now);
      if (lastSuccess !== null) last.set(labels, Date.parse(lastSuccess.startedDT) / 1000);
      failing.set(labels, state === "failed" || state === "overdue" ? 1 : 0);
      if (target.proof?.isWhole === true) proven.set(labels, Date.parse(target.proof.at) / 1000);
      unproven.set(labels, isProofDue(target, history, now) ? 1 : 0);
      keeping.set(labels, target.removalError === null ? 0 : 1);
      if (target.repositoryBytes !== null) bytes.set(labels, target.repositoryBytes);
    }
  };
}
