import { Worker } from "node:worker_threads";
import type { Locale } from "../../i18n/locales.ts";
import { concurrentLanes } from "../../platform/concurrency-limit.ts";
import type { Table } from "../../platform/tables/cell.ts";
import { reusableWorker } from "../../platform/workers/client.ts";
import type { Db } from "../../storage/database/statement.ts";
import { rankOf, type StockRecord } from "../draw.ts";
import { companyOf, frameOf, timeZoneOf } from "../frame/frame.ts";
import { keptUntilAtClose } from "../frame/retention.ts";
import type { InventoryRecord } from "../inventory.ts";
import { counted, tenant } from "../report/store.ts";
import { sampleOf } from "../selection.ts";
import type { InventoryCertificate } from "./certificate.ts";
import type { CertificateProgram } from "./certificate-worker.ts";
import { populationTable } from "./population.ts";

// The certificate of a sample by value, and the list of what it was drawn from, as files.

/** A lane is a tenant. */
const DOCUMENTS = { running: 1, perLane: 1, waiting: 20 };
const inTurn = concurrentLanes<number>(DOCUMENTS);
const workers = reusableWorker<CertificateProgram>(
  () => new Worker(new URL("./certificate-worker.ts", import.meta.url)),
);

const NOT_COUNTED = { first: null, last: null };

const tenantName = (db: Db, tenantId: number) => tenant.first(db, { tenantId })?.name ?? "";

/** What a certificate certifies; null: there is none. */
export function certifiedBy({ noCertificate, value }: InventoryCertificate) {
  const estimate = value?.differenceEstimate ?? null;
  return noCertificate !== null || value === null || estimate === null ? null : { value, estimate };
}

/** Makes the PDF of a certificate; null: there is none. Rejects with Unavailable where too many of the tenant wait. */
export async function makeCertificate(
  db: Db,
  inventory: InventoryRecord,
  certificate: InventoryCertificate,
  { language, timeZone }: { readonly language: Locale; readonly timeZone: string },
): Promise<Buffer | null> {
  const { tenantId, oid: inventoryId } = inventory;
  const certified = certifiedBy(certificate);
  if (certified === null) return null;
  const pdf = await inTurn(tenantId, async () => {
    const worker = workers.take();
    try {
      return await worker.call("make", {
        certificate,
        ...certified,
        tenantName: tenantName(db, tenantId),
        company: companyOf(db, inventory),
        keepUntil: keptUntilAtClose(db, inventory, timeZone),
        frame: frameOf(inventory),
        counted: counted.first(db, { tenantId, inventoryId }) ?? NOT_COUNTED,
        language,
        timeZone: timeZoneOf(inventory, timeZone),
      });
    } finally {
      workers.release(worker);
    }
  });
  return Buffer.from(pdf);
}

/** The records that a sample by value was drawn from; null: it is none, or not drawn yet. */
export function populationOf(db: Db, inventory: InventoryRecord, language: Locale): Table | null {
  const { tenantId, oid: inventoryId, decisiveDay } = inventory;
  const drawn = sampleOf(db, { tenantId, inventoryId });
  if (drawn?.byValue == null) return null;
  const { seed, drawnDT } = drawn;
  const company = companyOf(db, inventory).legalName ?? tenantName(db, tenantId);
  const list = { tenantId, inventoryId, drawnDT, company, decisiveDay };
  return populationTable(db, list, (record: StockRecord) => rankOf(seed, record), language);
}
