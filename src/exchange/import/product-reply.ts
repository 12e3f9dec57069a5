import { z } from "zod";
import type { Locale } from "../../i18n/locales.ts";
import { textIn } from "../../i18n/text.ts";
import type { Import } from "./import-job.ts";
import type { ProductId } from "./products/product-file.ts";
import { PRODUCT_FILES } from "./products/registry.ts";

/** What of another product's file is not taken. */
export const NotTakenReply = z
  .object({
    columns: z
      .array(
        z.object({
          column: z.int().describe("index, from 0"),
          header: z.string(),
          values: z.int().describe("rows with a value"),
          reason: z.string(),
        }),
      )
      .describe("columns with values that are not imported"),
    rows: z
      .array(
        z.object({
          row: z.int(),
          column: z.string().nullable().describe("null: the whole row"),
          value: z.string().nullable(),
          reason: z.string(),
        }),
      )
      .describe("the first 100 values and rows that are not imported"),
    count: z.int().describe("all values and rows that are not imported"),
  })
  .describe("of another product's export; the rows with errors are not among them");

/** Values and rows in a response. */
const MAX_SHOWN = 100;

/** The part of a response about the product whose file it is. */
export function toProductReply(
  { kind, checkResult }: Import,
  language: Locale,
): {
  product: ProductId | null;
  products: { id: ProductId; title: string }[];
  notTaken: z.output<typeof NotTakenReply>;
} {
  const { columns = [], rows = [], count = 0 } = checkResult?.notTaken ?? {};
  return {
    product: checkResult?.product ?? null,
    products: PRODUCT_FILES.filter((file) => file.kind === kind).map(({ id, title }) => ({
      id,
      title: textIn(title, language),
    })),
    notTaken: {
      columns: columns.map((one) => ({ ...one, reason: textIn(one.reason, language) })),
      rows: rows.slice(0, MAX_SHOWN).map((one) => ({ ...one, reason: textIn(one.reason, language) })),
      count,
    },
  };
}
