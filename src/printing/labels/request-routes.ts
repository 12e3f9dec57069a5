import { z } from "zod";
import { msg } from "../../domain/message.ts";
import type { Dependencies } from "../../http/dependencies.ts";
import { command, type Endpoint, query } from "../../http/endpoint/endpoint.ts";
import { pathId, queryId, queryTime, queryWhole } from "../../http/endpoint/fields.ts";
import { recordResponse } from "../../http/endpoint/response.ts";
import type { Locale } from "../../i18n/locales.ts";
import { listInMainThread } from "../../storage/database/json.ts";
import type { Db } from "../../storage/database/statement.ts";
import { getPrinter } from "../printers/printer.ts";
import { cancelRequest, cancelWaitingRequests, getRequest, retryRequest } from "../queue/request.ts";
import * as views from "../queue/request-views.ts";
import { PrintRequest } from "../shapes.ts";

const PAGE_SIZE = 100;
const path = "/api/printrequests";

/** The list of print requests, and the decisions on them. */
export function requestRoutes({ storage }: Dependencies): Endpoint[] {
  const { db } = storage;

  return [
    query("GET", path, {
      operationId: "listPrintRequests",
      permission: "work",
      summary: "Print requests, newest first, at most 100; continue with `before=<oid>`",
      query: {
        stateId: queryId().optional(),
        printerId: queryId().optional(),
        articleId: queryId().optional(),
        locationId: queryId().optional(),
        since: queryTime().optional(),
        until: queryTime().optional(),
        before: queryId().optional(),
        limit: queryWhole(1, PAGE_SIZE).optional(),
      },
      response: z.array(PrintRequest),
      tables: ["printRequest", "printer", "article", "location", "printFormat"],
      run: ({ query, language }, { tenantId }) => ({
        kind: "json",
        body: listInMainThread(db, views.listJson[language], {
          tenantId,
          stateId: query.stateId ?? null,
          printerId: query.printerId ?? null,
          articleId: query.articleId ?? null,
          locationId: query.locationId ?? null,
          since: query.since ?? null,
          until: query.until ?? null,
          before: query.before ?? Number.MAX_SAFE_INTEGER,
          limit: query.limit ?? PAGE_SIZE,
        }),
      }),
    }),
    query("GET", `${path}/{oid}`, {
      operationId: "getPrintRequest",
      permission: "work",
      summary: "One print request",
      params: { oid: pathId() },
      response: PrintRequest,
      run: ({ params, language }, { tenantId }) => getDetail(db, language, tenantId, params.oid),
    }),
    command("POST", `${path}/{oid}/retry`, {
      operationId: "retryPrintRequest",
      scope: "labels:print",
      permission: "work",
      summary: "Returns a failed request to the queue",
      description:
        "Check the printer before you retry an interrupted request: some of its labels may have been printed.",
      params: { oid: pathId() },
      response: PrintRequest,
      errors: {
        400: "the request is not in the state Error, its data were removed, or its printer was deleted or can't print it now",
      },
      record: (tx, { params }, { tenantId }) => getRequest(tx, tenantId, params.oid),
      run(tx, { language }, { tenantId }, { record }) {
        retryRequest(tx, record);
        return getDetail(tx, language, tenantId, record.oid);
      },
    }),
    command("POST", `${path}/{oid}/cancel`, {
      operationId: "cancelPrintRequest",
      scope: "labels:print",
      permission: "work",
      summary: "Cancels a waiting or printing request",
      params: { oid: pathId() },
      response: PrintRequest,
      errors: { 400: "the request has already ended" },
      record: (tx, { params }, { tenantId }) => getRequest(tx, tenantId, params.oid),
      run(tx, { language }, { tenantId }, { record }) {
        cancelRequest(tx, record);
        return getDetail(tx, language, tenantId, record.oid);
      },
    }),
    command("POST", "/api/printingprinters/{id}/cancel-waiting", {
      operationId: "cancelWaitingPrintRequests",
      permission: "work",
      summary: "Cancels all waiting requests of a printer",
      params: { id: pathId() },
      response: z.object({ cancelled: z.int() }),
      record: (tx, { params }, { tenantId }) => getPrinter(tx, tenantId, params.id),
      run: (tx, _input, _caller, { record }) => ({
        kind: "json",
        body: { cancelled: cancelWaitingRequests(tx, record.oid) },
      }),
    }),
  ];
}

function getDetail(db: Db, language: Locale, tenantId: number, oid: number) {
  const found = views.detailJson[language].first(db, { tenantId, oid });
  return { ...recordResponse(found, msg("Print request not found.")), location: `${path}/${oid}` };
}
