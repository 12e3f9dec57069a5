import { Worker } from "node:worker_threads";
import { CONFIDENCES } from "../../domain/cycle-counts/record-accuracy.ts";
import type { Dependencies } from "../../http/dependencies.ts";
import { batch, type Endpoint } from "../../http/endpoint/endpoint.ts";
import { oneOf, pathId } from "../../http/endpoint/fields.ts";
import { concurrentLanes } from "../../platform/concurrency-limit.ts";
import { reusableWorker } from "../../platform/workers/client.ts";
import type { BeginExport } from "../../security-log/table.ts";
import { getInventory } from "../inventory.ts";
import { stocktakeReportRoutes } from "../report/download/routes.ts";
import { tenant } from "../report/store.ts";
import { getCertificate, InventoryCertificate } from "./certificate.ts";
import type { CertificateProgram } from "./certificate-worker.ts";

/** A lane is a tenant. */
const DOCUMENTS = { running: 1, perLane: 1, waiting: 20 };
const PERCENTS = CONFIDENCES.map((one) => `${Math.round(one * 100)}`);

const workers = reusableWorker<CertificateProgram>(
  () => new Worker(new URL("./certificate-worker.ts", import.meta.url)),
);

/** The documents of a stocktake: its report, and the certificate of record accuracy. */
export function reportRoutes(app: Dependencies, beginExport: BeginExport): Endpoint[] {
  return [...stocktakeReportRoutes(app, beginExport), ...certificateRoutes(app, beginExport)];
}

function certificateRoutes({ storage, config }: Dependencies, beginExport: BeginExport): Endpoint[] {
  const { db } = storage;
  const inTurn = concurrentLanes<number>(DOCUMENTS);
  return [
    batch(
      "GET",
      "/api/inventories/{id}/certificate",
      {
        operationId: "getInventoryCertificate",
        permission: "manage",
        summary:
          "What the random sample of a closed inventory says about the accuracy of the records that it was drawn from",
        description:
          "The exact interval of Clopper and Pearson (1934) with the hypergeometric distribution: it contains the true share of right records with at least the confidence, whatever that share is. Records of the sample that were not counted count as wrong. The sample is the `sample` records of the lowest SHA-256 (hexadecimal) of `seed:articleId:locationId`. `format=pdf` is a document to sign, in the language of the request; it is an export. `confidence` is in percent, default 95.",
        params: { id: pathId() },
        query: { format: oneOf(["json", "pdf"]).optional(), confidence: oneOf(PERCENTS).optional() },
        response: InventoryCertificate,
        alternativeTypes: ["application/pdf"],
        errors: {
          400: "not closed, or not of a random sample; or a field is invalid",
          429: "too many exports in an hour; see Retry-After",
        },
      },
      async ({ params, query: { format = "json", confidence = "95" }, language, address }, principal) => {
        const { tenantId } = principal;
        const inventory = getInventory(db, tenantId, params.id);
        const level = CONFIDENCES[PERCENTS.indexOf(confidence)] ?? 0.95;
        const certificate = getCertificate(db, inventory, level);
        if (format === "json") return { kind: "json", body: certificate };
        beginExport(principal, address, { table: "certificate", format, inventory: inventory.oid });
        const pdf = await inTurn(tenantId, async () => {
          const worker = workers.take();
          try {
            const tenantName = tenant.first(db, { tenantId })?.name ?? "";
            return await worker.call("make", {
              certificate,
              tenantName,
              language,
              timeZone: config.timeZone,
            });
          } finally {
            workers.release(worker);
          }
        });
        const bytes = Buffer.from(pdf);
        const fileName = `certificate-${inventory.oid}.pdf`;
        return { kind: "bytes", contentType: "application/pdf", fileName, bytes };
      },
    ),
  ];
}
