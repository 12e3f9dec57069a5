import { call } from "../call.ts";

// Calls of the console. The terminal does not load them.

/** Checks a CSV or XLSX file, or the ZIP of a Homebox collection: a dry run that changes nothing. */
export const createImport = call("POST /api/imports");
/** The open imports, newest first. */
export const listImports = call("GET /api/imports");
/** One import. */
export const getImport = call("GET /api/imports/{id}");
/** Checks the uploaded file again with other options. */
export const updateImport = call("PUT /api/imports/{id}");
/** Cancels and removes an import. */
export const cancelImport = call("DELETE /api/imports/{id}");
/** The progress of an import, as server-sent events. */
export const streamImportProgress = call("GET /api/imports/{id}/progress");
/** Applies a checked import: all rows, or none. */
export const applyImport = call("PUT /api/imports/{id}/apply");
/** The rows with errors as a table, to be corrected and imported. */
export const exportImportErrors = call("GET /api/imports/{id}/errors");
/** What of another product's export is not imported, as a table. */
export const exportNotImported = call("GET /api/imports/{id}/not-imported");
/** A table with the columns of a kind and two example rows. */
export const getImportTemplate = call("GET /api/imports/templates/{kind}");
/** The articles as a table. */
export const exportArticles = call("GET /api/export/articles");
/** The stock as a table. */
export const exportStock = call("GET /api/export/stock");
/** The rules of minimum stock as a table. */
export const exportRefillRules = call("GET /api/export/refill-rules");
/** The locations as a table, by path. */
export const exportLocations = call("GET /api/export/locations");
/** The users as a table. */
export const exportUsers = call("GET /api/export/users");
/** The numbers of sample records and their dependents. */
export const getSampleData = call("GET /api/sample");
/** Adds a small sample warehouse to the tenant. */
export const createSampleData = call("POST /api/sample");
/** Removes the sample data completely. */
export const deleteSampleData = call("DELETE /api/sample");
