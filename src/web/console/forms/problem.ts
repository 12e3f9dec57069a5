import { type Message, msg } from "../../../domain/message.ts";
import { ApiError, ServerUnreachable } from "../../api/errors.ts";
import { NotLoggedIn } from "../../api/tokens.ts";
import { t } from "../../i18n/translate.ts";

/** The labels of the fields of a form, by their names in the API. */
export type FieldNames<T> = { readonly [K in keyof T]?: Message };

/** A change that was not made: the user has stopped it, or for the reason in the message, which the user is shown. */
export class NotDone extends Error {}

/** The reason why a change is not undone. */
export const CHANGED_SINCE = msg("Not undone: somebody else has changed it since.");

/**
 * The text of a failed request; empty if the session has ended, which the login page shows. Rethrows other errors.
 * Errors of fields with a name in `names` get that name, instead of the one in the API.
 */
export function problemText<T>(error: unknown, names: FieldNames<T> = {}): string {
  if (error instanceof ApiError) return fieldProblems(error, names) ?? error.message;
  if (error instanceof ServerUnreachable)
    return t(
      msg(
        "The server is not responding. When it is back, check whether this was done, and try again if it was not.",
      ),
    );
  if (error instanceof NotLoggedIn) return "";
  throw error;
}

/** A sentence for each wrong field; null: there is an error of something that has no field. */
function fieldProblems<T>({ errors }: ApiError, names: FieldNames<T>): string | null {
  const sentences = errors.map(({ path, message }) => {
    // The form of a part of a record has the names of that part.
    const parts = [path, path.split(".")[0], path.replace(/^.*\./, "")] as (keyof T)[];
    const name: Message | undefined = parts.map((part) => names[part]).find((one) => one !== undefined);
    return name === undefined ? null : t(msg("{name}: {problem}"), { name: t(name), problem: message });
  });
  const known = new Set(sentences);
  return known.size === 0 || known.has(null) ? null : Array.from(known).join(" · ");
}
