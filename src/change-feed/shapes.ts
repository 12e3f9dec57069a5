import { z } from "zod";
import { FED, type FedTable, type Form, formOf } from "../storage/database/feed-triggers.ts";

// Response shapes of the change feed. Those of the records come from the declaration of its tables.

const FORMS: Readonly<Record<Form, () => z.ZodType>> = {
  int: () => z.int(),
  "int?": () => z.int().nullable(),
  text: () => z.string(),
  "text?": () => z.string().nullable(),
  time: () => z.iso.datetime(),
  "time?": () => z.iso.datetime().nullable(),
  flag: () => z.boolean(),
  money: () => z.number().describe("decimal, exact to four places"),
  "texts?": () =>
    z.record(z.string(), z.string()).nullable().describe("by locale, or by the oid of a custom field"),
  "ints?": () => z.array(z.int()).nullable(),
  "list?": () => z.array(z.string()).nullable(),
  "packs?": () => z.array(z.object({ name: z.string(), quantity: z.int() })).nullable(),
};

function recordShape({ table, properties }: FedTable): z.ZodType {
  const values = Object.entries(properties).map(
    ([name, given]) => [name, FORMS[formOf(name, given).form]()] as const,
  );
  const more = table === "inventory" ? { chosenLocations: z.array(z.int()) } : {};
  return z.object({ oid: z.int(), ...Object.fromEntries(values), ...more });
}

const changeShape = (one: FedTable) =>
  z
    .object({
      table: z.literal(one.table),
      oid: z.int(),
      record: recordShape(one).nullable().describe("null: the record is no longer there"),
    })
    .meta({ id: `ChangeOf${one.table.charAt(0).toUpperCase()}${one.table.slice(1)}` });

export const ChangePage = z
  .object({
    cursor: z.string().describe("send it as `since` next time"),
    isWhole: z.boolean().describe("remove all records that you have before you apply the changes"),
    hasMore: z.boolean().describe("there is another page already"),
    changes: z.array(z.union(FED.map(changeShape))),
  })
  .meta({ id: "ChangePage" });
export type ChangePage = z.output<typeof ChangePage>;
