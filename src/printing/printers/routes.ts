import { z } from "zod";
import { msg } from "../../domain/message.ts";
import type { Dependencies } from "../../http/dependencies.ts";
import { command, type Endpoint, query } from "../../http/endpoint/endpoint.ts";
import { id, pathId, queryFlag } from "../../http/endpoint/fields.ts";
import { assertSameId } from "../../http/endpoint/parse.ts";
import { changedBody, newBody } from "../../http/endpoint/record-schemas.ts";
import { recordResponse } from "../../http/endpoint/response.ts";
import { PRINTER } from "../../records/printing.ts";
import { listInMainThread } from "../../storage/database/json.ts";
import { PRINTER_TYPES } from "../languages/printer-types.ts";
import { dpi, Printer, PrinterType } from "../shapes.ts";
import { assertAddress } from "../transport/printer-address.ts";
import {
  addPrinter,
  changePrinter,
  DEFAULT_PORT,
  deletePrinter,
  findPrinter,
  getPrinter,
} from "./printer.ts";
import * as store from "./store.ts";

const own = { dpi: dpi() };
const path = "/api/printingprinters";

/** Label printers (contract 4.8). */
export function printerRoutes(dependencies: Dependencies): Endpoint[] {
  const { db } = dependencies.storage;
  const detail = (tenantId: number, oid: number) => ({
    ...recordResponse(store.detail.first(db, { tenantId, oid }), msg("Printer not found.")),
    location: `${path}/${oid}`,
  });

  return [
    query("GET", "/api/printingprintertypes", {
      operationId: "listPrinterTypes",
      permission: "work",
      summary: "Printer types: the supported printer languages",
      response: z.array(PrinterType),
      run: () => ({ kind: "json", body: [...PRINTER_TYPES] }),
    }),
    query("GET", path, {
      operationId: "listPrinters",
      permission: "work",
      summary: "All printers, by name",
      response: z.array(Printer),
      tables: ["printer"],
      run: (_, { tenantId }) => ({ kind: "json", body: listInMainThread(db, store.all, { tenantId }) }),
    }),
    query("GET", `${path}/{id}`, {
      operationId: "getPrinter",
      permission: "work",
      summary: "One printer",
      params: { id: pathId() },
      response: Printer,
      run: ({ params }, { tenantId }) => detail(tenantId, params.id),
    }),
    command("POST", path, {
      operationId: "createPrinter",
      permission: "administer",
      summary: "Adds a printer",
      description:
        "The address must be on the site's network. The port must be 9100 to 9109 or 6101, or one of the setting `Printing:AllowedPorts`. Loopback needs the setting `Printing:AllowLoopback`. A host name that can't be resolved now is saved, and checked at each connection. `port` defaults to 9100, `isActive` to true. Drawn labels need `dpi`, the resolution (default 203), and `printWidthMm`, the width that the printer prints; null is 72 mm for a receipt printer, and not limited for others.",
      status: 201,
      body: newBody(PRINTER, "body", own),
      response: Printer,
      errors: { 409: "the name is taken" },
      prepare: ({ body }) => assertAddress(body.ipAddress, body.port ?? DEFAULT_PORT, dependencies),
      run: (tx, { body }, { tenantId }) => detail(tenantId, addPrinter(tx, tenantId, body)),
    }),
    command("PUT", `${path}/{id}`, {
      operationId: "updatePrinter",
      permission: "administer",
      summary: "Changes a printer; waiting labels are sent to the new address",
      description:
        "Absent properties keep their value. An unchanged address and port are not checked again. Labels of templates that wait are in the language of the printer: cancel them, or wait until they are printed, before `printerTypeId` is changed.",
      params: { id: pathId() },
      body: { oid: id().optional(), ...changedBody(PRINTER, "body", own) },
      response: Printer,
      errors: { 409: "the name is taken, or labels wait in the language of the present type" },
      prepare: async ({ params, body }, { tenantId }) => {
        assertSameId(body.oid, params.id);
        const old = findPrinter(db, tenantId, params.id);
        if (old === null) return;
        const { ipAddress = old.ipAddress, port = old.port } = body;
        if (ipAddress !== old.ipAddress || port !== old.port)
          await assertAddress(ipAddress, port, dependencies);
      },
      record: (tx, { params }, { tenantId }) => getPrinter(tx, tenantId, params.id),
      run(tx, { body }, { tenantId }, { record }) {
        changePrinter(tx, record, body);
        return detail(tenantId, record.oid);
      },
    }),
    command("DELETE", `${path}/{id}`, {
      operationId: "deletePrinter",
      permission: "administer",
      summary: "Deletes a printer",
      params: { id: pathId() },
      query: { force: queryFlag().optional() },
      errors: { 409: "labels wait for the printer; `force=true` cancels them" },
      record: (tx, { params }, { tenantId }) => getPrinter(tx, tenantId, params.id),
      run: (tx, { query }, _, { record }) => deletePrinter(tx, record, query.force ?? false),
    }),
  ];
}
