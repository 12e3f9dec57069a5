import { createInterface } from "node:readline";
import { Writable } from "node:stream";
import { z } from "zod";
import { randomCode } from "../../../access/devices/codes.ts";
import { newPassword } from "../../../access/users/user-fields.ts";
import { StartupError } from "../../../platform/startup-error.ts";
import { parseFields } from "./options.ts";

/** A password for somebody new; `isMade`: nobody has said one, so it must be shown, once. */
export interface Password {
  readonly text: string;
  readonly isGenerated: boolean;
}

const Given = z.object({ password: newPassword() });

/**
 * Asks for a password: on a terminal twice and unseen, otherwise it is the first line of standard input. An empty one is
 * made at random (78 bits). Never from the command line, which others can see. Throws Invalid on a short one.
 */
export async function askPassword(userName: string): Promise<Password> {
  const given = process.stdin.isTTY ? await askTwice(userName) : await readFirstLine(process.stdin);
  if (given === "") return { text: randomCode(4, 4), isGenerated: true };
  return { text: parseFields(Given, { password: given }).password, isGenerated: false };
}

async function askTwice(userName: string): Promise<string> {
  const first = await promptHidden(`Password of ${userName} (empty: one is made): `);
  if (first !== "" && (await promptHidden("Once more: ")) !== first) {
    throw new StartupError("the two are not the same; nothing was changed");
  }
  return first;
}

/** One line from the terminal that the terminal does not show. Throws StartRefused when it is called off. */
export function promptHidden(question: string): Promise<string> {
  return ask(question, new Writable({ write: (_piece, _coding, done) => done() }));
}

/** One line from the terminal, shown as it is typed. Throws StartRefused when it is called off. */
export function promptLine(question: string): Promise<string> {
  return ask(question, process.stderr);
}

async function ask(question: string, output: NodeJS.WritableStream): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output, prompt: question, terminal: true });
  process.stderr.write(question);
  try {
    return await new Promise<string>((done, failed) => {
      terminal.once("line", done);
      terminal.once("close", () => failed(new StartupError("cancelled; nothing was changed")));
    });
  } finally {
    terminal.close();
    process.stderr.write("\n");
  }
}

/** The first line of a stream, empty where there is none. */
export async function readFirstLine(input: NodeJS.ReadableStream): Promise<string> {
  for await (const line of createInterface({ input })) return line;
  return "";
}
