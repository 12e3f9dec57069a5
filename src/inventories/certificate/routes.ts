import { z } from "zod";
import { CONFIDENCES } from "../../domain/cycle-counts/record-accuracy.ts";
import { NO_CERTIFICATE } from "../../domain/cycle-counts/value-certificate.ts";
import { WrongState } from "../../domain/errors.ts";
import { msg } from "../../domain/message.ts";
import type { Dependencies } from "../../http/dependencies.ts";
import { batch, type Endpoint } from "../../http/endpoint/endpoint.ts";
import { oneOf, pathId } from "../../http/endpoint/fields.ts";
import { tableQuery, tableResponse } from "../../http/endpoint/table-response.ts";
import { CSV_TYPE } from "../../platform/tables/csv-write.ts";
import type { BeginExport } from "../../security-log/table.ts";
import { getInventory } from "../inventory.ts";
import { stocktakeReportRoutes } from "../report/download/routes.ts";
import { getCertificate, InventoryCertificate } from "./certificate.ts";
import { makeCertificate, populationOf } from "./documents.ts";

const PERCENTS = CONFIDENCES.map((one) => `${Math.round(one * 100)}`);

/** The documents of a stocktake: its report, the certificate of a sample, and what this was drawn from. */
export function reportRoutes(app: Dependencies, beginExport: BeginExport): Endpoint[] {
  return [...stocktakeReportRoutes(app, beginExport), ...certificateRoutes(app, beginExport)];
}

function certificateRoutes({ storage, config }: Dependencies, beginExport: BeginExport): Endpoint[] {
  const { db } = storage;
  return [
    batch("GET", "/api/inventories/{id}/certificate", {
      operationId: "getInventoryCertificate",
      permission: "manage",
      summary: "What the random sample of a closed inventory says about the records that it was drawn from",
      description:
        "A sample by value (`valueSample` of a count plan) makes a certificate of the value of all records that it was drawn from, as HGB § 241 (1) asks: stratified difference estimation with a confidence of 95 % and a precision of 1 % of the value. `noCertificate` says why there is none: `notByValue`: a sample of records; `seedNotFixed`: it is not known that the seed was stored before the draw; `severalCurrencies`; `notCounted`: records of the sample were not counted; `fullCount`: nothing was left to chance; `fewDifferences`: fewer than 20 in the drawn strata; `precision`: worse than 1 %. `format=pdf` is the certificate to sign, in the language of the request; it is an export, and 400 without a certificate. From each stratum the records of the lowest SHA-256 (hexadecimal) of `seed:articleId:locationId` are counted; `GET /api/inventories/{id}/population` has all of them. For a sample of records `estimate`, `lower` and `upper` are the record accuracy: the exact interval of Clopper and Pearson (1934) with the hypergeometric distribution. Records of the sample that were not counted count as wrong. Until version 0.2 this made a certificate. `confidence` is that of the record accuracy in percent, default 95.",
      params: { id: pathId() },
      query: { format: oneOf(["json", "pdf"]).optional(), confidence: oneOf(PERCENTS).optional() },
      response: InventoryCertificate,
      alternativeTypes: ["application/pdf"],
      errors: {
        400: "not closed, or not of a random sample, or no certificate for `format=pdf`; or a field is invalid",
        429: "too many exports in an hour; see Retry-After",
      },
      async run({ params, query: { format = "json", confidence = "95" }, language, address }, principal) {
        const { tenantId } = principal;
        const inventory = getInventory(db, tenantId, params.id);
        const level = CONFIDENCES[PERCENTS.indexOf(confidence)] ?? 0.95;
        const certificate = await getCertificate(db, inventory, level);
        if (format === "json") return { kind: "json", body: certificate };
        const { noCertificate, value } = certificate;
        if (noCertificate !== null || value?.differenceEstimate == null)
          throw new WrongState(NO_CERTIFICATE[noCertificate ?? "notByValue"]);
        beginExport(principal, address, { table: "certificate", format, inventory: inventory.oid });
        const { timeZone } = config;
        const bytes = await makeCertificate(db, inventory, certificate, { language, timeZone });
        if (bytes === null) throw new Error("no certificate");
        const fileName = `certificate-${inventory.oid}.pdf`;
        return { kind: "bytes", contentType: "application/pdf", fileName, bytes };
      },
    }),
    batch("GET", "/api/inventories/{id}/population", {
      operationId: "exportInventoryPopulation",
      permission: "manage",
      summary: "The records that the sample by value of an inventory was drawn from, as CSV",
      description:
        "By location and article, as they were at the draw: ids, names, quantity, unit, price, value, stratum, whether the record was drawn, and its rank, which is the SHA-256 (hexadecimal) of `seed:articleId:locationId`. Strata have numbers from 1, the dearest. Each row repeats the company and the decisive day. CSV is UTF-8 with a byte order mark; the default `separator` is comma in English, else semicolon. A user may export 120 files an hour, all kinds together.",
      params: { id: pathId() },
      query: { separator: tableQuery.separator },
      response: z.file().mime([CSV_TYPE]),
      errors: {
        400: "not of a sample by value, or not drawn yet; or a field is invalid",
        429: "too many exports in an hour; see Retry-After",
      },
      run({ params, query, language, address }, principal) {
        const { tenantId } = principal;
        const inventory = getInventory(db, tenantId, params.id);
        const { oid: inventoryId } = inventory;
        const table = populationOf(db, inventory, language);
        if (table === null)
          throw new WrongState(msg("Only a stocktake of a sample by value has a population list."));
        beginExport(principal, address, { table: "population", format: "csv", inventory: inventoryId });
        return tableResponse(table, `population-${inventoryId}`, query, language);
      },
    }),
  ];
}
