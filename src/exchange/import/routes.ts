import { z } from "zod";
import type { Locale } from "../../domain/message.ts";
import { type Endpoint, read } from "../../http/endpoint/endpoint.ts";
import { oneOf, pathId, queryFlag, textOrNull } from "../../http/endpoint/fields.ts";
import type { EndpointResponse } from "../../http/endpoint/response.ts";
import { ENCODINGS } from "../tables/encoding.ts";
import { SEPARATOR_NAMES } from "../tables/separators.ts";
import { chosenOf } from "./chosen.ts";
import { errorsFile, tableQuery, tableReply, templateFile } from "./downloads.ts";
import type { Import } from "./import-job.ts";
import type { Imports } from "./imports.ts";
import { type ImportOptions, MAX_DECISIONS, optionFields, optionsIn } from "./options.ts";
import { detailOf, headOf, ImportDetail, ImportHead } from "./shapes.ts";
import { KINDS } from "./values.ts";

const MOST_BYTES = 64 * 1024 * 1024;
/** The letters of a choice for each of 256 columns. */
const MOST_CHOSEN = 100_000;
/** Options with a decision for each of some thousands of values. */
const MAX_OPTIONS = 4 * 1024 * 1024;
/** Events of one import, at most. */
const EVENT_EVERY_MS = 250;
const params = { id: pathId() };
const path = "/api/imports";
const detail = (one: Import, language: Locale): EndpointResponse<ImportDetail> => ({
  body: detailOf(one, language),
  location: `${path}/${one.id}`,
});

/** Import of articles, locations, users and stock from tables. */
export function importRoutes(imports: Imports): Endpoint[] {
  return [
    read(
      "POST",
      path,
      {
        operationId: "createImport",
        may: "administer",
        summary: "Checks a CSV or XLSX file: a dry run that changes nothing",
        description:
          "Answers when the file is checked, with all that applying it would do, and all that is wrong. CSV: UTF-8 or Windows-1250, comma, semicolon or tab. XLSX: the sheet with a header row that names most columns. The header row is found among the first 30; it names the columns, in English or Czech, as the export writes them. Totals and repeated header rows are left out. `options` is JSON text of what PUT takes, where something else is wanted. The older parts do the same: `sheet`, `encoding`, `separator`, and `columns`, a JSON object of what stands above a column to one of `fields`, or to null where the column is not imported. Known by: articles `Code`, locations their path (`Main building / First floor / 101`, with a blank on both sides of each slash, for `1/2` is a name; a slash that stands alone in a name is doubled), users `User name`, stock code and path. An empty cell keeps what is stored. Missing locations, categories and types are created; states and users (by user name, or by first and last name in any order where only one has them) must exist unless `decisions` say otherwise. A new article without a state is In stock. `Location` and `Quantity` of an article: where it is then, unless it is at several places; stock says those. One file is checked at a time, the others wait. Kept in memory until cancelled, a day old or the server is restarted, the newest 10 of a tenant. `Idempotency-Key` is ignored: nothing is changed.",
        status: 201,
        file: "file",
        maxBytes: MOST_BYTES,
        body: {
          kind: oneOf(KINDS),
          options: textOrNull(MAX_OPTIONS).optional(),
          sheet: textOrNull().optional(),
          columns: textOrNull(MOST_CHOSEN).optional(),
          encoding: oneOf(ENCODINGS).optional(),
          separator: oneOf(SEPARATOR_NAMES).optional(),
        },
        reply: ImportDetail,
        refusals: {
          400: "the file can't be read, an option does not fit it, or the import was cancelled in the meantime",
        },
      },
      async ({ body, upload, language }, caller) => {
        if (upload === null) throw new Error("an import without its file");
        const { path: uploaded, name } = upload.file;
        const fileName = name.slice(Math.max(name.lastIndexOf("/"), name.lastIndexOf("\\")) + 1, 200);
        const older: ImportOptions = {
          ...(body.sheet && { sheet: body.sheet }),
          ...(body.encoding && { encoding: body.encoding }),
          ...(body.separator && { separator: body.separator }),
        };
        const file = {
          ...{ kind: body.kind, path: uploaded, fileName },
          options: { ...older, ...optionsIn(body.options ?? null) },
          byHeader: chosenOf(body.kind, body.columns ?? null),
        };
        return detail(await imports.start(caller, file), language);
      },
    ),
    read(
      "GET",
      path,
      {
        operationId: "listImports",
        may: "administer",
        summary: "The imports that are open, newest first",
        reply: z.array(ImportHead),
      },
      (_, { tenantId }) => ({ body: imports.list(tenantId).map(headOf) }),
    ),
    read(
      "GET",
      `${path}/{id}`,
      { operationId: "getImport", may: "administer", summary: "One import", params, reply: ImportDetail },
      ({ params: { id }, language }, { tenantId }) => detail(imports.find(tenantId, id), language),
    ),
    read(
      "GET",
      `${path}/{id}/progress`,
      {
        operationId: "streamImportProgress",
        may: "administer",
        summary: "How far an import is, as server-sent events",
        description:
          "`progress` with the import as in the list: at once, then whenever it has changed, at most four a second. The last state is `checked`, `applied`, `failed` or `cancelled`.",
        params,
        events: "only",
        reply: ImportHead,
      },
      ({ params: { id } }, { tenantId }) => {
        const one = imports.find(tenantId, id);
        return { body: { events: (say, ended) => follow(one, () => say("progress", headOf(one)), ended) } };
      },
    ),
    read(
      "PUT",
      `${path}/{id}`,
      {
        operationId: "updateImport",
        may: "administer",
        summary: "Checks the uploaded file again with other options",
        description: `The whole set of options is replaced; what is absent is found by itself. \`columns\` choose by index what a column is about, null: it is not imported; they replace what the upload chose by headers. \`defaults\` are used for new records where the cell is empty or there is no column; what is stored stays. \`decisions\` say what becomes of the rows of a cause, or (with \`value\`) of those with this value: \`create\` the missing record (a user is created inactive, with the role User and without a password or PIN), count the cell as \`empty\`, \`replace\` it by \`to\`, or \`leaveOut\` the rows; at most ${MAX_DECISIONS}, and one for each cause and value. A check under way is ended; its request is refused with 400.`,
        params,
        body: optionFields,
        maxBytes: MAX_OPTIONS,
        reply: ImportDetail,
        refusals: {
          400: "an option does not fit the file, or the import is applied or was cancelled in the meantime",
        },
      },
      async ({ params: { id }, body, language }, { tenantId }) => {
        const one = imports.find(tenantId, id);
        await imports.recheck(one, body);
        return detail(one, language);
      },
    ),
    read(
      "PUT",
      `${path}/{id}/apply`,
      {
        operationId: "applyImport",
        may: "administer",
        summary: "Applies a checked import: all of it, or nothing",
        query: { validRows: queryFlag().optional() },
        description:
          "`validRows=true` leaves out the rows with errors; all others are applied, or none. In one transaction, planned again in it: where the data have changed since the check so that something is wrong now, 400 with all errors (`rows.<row>.<column>`), and nothing is changed. Other writes wait meanwhile, reads go on; passwords and PINs are hashed before (about fifty a second). In the history the change comes by `import <id>`.",
        params,
        reply: ImportDetail,
        refusals: { 400: "the file has errors, is applied already, or was cancelled in the meantime" },
      },
      async ({ params: { id }, query: { validRows = false }, language, address }, caller) => {
        const one = imports.find(caller.tenantId, id);
        await imports.apply(caller, one, validRows, address);
        return detail(one, language);
      },
    ),
    read(
      "GET",
      `${path}/{id}/errors`,
      {
        operationId: "exportImportErrors",
        may: "administer",
        summary: "The rows with errors as a table, to be corrected and imported",
        description:
          "The rows as they stood in the file, below its header row, with all that is wrong in a last column, `Errors` or `Chyby`. Passwords and PINs are left out. `format` is csv (the default) or xlsx; `separator` of CSV is comma in English, else semicolon. Text that begins like a formula is neutralised as the export does. After valid rows were applied: the rows that were left out.",
        params,
        query: tableQuery,
        reply: tableReply,
        refusals: { 400: "no row has errors" },
      },
      ({ params: { id }, query, language }, { tenantId }) => ({
        body: errorsFile(imports.find(tenantId, id), query, language),
      }),
    ),
    read(
      "GET",
      `${path}/templates/{kind}`,
      {
        operationId: "getImportTemplate",
        may: "administer",
        summary: "A table with the columns of a kind and two example rows",
        description:
          "`format` is csv (the default) or xlsx; the columns are named in the language of the request.",
        params: { kind: oneOf(KINDS) },
        query: tableQuery,
        reply: tableReply,
      },
      ({ params: { kind }, query, language }) => ({ body: templateFile(kind, query, language) }),
    ),
    read(
      "DELETE",
      `${path}/{id}`,
      {
        operationId: "cancelImport",
        may: "administer",
        summary: "Cancels an import and forgets it",
        description:
          "While it is being checked or applied too: it is undone then. What is applied already stays.",
        params,
        status: 204,
        reply: z.null(),
        refusals: { 400: "it has just been applied" },
      },
      async ({ params: { id } }, { tenantId }) => {
        await imports.cancel(imports.find(tenantId, id));
        return { body: null };
      },
    ),
  ];
}

/** Tells at once, and after each change: the last one too, but not each of many. */
function follow(one: Import, tell: () => void, ended: AbortSignal): void {
  let waiting: NodeJS.Timeout | null = null;
  const changed = () => {
    waiting ??= setTimeout(() => {
      waiting = null;
      tell();
    }, EVENT_EVERY_MS);
  };
  one.listeners.add(changed);
  ended.addEventListener("abort", () => {
    one.listeners.delete(changed);
    if (waiting !== null) clearTimeout(waiting);
  });
  tell();
}
