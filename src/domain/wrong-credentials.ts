import { msg } from "./message.ts";

/** The API's message for a wrong user name, password or PIN: the same for all, so that it tells nothing of which users exist. */
export const WRONG_CREDENTIALS = msg(
  "Invalid credentials. Check the user name and the password or PIN.",
  "Neplatné přihlašovací údaje. Zkontrolujte uživatele a heslo nebo PIN.",
);
