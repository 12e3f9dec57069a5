import { parseArgs } from "node:util";
import { z } from "zod";
import { faultsOf } from "../http/faults.ts";
import { text } from "../http/fields.ts";
import { StartRefused } from "../storage/refused.ts";

const USAGE = 'npm run tenant -- add "NAME" --user USER --first NAME --last NAME | list';

const Added = z.object({ name: text(), user: text(), first: text(), last: text() });

/** The command line, checked. */
export type Options =
  | { readonly command: "list" }
  | ({ readonly command: "add" } & Readonly<z.output<typeof Added>>);

/** Reads the command line. Throws StartRefused on what it does not know, Invalid on a name that can't be. */
export function readOptions(args: string[]): Options {
  const { values, positionals } = split(args);
  const [command, name, ...more] = positionals;
  if (more.length > 0) throw new StartRefused(`what is "${more[0]}"? (${USAGE})`);
  if (command === "list" && name === undefined) return { command };
  if (command !== "add" || name === undefined) throw new StartRefused(`add or list? (${USAGE})`);
  const missing = (["user", "first", "last"] as const).find((option) => values[option] === undefined);
  if (missing !== undefined) throw new StartRefused(`--${missing} is missing (${USAGE})`);
  return { command, ...checked(Added, { ...values, name }) };
}

/** What was given, in the form that the box takes it. Throws Invalid with what is wrong. */
export function checked<T>(schema: z.ZodType<T>, given: unknown): T {
  const result = schema.safeParse(given, { reportInput: true });
  if (!result.success) throw faultsOf(result.error);
  return result.data;
}

function split(args: string[]) {
  const string = { type: "string" } as const;
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: { user: string, first: string, last: string },
    });
  } catch (error) {
    // Node's own sentences: the first names the argument, the rest explains the shell.
    const [first] = String(error instanceof Error ? error.message : error).split(/\.(?:\s|$)/);
    throw new StartRefused(`${first} (${USAGE})`);
  }
}
