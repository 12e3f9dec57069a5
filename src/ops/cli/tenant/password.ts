import { z } from "zod";
import { newPassword } from "../../../access/accounts/user-fields.ts";
import { randomCode } from "../../../access/secrets/codes.ts";
import { promptHidden, readFirstLine } from "../../../platform/prompt.ts";
import { StartupError } from "../../../platform/startup-error.ts";
import { parseFields } from "./options.ts";

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
