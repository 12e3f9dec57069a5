import { z } from "zod";

const count = () => z.int().nonnegative();

/** The numbers of sample records. */
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
        requests: count().describe("transfers and disposal requests"),
      })
      .describe("records created with the sample data, which are removed with them"),
  })
  .meta({ id: "SampleData" });
export type SampleData = z.output<typeof SampleData>;
