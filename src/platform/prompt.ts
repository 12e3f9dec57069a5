import { createInterface } from "node:readline";
import { Writable } from "node:stream";
import { StartupError } from "./startup-error.ts";

/** Reads a line from the terminal without echo. Throws StartupError when the user cancels. */
export function promptHidden(question: string): Promise<string> {
  return readAnswer(question, new Writable({ write: (_chunk, _encoding, done) => done() }));
}

/** Reads a line from the terminal with echo. Throws StartupError when the user cancels. */
export function promptLine(question: string): Promise<string> {
  return readAnswer(question, process.stderr);
}

async function readAnswer(question: string, output: NodeJS.WritableStream): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output, prompt: question, terminal: true });
  process.stderr.write(question);
  try {
    return await new Promise<string>((resolve, reject) => {
      terminal.once("line", resolve);
      terminal.once("close", () => reject(new StartupError("Cancelled. Nothing was changed.")));
    });
  } finally {
    terminal.close();
    process.stderr.write("\n");
  }
}

/** Reads the first line of a stream; empty for an empty stream. */
export async function readFirstLine(input: NodeJS.ReadableStream): Promise<string> {
  for await (const line of createInterface({ input })) return line;
  return "";
}
