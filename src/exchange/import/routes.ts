import { z } from "zod";
import { TABLE_KINDS } from "../../domain/table-kinds.ts";
import { batch, type Endpoint, query } from "../../http/endpoint/endpoint.ts";
import { linesOrNull, oneOf, pathId, queryFlag, textOrNull } from "../../http/endpoint/fields.ts";
import { type EndpointResponse, shownOf } from "../../http/endpoint/response.ts";
import { tableQuery, tableReply } from "../../http/endpoint/table-response.ts";
import { pathOfJob } from "../../http/pipeline/job-service.ts";
import type { Locale } from "../../i18n/locales.ts";
import { ENCODINGS } from "../../platform/tables/csv-read.ts";
import { SEPARATOR_NAMES } from "../../platform/tables/csv-write.ts";
import type { Db } from "../../storage/database/statement.ts";
import { columnsOf } from "./columns.ts";
import { errorsFile, notTakenFile, templateFile } from "./downloads.ts";
import { parseColumnChoices } from "./header.ts";
import type { Import } from "./import-job.ts";
import type { Imports } from "./imports.ts";
import { type ImportOptions, MAX_DECISIONS, optionFields, parseOptions } from "./options.ts";
import { ImportDetail, ImportHead, toImportDetail, toImportHead } from "./shapes.ts";

/** A million rows of about 190 bytes. CSV is read in pieces, so memory does not depend on it. */
const MAX_FILE_BYTES = 200 * 1024 * 1024;
/** Characters of `columns`: a choice for each of 256 columns. */
const MAX_COLUMNS_TEXT = 100_000;
/** Fits options with some thousands of decisions. */
const MAX_OPTIONS_BYTES = 4 * 1024 * 1024;
/** Minimum interval between two events of an import. */
const EVENT_EVERY_MS = 250;
const params = { id: pathId() };
const path = "/api/imports";
/** The version that `If-Match` names is that of the options. */
const versionOf = ({ revision }: Import) => ({ change: revision });
function detail(job: Import, language: Locale): EndpointResponse<ImportDetail> {
  const body = toImportDetail(job, language);
  const version = { ...versionOf(job), shown: shownOf(body) };
  return { kind: "json", body, version, location: `${path}/${job.id}` };
}

/** Import of articles, locations, users and stock from tables. */
export function importRoutes(imports: Imports, db: Db): Endpoint[] {
  return [
    batch("POST", path, {
      operationId: "createImport",
      permission: "administer",
      summary:
        "Checks a CSV or XLSX file, or the ZIP of a Homebox collection: a dry run that changes nothing",
      description:
        "Responds when the file is checked, with the changes that applying it would make and with all errors. CSV: UTF-8 or Windows-1250; comma, semicolon or tab. XLSX: the sheet whose header row names the most columns. The header row is one of the first 30; it names the columns in English or Czech, as the export writes them. Totals and repeated header rows are left out. Exports of other products (Snipe-IT, Shelf, Homebox, InvenTree, Odoo) are recognised by their header row and read by their own rules, see `product`, `notTaken` and `options.product`; pictures in cells (base64) become photos of the articles, see `pictures`. `options` is the body of PUT as JSON text. The older parts `sheet`, `encoding`, `separator` and `columns` do the same; `columns` is a JSON object from a header to one of `fields`, or to null for a column that is not imported. Keys: articles `Code`; locations their path (`Main building / First floor / 101`, with a blank on both sides of each slash, because `1/2` is a name; a slash alone inside a name is doubled); users `User name`; stock code and path. An empty cell keeps the stored value. Missing locations, categories and types are created. States and users must exist unless `decisions` create them; users are found by user name, or by first and last name in any order if only one user has them. A new article without a state is In stock. `Location` and `Quantity` of an article set its only location; for an article at several locations import stock. One file is checked at a time, the others wait. An import stays in memory until it is cancelled, a day old or the server restarts; a tenant keeps its newest 10. `Idempotency-Key` is ignored, because nothing is changed.",
      status: 201,
      file: "file",
      maxBytes: MAX_FILE_BYTES,
      body: {
        kind: oneOf(TABLE_KINDS),
        options: linesOrNull(MAX_OPTIONS_BYTES).optional(),
        sheet: textOrNull().optional(),
        columns: linesOrNull(MAX_COLUMNS_TEXT).optional(),
        encoding: oneOf(ENCODINGS).optional(),
        separator: oneOf(SEPARATOR_NAMES).optional(),
      },
      response: ImportDetail,
      errors: {
        400: "the file can't be read, an option does not fit the file, or the import was cancelled meanwhile",
      },
      async run({ body, upload, language }, principal) {
        if (upload === null) throw new Error("the upload has no file");
        const { path: uploaded, name } = upload.file;
        const fileName = name
          .slice(Math.max(name.lastIndexOf("/"), name.lastIndexOf("\\")) + 1)
          .slice(0, 200);
        const older: ImportOptions = {
          ...(body.sheet && { sheet: body.sheet }),
          ...(body.encoding && { encoding: body.encoding }),
          ...(body.separator && { separator: body.separator }),
        };
        const file = {
          kind: body.kind,
          path: uploaded,
          fileName,
          options: { ...older, ...parseOptions(body.options ?? null) },
          byHeader: parseColumnChoices(columnsOf(db, principal.tenantId, body.kind), body.columns ?? null),
        };
        return detail(await imports.start(principal, file), language);
      },
    }),
    query("GET", path, {
      operationId: "listImports",
      permission: "administer",
      summary: "The open imports, newest first",
      response: z.array(ImportHead),
      run: (_, { tenantId }) => ({ kind: "json", body: imports.list(tenantId).map(toImportHead) }),
    }),
    query("GET", `${path}/{id}`, {
      operationId: "getImport",
      permission: "administer",
      summary: "One import",
      params,
      response: ImportDetail,
      run: ({ params: { id }, language }, { tenantId }) => detail(imports.find(tenantId, id), language),
    }),
    query("GET", `${path}/{id}/progress`, {
      operationId: "streamImportProgress",
      permission: "administer",
      summary: "The progress of an import, as server-sent events",
      description:
        "`progress` events with the import as in the list: one at once, then one after each change, at most four a second. The final state is `checked`, `applied`, `failed` or `cancelled`.",
      params,
      events: "only",
      response: ImportHead,
      run({ params: { id } }, { tenantId }) {
        const job = imports.find(tenantId, id);
        return {
          kind: "events",
          subscribe: (send, ended) => streamProgress(job, () => send("progress", toImportHead(job)), ended),
        };
      },
    }),
    batch("PUT", `${path}/{id}`, {
      operationId: "updateImport",
      permission: "administer",
      summary: "Checks the uploaded file again with other options",
      description: `Replaces all options; absent ones are detected. \`columns\` choose the field of a column by index, null: it is not imported; they replace the upload's choices by header. \`defaults\` apply to new records if the cell is empty or the column is missing; stored values are kept. \`decisions\` apply to all rows of a cause, or with \`value\` to the rows with this value: \`create\` the missing record (a user is created inactive, with the role User and without a password or PIN), treat the cell as \`empty\`, \`replace\` it by \`to\`, or \`leaveOut\` the rows; at most ${MAX_DECISIONS}, one for each cause and value. A decision belongs to the file as it is read: sent back with its \`reading\` and another product, sheet, header row or column it is dropped. A running check is aborted; its request gets 400, or 412 if it had \`If-Match\`.`,
      params,
      hasRecord: true,
      body: optionFields,
      maxBytes: MAX_OPTIONS_BYTES,
      response: ImportDetail,
      errors: {
        400: "an option does not fit the file, or the import is applied or was cancelled meanwhile",
      },
      async run(input, { tenantId }) {
        const job = imports.find(tenantId, input.params.id);
        await imports.recheck(job, input.body, (record) => input.assertMatch(record));
        return detail(job, input.language);
      },
    }),
    batch("PUT", `${path}/{id}/apply`, {
      operationId: "applyImport",
      permission: "administer",
      needsRecentLogin: true,
      summary: "Applies a checked import: all rows, or none",
      query: { validRows: queryFlag().optional(), isCorrection: queryFlag().optional() },
      description:
        "`validRows=true` leaves out the rows with errors; all others are applied, or none. Runs as a job in short transactions: other writes go on between them, and see the rows so far. The rows are planned again. If the data have changed since the check so that rows have errors now: 400 with all errors (`rows.<row>.<column>`), and all changes are undone. Meanwhile the changed records refuse other edits (409). The finished job can be undone for seven days (`PUT /api/jobs/{id}/undo`). New secrets of a user end the user's tokens, pairing code and personal devices, which an undo does not restore; secrets of the caller are rejected. Passwords and PINs are hashed before the job starts, about fifty a second. The history names the change `import <id>`; with `isCorrection=true` it is `correction import <id>`: no pieces came or left, the records were wrong.",
      params,
      isLong: true,
      hasRecord: true,
      response: ImportDetail,
      errors: { 400: "the file has errors, is already applied, or was cancelled meanwhile" },
      async run(input, principal) {
        const {
          params: { id },
          query: { validRows = false, isCorrection = false },
          language,
          address,
          prefersAsync,
        } = input;
        const job = imports.find(principal.tenantId, id);
        input.assertMatch(versionOf(job));
        const { jobId, applied } = await imports.apply(
          principal,
          job,
          { isValidRows: validRows, isCorrection },
          address,
        );
        if (prefersAsync) return { kind: "accepted", location: pathOfJob(jobId) };
        await applied;
        return detail(job, language);
      },
    }),
    query("GET", `${path}/{id}/errors`, {
      operationId: "exportImportErrors",
      permission: "administer",
      summary: "The rows with errors as a table, to be corrected and imported",
      description:
        "The rows as in the file, below its header row, with the defaults of new records and with the errors in a last column, `Errors` or `Chyby`. Passwords and PINs are left out. `format` is csv (the default) or xlsx; `separator` of CSV is comma in English, else semicolon. Text that begins like a formula is neutralised as in exports. After the valid rows were applied: the rows that were left out.",
      params,
      query: tableQuery,
      response: tableReply,
      errors: { 400: "no row has errors" },
      run: ({ params: { id }, query, language }, { tenantId }) =>
        errorsFile(imports.find(tenantId, id), query, language),
    }),
    query("GET", `${path}/{id}/not-imported`, {
      operationId: "exportNotImported",
      permission: "administer",
      summary: "What of another product's export is not imported, as a table",
      description:
        "Columns with the number of their values, then values and rows, the first 10 000, each with the reason. The rows with errors are not among them. `format` and `separator` as for the rows with errors.",
      params,
      query: tableQuery,
      response: tableReply,
      errors: { 400: "everything in the file is imported" },
      run: ({ params: { id }, query, language }, { tenantId }) =>
        notTakenFile(imports.find(tenantId, id), query, language),
    }),
    query("GET", `${path}/templates/{kind}`, {
      operationId: "getImportTemplate",
      permission: "administer",
      summary: "A table with the columns of a kind and two example rows",
      description: "`format` is csv (the default) or xlsx. The headers are in the language of the request.",
      params: { kind: oneOf(TABLE_KINDS) },
      query: tableQuery,
      response: tableReply,
      run: ({ params: { kind }, query, language }, { tenantId }) =>
        templateFile({ kind, columns: columnsOf(db, tenantId, kind) }, query, language),
    }),
    batch("DELETE", `${path}/{id}`, {
      operationId: "cancelImport",
      permission: "administer",
      summary: "Cancels and removes an import",
      description: "Also while it is being checked or applied: the work is undone. Applied data are kept.",
      params,
      hasRecord: true,
      errors: { 400: "it has just been applied" },
      async run(input, { tenantId }) {
        const job = imports.find(tenantId, input.params.id);
        input.assertMatch(versionOf(job));
        await imports.cancel(job);
      },
    }),
  ];
}

/** Sends the progress at once and after each change, at most one event per EVENT_EVERY_MS. The last change is always sent. */
function streamProgress(job: Import, send: () => void, ended: AbortSignal): void {
  let waiting: NodeJS.Timeout | null = null;
  const changed = () => {
    waiting ??= setTimeout(() => {
      waiting = null;
      send();
    }, EVENT_EVERY_MS);
  };
  job.listeners.add(changed);
  ended.addEventListener("abort", () => {
    job.listeners.delete(changed);
    if (waiting !== null) clearTimeout(waiting);
  });
  send();
}
