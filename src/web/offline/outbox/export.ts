import { MAX_OPERATIONS } from "../../../domain/counting/count-input.ts";
import { msg } from "../../../domain/message.ts";
import { serverNow } from "../../api/server-time.ts";
import { device } from "../../api/tokens.ts";
import type { SubmitCustodyOperationRequest } from "../../api/types/endpoints.d.ts";
import { localDb } from "../../db/database.ts";
import type { OutboxEntry, SentOperation } from "../../db/outbox-shapes.ts";
import { readValue } from "../../db/values.ts";
import { t } from "../../i18n/translate.ts";
import { saveFile } from "../../ui/save-file.ts";
import { readCommands } from "./commands.ts";
import { entriesIn } from "./entries.ts";

// For a terminal that can't reach the server any more: its counts, hand-overs and returns are saved to files, which an
// administrator uploads (import-file.ts).

interface Context {
  readonly device: string;
  readonly exportedAt: string;
  /** Of the server for which it was made; absent: not known. */
  readonly installation?: string;
}

/** The content of a file of one stocktake: the body of `POST /api/inventories/{id}/counts`, with context for people. */
export interface ExportedCounts extends Context {
  readonly inventoryId: number;
  readonly inventory: string;
  readonly operations: readonly SentOperation[];
  /** Scans with an open question. They are not counted. */
  readonly unanswered: readonly SentOperation[];
}

/** The content of a file of hand-overs and returns, oldest first. Their photos stay on the device. */
export interface ExportedCustodies extends Context {
  readonly custodies: readonly SubmitCustodyOperationRequest[];
}

/** Saves all unsent operations to files. The outbox stays unchanged. */
export async function exportFiles(): Promise<readonly File[]> {
  // Where the store of the values does not respond, the counts are saved all the same.
  const here = (await Promise.race([readValue("installation"), silence(VALUE_MS)])) ?? undefined;
  const entries = (await entriesIn("waiting", "asked", "refused")).map((entry) => ({
    ...entry,
    inventoryId: Math.abs(entry.inventoryId),
    // What is sent again is for this server, also where it was made for another one.
    installation: entry.state === "refused" ? (entry.installation ?? here) : here,
  }));
  const db = await localDb();
  const names = new Map((await db.getAll("inventories")).map(({ oid, name }) => [oid, name]));
  const custodies = await unsentCustodies(here);
  const files: File[] = [];
  for (const installation of new Set([...entries, ...custodies].map((one) => one.installation))) {
    const isMeant = (one: { readonly installation: string | undefined }) => one.installation === installation;
    const context = {
      device: device.value?.name ?? "phone",
      exportedAt: new Date(serverNow()).toISOString(),
      ...(installation !== undefined && { installation }),
    };
    const suffix = installation === here ? "" : "-other-server";
    const made = entries.filter(isMeant);
    for (const inventoryId of new Set(made.map((entry) => entry.inventoryId))) {
      const entriesOfInventory = made.filter((entry) => entry.inventoryId === inventoryId);
      const operations = operationsOf(entriesOfInventory.filter(({ state }) => state !== "asked"));
      const unanswered = operationsOf(entriesOfInventory.filter(({ state }) => state === "asked"));
      for (let start = 0; start === 0 || start < operations.length; start += MAX_OPERATIONS) {
        const part: ExportedCounts = {
          ...context,
          inventoryId,
          inventory: (installation === here ? names.get(inventoryId) : undefined) ?? "",
          operations: operations.slice(start, start + MAX_OPERATIONS),
          unanswered: start === 0 ? unanswered : [],
        };
        files.push(fileOf(part, `${inventoryId}${suffix}`, start / MAX_OPERATIONS));
      }
    }
    const bodies = custodies.filter(isMeant).map(({ body }) => body);
    if (bodies.length > 0) files.push(fileOf({ ...context, custodies: bodies }, `custody${suffix}`, 0));
  }
  return files;
}

/** Those that the server has not answered to: a hand-over whose photo waits is recorded. */
async function unsentCustodies(here: string | undefined) {
  const custodies: { installation: string | undefined; body: SubmitCustodyOperationRequest }[] = [];
  for (const { state, task, result, userId, ...command } of [...(await readCommands())].reverse()) {
    if (task.kind !== "custody" || result !== null || (state !== "waiting" && state !== "refused")) continue;
    const installation = state === "refused" ? (command.installation ?? here) : here;
    custodies.push({ installation, body: { authorId: userId, ...task.operation } });
  }
  return custodies;
}

const operationsOf = (entries: readonly Pick<OutboxEntry, "operation">[]) =>
  entries.map(({ operation }) => operation);

function fileOf(part: ExportedCounts | ExportedCustodies, subject: string, index: number): File {
  const deviceName = part.device.replace(/[^\p{L}\p{N}]+/gu, "-");
  const time = part.exportedAt.slice(0, 19).replace(/[:T]/g, "-");
  const suffix = index === 0 ? "" : `-${index + 1}`;
  const name = `tallybox-unsent-${deviceName}-${subject}-${time}${suffix}.json`;
  return new File([JSON.stringify(part)], name, { type: "application/json" });
}

/** Timeouts in ms, after which a value and the storage count as not responding. */
const VALUE_MS = 1000;
const EXPORT_MS = 5000;

/** Saves all unsent operations as files, and returns the result as text. Never rejects. */
export async function saveUnsent(): Promise<string> {
  try {
    const files = await Promise.race([exportFiles(), silence(EXPORT_MS)]);
    if (files === null)
      return t(msg("Not saved: the storage does not give the counts either. They stay on this device."));
    for (const file of files) saveFile(file);
    return files.length === 0
      ? t(msg("There are no unsent counts."))
      : t(msg("{n, plural, one {# file} other {# files}} saved"), { n: files.length });
  } catch (error) {
    return t(msg("Not saved: the counts cannot be read from the browser's storage ({error})."), {
      error: String(error),
    });
  }
}

const silence = (ms: number) => new Promise<null>((resolve) => setTimeout(() => resolve(null), ms));
