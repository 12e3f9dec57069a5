import { msg } from "../../../domain/message.ts";
import { BoxAway, Refused } from "../../api/ask.ts";
import { NotLoggedIn } from "../../api/tokens.ts";
import { t } from "../../i18n/translate.ts";

/** Why the box did not do something, as a sentence; empty where the login has ended, which the door tells. Throws what is none of the box. */
export function problemText(error: unknown): string {
  if (error instanceof Refused) return error.message;
  if (error instanceof BoxAway) return t(AWAY);
  if (error instanceof NotLoggedIn) return "";
  throw error;
}

const AWAY = msg(
  "The server is not responding. When it is back, check whether this was done, and try again if it was not.",
  "Server neodpovídá. Až bude dostupný, zkontrolujte, zda se to provedlo, a pokud ne, zkuste to znovu.",
);
