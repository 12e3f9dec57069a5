import { say } from "../../../words.ts";
import { t } from "../../app/words.ts";
import { BoxAway, Refused } from "../../box/ask.ts";
import { NotLoggedIn } from "../../box/tokens.ts";

/** Why the box did not do something, as a sentence; empty where the login has ended, which the door tells. Throws what is none of the box. */
export function problemText(error: unknown): string {
  if (error instanceof Refused) return error.message;
  if (error instanceof BoxAway) return t(AWAY);
  if (error instanceof NotLoggedIn) return "";
  throw error;
}

const AWAY = say(
  "The box does not answer. When it is back, look whether this was done, and try again if it was not.",
  "Zařízení neodpovídá. Až se vrátí, podívejte se, zda se to provedlo, a když ne, zkuste to znovu.",
);
