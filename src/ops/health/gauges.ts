import { Gauge, type Registry } from "prom-client";
import type { Dependencies } from "../../http/dependencies.ts";
import type { Json } from "../../storage/database/json.ts";
import type { Statement } from "../../storage/database/statement.ts";
import type { Storage } from "../../storage/storage.ts";
import { findLastChecks } from "../backup/check/checks.ts";
import type { Certificates } from "../tls/certificates.ts";
import { countPhotos, type PhotoTotals, type QueueLength, queueLengths } from "./store.ts";

/** Puts the figures of a box into `registry`; gives what brings them up to date. */
export function registerServerGauges(
  box: Dependencies,
  trust: Certificates | null,
  registry: Registry,
): () => Promise<void> {
  const { storage, clock, log } = box;
  const gauge = (name: string, help: string) => new Gauge({ name, help, registers: [registry] });
  const free = gauge("tallybox_disk_free_bytes", "Room left on the data folder's disk");
  const low = gauge("tallybox_disk_low", "1 while writes are refused for want of room");
  const logBytes = gauge("tallybox_log_bytes", "Bytes of the database's log");
  const behind = gauge(
    "tallybox_clock_behind",
    "1 while the machine's clock is earlier than the last known time",
  );
  const ends = gauge(
    "tallybox_certificate_ends_timestamp_seconds",
    "When the certificate of HTTPS ends; absent where HTTPS is off",
  );
  ends.remove();
  const updateNotes = noteFigures(box, registry);
  const counted = [queueFigures(box, registry), photoFigures(box, registry)];

  return async () => {
    const status = storage.status();
    free.set(status.freeBytes);
    low.set(status.isLow ? 1 : 0);
    logBytes.set(status.logBytes);
    behind.set(clock.isBehind() ? 1 : 0);
    if (trust !== null) ends.set(trust.status().certificateExpiresAt / 1000);
    updateNotes();
    for (const result of await Promise.allSettled(counted.map((count) => count()))) {
      // The other figures are wanted all the more.
      if (result.status === "rejected") log.error({ err: result.reason }, "a figure could not be counted");
    }
  };
}

function queueFigures({ storage, clock }: Dependencies, registry: Registry): () => Promise<void> {
  const labelNames = ["tenant", "printer_id", "printer"];
  const registers = [registry];
  const length = new Gauge({
    name: "tallybox_print_queue_length",
    help: "Labels that wait for the printer or are being printed",
    labelNames,
    registers,
  });
  const age = new Gauge({
    name: "tallybox_print_queue_oldest_seconds",
    help: "How long ago the oldest of them was asked for; 0 where none is open",
    labelNames,
    registers,
  });
  return async () => {
    const queues = await rowsOf<QueueLength>(storage, queueLengths);
    // A deleted or renamed printer's figures go.
    length.reset();
    age.reset();
    for (const { tenant, oid, name, open, oldest } of queues) {
      const labels = { tenant, printer_id: oid, printer: name };
      length.set(labels, open);
      age.set(labels, oldest === null ? 0 : Math.max(0, clock.now() - Date.parse(oldest)) / 1000);
    }
  };
}

function photoFigures({ storage }: Dependencies, registry: Registry): () => Promise<void> {
  const gauge = (name: string, help: string) => new Gauge({ name, help, registers: [registry] });
  const photos = gauge("tallybox_photos", "Photos, without deleted ones");
  const bytes = gauge("tallybox_photo_bytes", "Bytes of their pictures, without thumbnails");
  // Counted anew only after a photo came or went: the table may have a million rows.
  let counted: Promise<void> | null = null;
  storage.onCommit((tables) => {
    if (tables.has("photo")) counted = null;
  });
  const count = async () => {
    try {
      for (const totals of await rowsOf<PhotoTotals>(storage, countPhotos)) {
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

function noteFigures({ storage }: Dependencies, registry: Registry): () => void {
  const registers = [registry];
  const last = new Gauge({
    name: "tallybox_last_done_timestamp_seconds",
    help: "When the last backup was downloaded or reported and the last self-check ended; absent where none was",
    labelNames: ["what"],
    registers,
  });
  const sound = new Gauge({
    name: "tallybox_self_check_ok",
    help: "1 where the last self-check found everything whole; absent before the first",
    registers,
  });
  sound.remove();
  return () => {
    const { backup, selfCheck } = findLastChecks(storage.db);
    if (backup !== null) last.set({ what: "backup" }, Date.parse(backup.at) / 1000);
    if (selfCheck === null) return;
    last.set({ what: "self_check" }, Date.parse(selfCheck.at) / 1000);
    sound.set(selfCheck.ok ? 1 : 0);
  };
}

/** The rows of a query of one `json` column, read in the reader thread. */
async function rowsOf<T>(
  { reader }: Storage,
  query: Statement<{ deleted: 0 }, { json: Json<T> }>,
): Promise<readonly T[]> {
  const { pieces } = await reader.rows(query.bound({ deleted: 0 }));
  // SQLite has built it by the query's own declaration.
  return JSON.parse(`[${Buffer.concat(pieces).toString()}]`) as T[];
}
