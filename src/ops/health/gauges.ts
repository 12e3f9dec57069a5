import { Gauge, type Registry } from "prom-client";
import type { HeadOffice } from "../../head-office/head-office.ts";
import type { Dependencies } from "../../http/dependencies.ts";
import type { Clock } from "../../platform/clock.ts";
import { type Json, parsedRows } from "../../storage/database/json.ts";
import type { Statement } from "../../storage/database/statement.ts";
import type { Storage } from "../../storage/storage.ts";
import { findLastChecks } from "../backup/check/checks.ts";
import { historyOf, isProofDue, lastingState } from "../backup/targets/history.ts";
import { listTargets } from "../backup/targets/targets.ts";
import type { Certificates } from "../tls/certificates.ts";
import { countMails, countPhotos, queueLengths, webhookBacklogs } from "./store.ts";

/** Makes gauges with these labels by name and help. */
const gaugesIn =
  (registry: Registry, labelNames: string[] = []) =>
  (name: string, help: string) =>
    new Gauge({ name, help, labelNames, registers: [registry] });

/** Makes gauges by name and help, whose value is read at each request of the metrics. One without a value is absent. */
export const readGaugesIn =
  (registry: Registry) =>
  (name: string, help: string, value: () => number | null): void => {
    new Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        const known = value();
        if (known === null) this.remove();
        else this.set(known);
      },
    });
  };

/** Registers the gauges of the server. The returned function updates them. */
export function registerServerGauges(
  dependencies: Dependencies,
  certificates: Certificates | null,
  registry: Registry,
): () => Promise<void> {
  const { storage, clock, log } = dependencies;
  const gauge = gaugesIn(registry);
  const free = gauge("tallybox_disk_free_bytes", "Free bytes on the disk of the data folder");
  const low = gauge("tallybox_disk_low", "1 while writes are rejected for lack of disk space");
  const logBytes = gauge("tallybox_log_bytes", "Bytes of the database log");
  const behind = gauge(
    "tallybox_clock_behind",
    "1 while the clock of the machine is earlier than the last known time",
  );
  const expiry = gauge(
    "tallybox_certificate_ends_timestamp_seconds",
    "Expiry of the HTTPS certificate; absent where HTTPS is off",
  );
  expiry.remove();
  const updateChecks = registerCheckGauges(dependencies, registry);
  const updateBackups = registerBackupGauges(dependencies, registry);
  const updates = [registerQueueGauges, registerPhotoGauges, registerWebhookGauges, registerMailGauge].map(
    (register) => register(dependencies, registry),
  );

  return async () => {
    const status = storage.status();
    free.set(status.freeBytes);
    low.set(status.isLow ? 1 : 0);
    logBytes.set(status.logBytes);
    behind.set(clock.isBehind() ? 1 : 0);
    if (certificates !== null) expiry.set(certificates.status().certificateExpiresAt / 1000);
    updateChecks();
    updateBackups();
    for (const result of await Promise.allSettled(updates.map((update) => update()))) {
      // The other metrics stay available.
      if (result.status === "rejected") log.error({ err: result.reason }, "a metric could not be updated");
    }
  };
}

function registerQueueGauges({ storage, clock }: Dependencies, registry: Registry): () => Promise<void> {
  const gauge = gaugesIn(registry, ["tenant", "printer_id", "printer"]);
  const length = gauge("tallybox_print_queue_length", "Labels that are pending or being printed");
  const age = gauge("tallybox_print_queue_oldest_seconds", "Age of the oldest of them; 0 where none is open");
  return async () => {
    const queues = await rowsOf(storage, queueLengths);
    // Removes the values of deleted and renamed printers.
    length.reset();
    age.reset();
    for (const { tenant, oid, name, open, oldest } of queues) {
      const labels = { tenant, printer_id: oid, printer: name };
      length.set(labels, open);
      age.set(labels, oldest === null ? 0 : Math.max(0, clock.now() - Date.parse(oldest)) / 1000);
    }
  };
}

function registerWebhookGauges({ storage, clock }: Dependencies, registry: Registry): () => Promise<void> {
  const count = gaugesIn(registry, ["tenant", "webhook_id", "state"])(
    "tallybox_webhook_deliveries",
    "Deliveries of webhooks that wait or have failed",
  );
  const age = gaugesIn(registry, ["tenant", "webhook_id"])(
    "tallybox_webhook_oldest_seconds",
    "Age of the oldest delivery that waits; 0 where none does",
  );
  return async () => {
    const backlogs = await rowsOf(storage, webhookBacklogs);
    // Removes the values of deleted webhooks.
    count.reset();
    age.reset();
    for (const { tenant, oid, waiting, failed, oldest } of backlogs) {
      const labels = { tenant, webhook_id: oid };
      count.set({ ...labels, state: "waiting" }, waiting);
      count.set({ ...labels, state: "failed" }, failed);
      age.set(labels, oldest === null ? 0 : Math.max(0, clock.now() - Date.parse(oldest)) / 1000);
    }
  };
}

function registerPhotoGauges({ storage }: Dependencies, registry: Registry): () => Promise<void> {
  const gauge = gaugesIn(registry);
  const photos = gauge("tallybox_photos", "Photos, without deleted ones");
  const bytes = gauge("tallybox_photo_bytes", "Bytes of their images, without thumbnails");
  // Counted again only after a change of the photos: the table may have a million rows.
  let counted: Promise<void> | null = null;
  storage.onChange(["photo"], () => {
    counted = null;
  });
  const count = async () => {
    try {
      for (const totals of await rowsOf(storage, countPhotos)) {
        photos.set(totals.count);
        bytes.set(totals.bytes);
      }
    } catch (error) {
      counted = null;
      throw error;
    }
  };
  return () => {
    counted ??= count();
    return counted;
  };
}

function registerMailGauge({ storage }: Dependencies, registry: Registry): () => Promise<void> {
  const mails = gaugesIn(registry, ["state"])(
    "tallybox_notice_mails",
    "E-mails of notices that are not delivered: due, or failed and no longer tried",
  );
  return async () => {
    for (const { waiting, failed } of await rowsOf(storage, countMails)) {
      mails.set({ state: "waiting" }, waiting);
      mails.set({ state: "failed" }, failed);
    }
  };
}

function registerCheckGauges({ storage }: Dependencies, registry: Registry): () => void {
  const last = gaugesIn(registry, ["what"])(
    "tallybox_last_done_timestamp_seconds",
    "Time of the last downloaded, reported or scheduled backup, and of the last self-check; absent before the first",
  );
  const sound = gaugesIn(registry)(
    "tallybox_self_check_ok",
    "1 if the last self-check found no problem; absent before the first",
  );
  sound.remove();
  return () => {
    const { backup, selfCheck } = findLastChecks(storage.db);
    if (backup !== null) last.set({ what: "backup" }, Date.parse(backup.at) / 1000);
    if (selfCheck === null) return;
    last.set({ what: "self_check" }, Date.parse(selfCheck.at) / 1000);
    sound.set(selfCheck.ok ? 1 : 0);
  };
}

/** Reads the rows of a query with one `json` column in the reader thread. */
async function rowsOf<T>(
  { reader }: Storage,
  query: Statement<{ deleted: 0 }, { json: Json<T> }>,
): Promise<readonly T[]> {
  // SQLite builds the JSON as the query declares it.
  return parsedRows(await reader.rows(query.bound({ deleted: 0 }))) as T[];
}

/** Registers the gauges of the delivery to the head office. A gauge without a known value is absent. */
export function registerOfficeGauges(headOffice: HeadOffice, clock: Clock, registry: Registry): void {
  const gauge = readGaugesIn(registry);
  gauge("tallybox_head_office_failing", "1 while the delivery to the head office fails", () =>
    headOffice.status().failure === null ? 0 : 1,
  );
  gauge(
    "tallybox_head_office_behind_changes",
    "Changes that the head office does not have yet",
    () => headOffice.status().behind,
  );
  gauge("tallybox_head_office_lag_seconds", "Time since the head office had every change of the site", () => {
    const { state, currentAt } = headOffice.status();
    if (state === "current") return 0;
    return currentAt === null ? null : Math.max(0, (clock.now() - currentAt) / 1000);
  });
  gauge("tallybox_head_office_rejected_rows", "Rows of master data that can't be applied", () => {
    const { readAt, rejected } = headOffice.masterData();
    return readAt === null ? null : rejected.length;
  });
}

/** Registers the gauges of the targets of scheduled backups. The returned function updates them. */
function registerBackupGauges(
  { storage, clock }: Pick<Dependencies, "storage" | "clock">,
  registry: Registry,
): () => void {
  const gauge = gaugesIn(registry, ["target_id", "target"]);
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
