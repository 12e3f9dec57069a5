import { day, lines, price, text } from "../../http/endpoint/fields.ts";
import { type Field as Declared, fieldsIn, type RecordDeclaration } from "../../records/record.ts";
import { asDay, asLine, asPrice, asText } from "./cells.ts";
import type { Column } from "./columns.ts";
import type { Field } from "./values.ts";

/** The columns of the fields of a record that stand in tables. A reference stands as the name of its record. */
export function columnsOfRecord(record: RecordDeclaration): readonly Column[] {
  return fieldsIn(record, "cells").flatMap(([name, field]): Column[] => {
    const { cells, label } = field;
    if (cells === undefined) return [];
    const { title = label, width, aliases } = cells;
    // The checked values of a row have a property for each column.
    return [{ field: (cells.name ?? name) as Field, title, width, aliases, ...formOf(field) }];
  });
}

/** How the cells of a field are read. */
function formOf({ kind }: Declared): Pick<Column, "parse" | "schema"> {
  switch (kind) {
    case "text":
    case "reference":
      return { parse: asLine, schema: text() };
    case "lines":
      return { parse: asText, schema: lines() };
    case "money":
      return { parse: asPrice, schema: price() };
    case "day":
      return { parse: asDay, schema: day() };
    default:
      throw new Error(`${kind} has no cells`);
  }
}
