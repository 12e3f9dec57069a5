import { type Message, msg } from "../domain/message.ts";
import { errorCode, errorMessage } from "../platform/error-code.ts";
import { AuthorityFileError } from "./connection.ts";
import { LoginOfOtherSite, OtherMachine, SiteOfOtherLogin } from "./deliver.ts";
import { OtherMigration, OutdatedTables } from "./schema.ts";

const NO_ANSWER = msg("The database does not answer.");

/** Causes by the code of the database (SQLSTATE) or of the network. */
const CAUSES: readonly (readonly [RegExp, Message])[] = [
  [/^(ECONNREFUSED|ECONNRESET|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT|EPIPE)$/, NO_ANSWER],
  [/^(ENOTFOUND|EAI_AGAIN)$/, msg("The name of the database's machine is not known in the network.")],
  [
    /^(EPERM|EACCES)$/,
    msg("The service may not connect to this address. Allow it with scripts/allow-address."),
  ],
  [/CERT|SELF_SIGNED|UNABLE_TO_|ALTNAME/, msg("The certificate of the database is not trusted.")],
  [/^28/, msg("The database refuses the user name or the password.")],
  [/^3D000$/, msg("There is no database of this name.")],
  [/^42501$/, msg("The database user lacks a permission.")],
  [/^(53100|58030)$/, msg("The disk of the database is full or failing.")],
  [/^(57P0|08)/, msg("The database has ended the connection.")],
];

/** The cause of a failed delivery as a sentence for an Admin. */
export function causeOf(error: unknown): Message {
  if (error instanceof OtherMachine)
    return msg("Another machine delivers for this site: a copy of its data runs there.");
  if (error instanceof OtherMigration)
    return msg("Another site is updating the tables of the head office and does not finish.");
  if (error instanceof OutdatedTables)
    return msg(
      "The tables of the head office are older than this version. Run scripts/head-office of this version there.",
    );
  if (error instanceof LoginOfOtherSite)
    return msg("The database user belongs to another site of the head office. Each site needs its own.");
  if (error instanceof SiteOfOtherLogin)
    return msg("This site belongs to another database user. Set tallybox.site.login at the head office.");
  if (error instanceof AuthorityFileError) return msg("The file of HEAD_OFFICE_CA_FILE can't be read.");
  // A pause that the loss of the connection has ended.
  if (error instanceof Error && error.name === "AbortError") return causeOf(error.cause);
  // pg gives these no code. A query of a client that has lost its connection is "not queryable".
  if (
    error instanceof Error &&
    /^(Connection terminated|timeout expired|Query read timeout|Client .* not queryable)/.test(error.message)
  )
    return NO_ANSWER;
  const code = errorCode(error) ?? "";
  const known = CAUSES.find(([pattern]) => pattern.test(code));
  if (known !== undefined) return known[1];
  return msg("The database reports an error: {error}", {
    error: errorMessage(error),
  });
}
