import type { CustomFieldType } from "../../../domain/custom-fields.ts";
import { type Message, msg } from "../../../domain/message.ts";

/** The names of the types of custom fields. */
export const FIELD_TYPE_TEXTS: Readonly<Record<CustomFieldType, Message>> = {
  text: msg("Text"),
  number: msg("Number", "type of a field"),
  date: msg("Date"),
  choice: msg("Choice"),
  yesNo: msg("Yes or no"),
  link: msg("Link"),
};
