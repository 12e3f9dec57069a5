import { call } from "./call.ts";

/** All printers, by name. */
export const listPrinters = call("GET /api/printingprinters");
/** All label formats, by name. */
export const listLabelFormats = call("GET /api/printingformats");
/** Prints labels of an article. */
export const printLabels = call("POST /api/pda/printing/print");
/** Prints labels of a location. */
export const printLocationLabels = call("POST /api/locations/{id}/print");
/** One print request. */
export const getPrintRequest = call("GET /api/printrequests/{oid}");
/** Returns a failed request to the queue. */
export const retryPrintRequest = call("POST /api/printrequests/{oid}/retry");
/** Cancels a waiting or printing request. */
export const cancelPrintRequest = call("POST /api/printrequests/{oid}/cancel");
/** Status that the printer reports. */
export const getPrinterStatus = call("GET /api/printingprinters/{id}/status");
