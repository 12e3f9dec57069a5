import { z } from "zod";
import { newPassword } from "../../../access/accounts/user-fields.ts";
import { randomCode } from "../../../access/secrets/codes.ts";
import { oneOf, text } from "../../../http/endpoint/fields.ts";
import { invalidFrom } from "../../../http/endpoint/parse.ts";
import { LOCALE_CODES } from "../../../i18n/locales.ts";
import { promptHidden, readFirstLine } from "../../../platform/prompt.ts";
import { StartupError } from "../../../platform/startup-error.ts";
import { parseArguments, scriptCommand, usageError } from "../../command-line.ts";

const USAGE = `${scriptCommand("tenant")} add "NAME" --user USER --first NAME --last NAME [--language ${LOCALE_CODES.join("|")}] | reset-admin [--user USER] | list`;
const COMMANDS = new Set(["add", "reset-admin", "list"]);

const Added = z.object({
  name: text(),
  user: text(),
  first: text(),
  last: text(),
  language: oneOf(LOCALE_CODES).optional(),
});
const Reset = z.object({ user: text() });

/** The validated command line. */
export type Options =
  | { readonly command: "list" }
  /** `user` null: the only administrator. */
  | { readonly command: "reset-admin"; readonly user: string | null }
  | ({ readonly command: "add" } & Readonly<z.output<typeof Added>>);

/** Parses the command line. Throws StartupError on unknown arguments, Invalid on an invalid name. */
export function readOptions(args: string[]): Options {
  const { values, positionals } = split(args);
  const [command, ...names] = positionals;
  if (command === undefined) throw usageError("The command is missing.", USAGE);
  if (!COMMANDS.has(command))
    throw usageError(`Unknown command "${command}". Use add, reset-admin or list.`, USAGE);
  const extra = names[command === "add" ? 1 : 0];
  if (extra !== undefined) throw usageError(`Unexpected argument "${extra}".`, USAGE);
  if (command === "list") return { command };
  if (command === "reset-admin") return readReset(values);
  const [name] = names;
  if (name === undefined) throw usageError("The tenant's name is missing.", USAGE);
  const missing = (["user", "first", "last"] as const).find((option) => values[option] === undefined);
  if (missing !== undefined) throw usageError(`--${missing} is missing.`, USAGE);
  return { command: "add", ...parseFields(Added, { ...values, name }) };
}

function readReset({ user, ...others }: ReturnType<typeof split>["values"]): Options {
  const foreign = (["first", "last", "language"] as const).find((option) => others[option] !== undefined);
  if (foreign !== undefined) throw usageError(`--${foreign} can't be used with reset-admin.`, USAGE);
  return { command: "reset-admin", user: user === undefined ? null : parseFields(Reset, { user }).user };
}

/** Validates fields with the schemas of the API. Throws Invalid with all field errors. */
function parseFields<T>(schema: z.ZodType<T>, fields: unknown): T {
  const result = schema.safeParse(fields, { reportInput: true });
  if (!result.success) throw invalidFrom(result.error);
  return result.data;
}

function split(args: string[]) {
  const string = { type: "string" } as const;
  const options = { user: string, first: string, last: string, language: string };
  return parseArguments({ args, allowPositionals: true, options }, USAGE);
}

/** A new password; `isGenerated`: it was generated and must be shown once. */
interface Password {
  readonly text: string;
  readonly isGenerated: boolean;
}

const PasswordField = z.object({ password: newPassword() });

/**
 * Reads a password: on a terminal by two hidden prompts, otherwise from the first line of standard input. An empty one is
 * replaced by a random one (78 bits). It never comes from the command line, which others can see. Throws Invalid on a short
 * password.
 */
export async function askPassword(userName: string): Promise<Password> {
  const input = process.stdin.isTTY ? await promptTwice(userName) : await readFirstLine(process.stdin);
  if (input === "") return { text: randomCode(4, 4), isGenerated: true };
  return { text: parseFields(PasswordField, { password: input }).password, isGenerated: false };
}

async function promptTwice(userName: string): Promise<string> {
  const first = await promptHidden(`Password of ${userName} (leave empty to generate one): `);
  if (first !== "" && (await promptHidden("Repeat the password: ")) !== first) {
    throw new StartupError("The passwords do not match. Nothing was changed.");
  }
  return first;
}
