import { call } from "../call.ts";

// Calls of the console. The terminal does not load them.

/** Printer types: the supported printer languages. */
export const listPrinterTypes = call("GET /api/printingprintertypes");
/** Adds a printer. */
export const createPrinter = call("POST /api/printingprinters");
/** One printer. */
export const getPrinter = call("GET /api/printingprinters/{id}");
/** Changes a printer; waiting labels are sent to the new address. */
export const updatePrinter = call("PUT /api/printingprinters/{id}");
/** Deletes a printer. */
export const deletePrinter = call("DELETE /api/printingprinters/{id}");
/** Adds a label format. */
export const createLabelFormat = call("POST /api/printingformats");
/** One label format. */
export const getLabelFormat = call("GET /api/printingformats/{id}");
/** Changes a label format; existing print requests keep their bytes. */
export const updateLabelFormat = call("PUT /api/printingformats/{id}");
/** Deletes a label format; existing print requests keep their bytes. */
export const deleteLabelFormat = call("DELETE /api/printingformats/{id}");
/** Shows a label as it would be printed. */
export const previewLabel = call("POST /api/printingformats/preview");
/** Layouts to start a drawn label from, with names in the requested language. */
export const listReadyMadeLayouts = call("GET /api/printingformats/ready-made");
/** A drawn label as a file to share. */
export const downloadLabelFile = call("GET /api/printingformats/{id}/file");
/** Adds a drawn label from a file. */
export const createLabelFromFile = call("POST /api/printingformats/from-file");
/** Draws a layout as it would be printed. */
export const previewDrawnLabel = call("POST /api/printingformats/layout-preview");
/** Shows one copy of the rendered label of a print request. */
export const previewPrintRequest = call("GET /api/printrequests/{oid}/preview");
/** Print requests, newest first, at most 100; continue with `before=<oid>`. */
export const listPrintRequests = call("GET /api/printrequests");
/** Cancels all waiting requests of a printer. */
export const cancelWaitingPrintRequests = call("POST /api/printingprinters/{id}/cancel-waiting");
/** Prints labels of a location and all below it. */
export const printLabelsOfLocations = call("POST /api/locations/{id}/bulk-labels");
/** A sheet of labels of locations, as a PDF. */
export const makeSheetOfLocations = call("POST /api/locations/{id}/label-sheet");
/** A sheet of labels of articles, as a PDF. */
export const makeSheetOfArticles = call("POST /api/articles/label-sheet");
/** Prints a test label through the queue. */
export const printTestLabel = call("POST /api/printingprinters/{id}/test");
