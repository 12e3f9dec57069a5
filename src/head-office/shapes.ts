import { z } from "zod";

const time = z.iso.datetime().nullable();

/** The body of GET /api/head-office. */
export const HeadOfficeStatus = z
  .object({
    state: z
      .enum(["off", "connecting", "loading", "behind", "current", "failing"])
      .describe("`off`: HeadOffice:Url is not set; `loading`: the head office does not have all records yet"),
    address: z.string().nullable().describe("host and port of the database"),
    database: z.string().nullable(),
    site: z.uuid().nullable().describe("id of this site in the head office"),
    currentAt: time.describe(
      "the records of the head office were those of this site at this time; null: not since the start",
    ),
    behind: z.int().nullable().describe("changes that the head office does not have yet; null: not known"),
    failure: z
      .object({ cause: z.string().describe("a sentence"), since: z.iso.datetime() })
      .nullable()
      .describe("null: the delivery works"),
    login: z
      .object({
        name: z.string(),
        isLimited: z.boolean().describe("it can change the records of this site only, and no master data"),
        seesAllSites: z.boolean().describe("it can read the records of all sites"),
        warning: z.string().nullable().describe("what to do to limit it, a sentence; null: it is limited"),
      })
      .nullable()
      .describe("the database user of this site; null: not known yet"),
    masterData: z
      .object({
        owned: z
          .int()
          .nullable()
          .describe("articles of which the head office owns fields; null: not counted yet"),
        readAt: time.describe("when the head office's rows were last read; null: not since the start"),
        failure: z.string().nullable().describe("why they can't be read, a sentence; null: they can"),
        rejectedCount: z.int(),
        rejected: z
          .array(z.object({ code: z.string(), reason: z.string().describe("a sentence") }))
          .describe("the first hundred rows that can't be applied"),
      })
      .nullable()
      .describe("fields of articles that the head office owns; null: there is no head office"),
  })
  .meta({ id: "HeadOfficeStatus" });

/** A site of the company. */
export const OfficeSite = z
  .object({
    site: z.uuid(),
    name: z.string(),
    isOwn: z.boolean().describe("the site of this server"),
    isLoading: z.boolean().describe("its records are not complete yet"),
    heardAt: z.iso.datetime().describe("last sign of life, by the clock of the head office"),
    currentAt: time.describe("its records here are those of this time; null: not complete yet"),
    version: z.string().describe("version of its software"),
  })
  .meta({ id: "OfficeSite" });
export type OfficeSite = z.output<typeof OfficeSite>;

const atSite = { site: z.uuid(), siteName: z.string(), oid: z.int().describe("unique within its site") };

/** An article of any site. */
export const OfficeArticle = z
  .object({
    ...atSite,
    code: z.string().nullable(),
    name: z.string(),
    category: z.string().nullable(),
    quantity: z.int().describe("pieces at all locations of the site"),
  })
  .meta({ id: "OfficeArticle" });
export type OfficeArticle = z.output<typeof OfficeArticle>;

/** Articles of all sites that match a search. */
export const OfficeArticles = z
  .object({ articles: z.array(OfficeArticle), hasMore: z.boolean() })
  .meta({ id: "OfficeArticles" });

/** A stocktake of any site that is not closed. */
export const OfficeStocktake = z
  .object({
    ...atSite,
    name: z.string(),
    inventoryStateId: z.int().describe("1 to 6"),
    items: z.int(),
    counted: z.int().describe("items that are counted"),
  })
  .meta({ id: "OfficeStocktake" });
export type OfficeStocktake = z.output<typeof OfficeStocktake>;
