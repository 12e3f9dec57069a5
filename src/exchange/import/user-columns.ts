import { newPassword, newPin, roles } from "../../access/accounts/user-fields.ts";
import { msg } from "../../domain/message.ts";
import { flag, text } from "../../http/endpoint/fields.ts";
import { asDigits, asFlag, asLine, asList, asText } from "./cells.ts";
import type { Column } from "./columns.ts";

const name = { parse: asLine, schema: text() };

/** The columns of users. */
export const USER_COLUMNS: readonly Column[] = [
  {
    field: "userName",
    width: 18,
    title: msg("User name"),
    aliases: ["login", "user", "uživatel", "přihlašovací jméno", "username"],
    isKey: true,
    ...name,
  },
  {
    field: "firstName",
    width: 16,
    title: msg("First name"),
    aliases: ["given name", "křestní jméno"],
    ...name,
  },
  {
    field: "lastName",
    width: 18,
    title: msg("Last name"),
    aliases: ["surname", "family name"],
    ...name,
  },
  {
    field: "roles",
    width: 18,
    title: msg("Roles"),
    aliases: ["role", "oprávnění"],
    parse: asList,
    schema: roles(),
  },
  {
    field: "isActive",
    width: 10,
    title: msg("Active"),
    aliases: ["is active", "enabled", "povolen"],
    parse: asFlag,
    schema: flag(),
  },
  {
    field: "badgeCode",
    width: 18,
    title: msg("Badge"),
    aliases: ["badge code", "badge number", "card number", "číslo karty"],
    parse: asText,
    schema: text(),
  },
  {
    field: "password",
    width: 14,
    title: msg("Password"),
    aliases: [],
    isSecret: true,
    parse: asText,
    schema: newPassword(),
  },
  {
    field: "pin",
    width: 8,
    title: msg("PIN"),
    aliases: ["pin code"],
    isSecret: true,
    parse: asDigits,
    schema: newPin(),
  },
];
