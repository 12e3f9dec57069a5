import { msg } from "../../../domain/message.ts";
import { ApiError, ServerUnreachable } from "../../api/errors.ts";
import { NotLoggedIn } from "../../api/tokens.ts";
import { t } from "../../i18n/translate.ts";

/** The text of a failed request; empty if the session has ended, which the login page shows. Rethrows other errors. */
export function problemText(error: unknown): string {
  if (error instanceof ApiError) return error.message;
  if (error instanceof ServerUnreachable) return t(AWAY);
  if (error instanceof NotLoggedIn) return "";
  throw error;
}

const AWAY = msg(
  "The server is not responding. When it is back, check whether this was done, and try again if it was not.",
);
