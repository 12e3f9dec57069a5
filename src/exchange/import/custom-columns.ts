import { z } from "zod";
import type { CustomFieldRecord } from "../../custom-fields/custom-field.ts";
import { headersOfField } from "../../custom-fields/names.ts";
import { parseCustomValue } from "../../domain/custom-fields.ts";
import { msg } from "../../domain/message.ts";
import { type Cell, plainNumber } from "../../platform/tables/cell.ts";
import { asDay, asFlag, asNumber, asText, type ParsedCell } from "./cells.ts";
import type { Column } from "./columns.ts";

const WIDTH = 18;

/** The column of a custom field: its name is the header. */
export function customColumn(field: CustomFieldRecord): Column {
  return {
    field: `field:${field.oid}`,
    width: WIDTH,
    title: msg("{name}", { name: field.name }),
    aliases: headersOfField(field).slice(1),
    parse: (cell) => parseCell(field, cell),
    schema: z.string(),
  };
}

/** The stored form of a cell. */
function parseCell(field: CustomFieldRecord, cell: Cell): ParsedCell {
  const parsed = readCell(field, cell);
  if ("error" in parsed) return parsed;
  const { value } = parsed;
  const text = typeof value === "number" ? plainNumber(value) : String(value);
  return parseCustomValue(field, text);
}

function readCell({ type }: CustomFieldRecord, cell: Cell): ParsedCell {
  switch (type) {
    case "number":
      return asNumber(cell);
    case "yesNo":
      return asFlag(cell);
    case "date":
      return asDay(cell);
    default:
      return asText(cell);
  }
}
