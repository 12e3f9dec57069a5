import type { Dependencies } from "../http/dependencies.ts";
import { command, type Endpoint, job, query } from "../http/endpoint/endpoint.ts";
import { readSettings } from "../settings/settings.ts";
import { ADD_SAMPLE, assertNoOwnData, SAMPLE_RECORDS } from "./add-kind.ts";
import { readSampleData, SampleData } from "./counts.ts";
import { removeSample } from "./remove.ts";

const path = "/api/sample";

/** Sample data for trying the product. Restricted to roles that may import, because it adds many records. */
export function sampleRoutes({ storage }: Dependencies): Endpoint[] {
  return [
    query("GET", path, {
      operationId: "getSampleData",
      permission: "administer",
      summary: "The numbers of sample records and their dependents",
      description:
        "Individually deleted records are not counted. `isThere` is true until the sample data are removed.",
      response: SampleData,
      run: (_, { tenantId }) => ({ kind: "json", body: readSampleData(storage.db, tenantId) }),
    }),
    job("POST", path, {
      operationId: "createSampleData",
      permission: "administer",
      summary: "Adds a small sample warehouse to the tenant",
      description:
        "40 articles with stock, locations, categories and a type, a stocktake in Preparation, and a label format if the tenant has none. There is no printer; `preview` shows labels. Texts are in the site's language. Existing categories and types with the same name are used and stay the tenant's. A sample record stays sample data after any change. The job can be undone for seven days: records that were changed since, or that other records use, are left and stay sample data. `DELETE` removes these too, at any time.",
      status: 201,
      response: SampleData,
      errors: { 409: "the tenant has sample data, or articles of its own" },
      check: (tx, _, { tenantId }) => assertNoOwnData(tx, tenantId),
      makeJob: (_, principal) => ({
        kind: ADD_SAMPLE,
        input: { principal, language: readSettings(storage.db).settings.language },
        total: SAMPLE_RECORDS,
      }),
      respond: (_result, _, { tenantId }) => ({ kind: "json", body: readSampleData(storage.db, tenantId) }),
    }),
    command("DELETE", path, {
      operationId: "deleteSampleData",
      permission: "administer",
      summary: "Removes the sample data completely",
      description:
        "Removes in one transaction: the sample records; their stock, photos, print requests, transfers (also to sample locations) and disposal requests; inventories that refer to sample records only, with all counts; the sample inventory, whatever was counted in it, but not once it is closed with items of own articles: then it is an own inventory; deleted articles of a sample category; and the audit of all these. The tenant's own records are never removed. 409 lists in `errors` what prevents the removal, and nothing is removed: an own article at a sample location or of a sample category or type; a location inside a sample location; an own inventory that contains sample records and own articles or locations; a label in print. `GET /api/articles/changes` lists the articles in `deleted`. The inventories are no longer listed and return 404. Photo files are removed later, as those of other deleted photos.",
      errors: {
        404: "the tenant has no sample data",
        409: "other records of the tenant use the sample data",
      },
      run: (tx, _, { tenantId }) => removeSample(tx, { tenantId }),
    }),
  ];
}
