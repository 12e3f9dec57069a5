import { msg } from "../../domain/message.ts";
import { day, lines, text } from "../../http/endpoint/fields.ts";
import { asDay, asLine, asText } from "./cells.ts";
import type { Column } from "./columns.ts";

const name = { parse: asLine, schema: text() };

/** The columns of articles about their purchase, and their note. */
export const PURCHASE_COLUMNS: readonly Column[] = [
  {
    field: "note",
    width: 30,
    title: msg("Note"),
    aliases: ["notes", "remark", "comment", "poznámka", "poznámky"],
    parse: asText,
    schema: lines(),
  },
  {
    field: "invoiceNo",
    width: 16,
    title: msg("Invoice number"),
    aliases: ["invoice", "invoice no", "faktura", "číslo faktury"],
    ...name,
  },
  {
    field: "dtBuy",
    width: 14,
    title: msg("Purchase date"),
    aliases: ["purchased", "date of purchase", "datum nákupu", "datum pořízení"],
    parse: asDay,
    schema: day(),
  },
  {
    field: "supplier",
    width: 24,
    title: msg("Supplier"),
    aliases: ["vendor", "dodavatel"],
    ...name,
  },
  {
    field: "warrantyEnd",
    width: 14,
    title: msg("Warranty until"),
    aliases: ["warranty", "warranty end", "warranty expires", "záruka", "konec záruky"],
    parse: asDay,
    schema: day(),
  },
];
