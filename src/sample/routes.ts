import { z } from "zod";
import type { Dependencies } from "../http/dependencies.ts";
import { type Endpoint, read, write } from "../http/endpoint/endpoint.ts";
import { addSample } from "./add.ts";
import { readSampleData } from "./counts.ts";
import { removeSample } from "./remove.ts";
import { SampleData } from "./shapes.ts";

const path = "/api/sample";

/** Sample data to try the box with. It is the tenant's, in bulk and with a label format: for those who import. */
export function sampleRoutes({ storage }: Dependencies): Endpoint[] {
  return [
    read(
      "GET",
      path,
      {
        operationId: "getSampleData",
        may: "administer",
        summary: "What of the sample data is there, and what was made with it",
        description:
          "Records that were deleted one by one are not counted; `isThere` stays until all is removed.",
        reply: SampleData,
      },
      (_, { tenantId }) => ({ body: readSampleData(storage.db, tenantId) }),
    ),
    write(
      "POST",
      path,
      {
        operationId: "createSampleData",
        may: "administer",
        summary: "Adds a small sample warehouse to the tenant",
        description:
          "40 articles with their places and pieces, categories and a type, a stocktake in Preparation, and a label format where the tenant has none; no printer: a label is looked at by `preview`. In the site's language. A category or type of the same name that the tenant has is used, and stays the tenant's. A sample record stays one whatever is done to it.",
        status: 201,
        reply: SampleData,
        refusals: { 409: "sample data is there already, or an article of the tenant's own" },
      },
      (tx, _, caller) => {
        addSample(tx, caller);
        return { body: readSampleData(tx, caller.tenantId) };
      },
    ),
    write(
      "DELETE",
      path,
      {
        operationId: "deleteSampleData",
        may: "administer",
        summary: "Removes the sample data without a trace",
        description:
          "In one transaction, with all that was made on top of it: stock, photos, print requests, transfers (also to sample places), disposal proposals, the inventories that name something of it and hold nothing else, with every count, and the sample's own inventory whatever was counted in it; articles of a sample category that were deleted again; and all of it in the audit. What is the tenant's own is never removed: where a living article of its own is at a sample place or has a sample category or type, a location lies inside a sample place, an inventory that somebody has made names something of the sample and holds an own article or names an own place, or a label is being printed, the answer is 409, `errors` says which, and nothing is removed. Followers of `GET /api/articles/changes` find the articles among `deleted`; the inventories are no longer listed, and asked for answer 404. Photo files go later, as those of deleted photos.",
        status: 204,
        reply: z.null(),
        refusals: { 404: "there is no sample data", 409: "something of the tenant's own stands on it" },
      },
      (tx, _, { tenantId }) => {
        removeSample(tx, { tenantId });
        return { body: null };
      },
    ),
  ];
}
