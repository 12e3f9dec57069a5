import { z } from "zod";

const count = () => z.int().nonnegative();

/** What of the sample data is there. */
export const SampleData = z
  .object({
    isThere: z.boolean(),
    articles: count(),
    locations: count(),
    categories: count(),
    types: count(),
    formats: count(),
    inventories: count(),
    onTop: z
      .object({
        inventories: count(),
        counts: count(),
        photos: count(),
        printRequests: count(),
        requests: count().describe("transfers and disposal proposals"),
      })
      .describe("what people have made with it: that goes with it"),
  })
  .meta({ id: "SampleData" });
export type SampleData = z.output<typeof SampleData>;
