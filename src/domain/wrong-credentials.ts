import { msg } from "./message.ts";

/** Message for a wrong user name, password or PIN. It is the same for all, so that it does not reveal existing users. */
export const WRONG_CREDENTIALS = msg(
  "Invalid credentials. Check the user name and the password or PIN.",
  "Neplatné přihlašovací údaje. Zkontrolujte uživatele a heslo nebo PIN.",
);
