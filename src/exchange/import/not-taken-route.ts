import { type Endpoint, query } from "../../http/endpoint/endpoint.ts";
import { pathId } from "../../http/endpoint/fields.ts";
import { tableQuery, tableReply } from "../../http/endpoint/table-response.ts";
import type { Imports } from "./imports.ts";
import { notTakenFile } from "./not-taken-file.ts";

/** Download of what of another product's export is not imported. */
export function notImportedRoute(imports: Imports): Endpoint {
  return query(
    "GET",
    "/api/imports/{id}/not-imported",
    {
      operationId: "exportNotImported",
      permission: "administer",
      summary: "What of another product's export is not imported, as a table",
      description:
        "Columns with the number of their values, then values and rows, the first 10 000, each with the reason. The rows with errors are not among them. `format` and `separator` as for the rows with errors.",
      params: { id: pathId() },
      query: tableQuery,
      response: tableReply,
      errors: { 400: "everything in the file is imported" },
    },
    ({ params: { id }, query, language }, { tenantId }) =>
      notTakenFile(imports.find(tenantId, id), query, language),
  );
}
