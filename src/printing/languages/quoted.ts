import { type Message, msg } from "../../domain/message.ts";
import type { CustomPlaceholder, Placeholder } from "../../domain/placeholder-names.ts";
import {
  fillPlaceholders,
  hasPlaceholder,
  type LabelValues,
  templateError,
  textOfPlaceholder,
  toSingleLine,
  withoutBrackets,
} from "./template-text.ts";

/** The string syntax of a line-based language. */
export interface QuoteSyntax {
  /** The length in characters of the escape at `at` of a line; 0: no escape. */
  readonly escapeLength: (line: string, at: number) => number;
  /** Escapes a value (one line of text) for use inside quotes. */
  readonly escape: (value: string) => string;
}

/** The value of a placeholder as the symbol of its line carries it. Throws Invalid where it can't. */
export type ValueFor = (name: Placeholder | CustomPlaceholder, value: string) => string;

/** For a symbol that can't carry {{gs1}} as a GS1 code. Throws Invalid with the reason. */
export const withoutGs1 =
  (reason: Message): ValueFor =>
  (name, value) => {
    if (name === "gs1") throw templateError(reason);
    return value;
  };

/** For a bar code type of GS1, which begins with FNC1 by itself. */
export const gs1Bars: ValueFor = (name, value) => (name === "gs1" ? withoutBrackets(value) : value);

/**
 * Fills the placeholders in the strings of one line with escaped values. Throws Invalid for a placeholder outside quotes
 * (its value could be a command), and for one after a backslash (it would break the escape).
 */
export function fillStrings(
  line: string,
  quoting: QuoteSyntax,
  values: LabelValues,
  valueFor: ValueFor = (_, value) => value,
): string {
  if (!hasPlaceholder(line)) {
    return line;
  }
  return splitStrings(line, quoting)
    .map((part, index) =>
      index % 2 === 0 ? withoutValues(part) : fillString(part, quoting, values, valueFor),
    )
    .join("");
}

/** Splits a line: outside strings, a string with its quotes, outside, … A string without an end counts as outside. */
function splitStrings(line: string, { escapeLength }: QuoteSyntax): string[] {
  const parts: string[] = [];
  let outside = 0;
  let opened: number | null = null;
  for (let at = 0; at < line.length; at++) {
    const escaped = opened === null ? 0 : escapeLength(line, at);
    if (escaped > 0) at += escaped - 1;
    else if (line[at] === '"' && opened === null) opened = at;
    else if (line[at] === '"' && opened !== null) {
      parts.push(line.slice(outside, opened), line.slice(opened, at + 1));
      outside = at + 1;
      opened = null;
    }
  }
  return [...parts, line.slice(outside)];
}

function withoutValues(part: string): string {
  if (hasPlaceholder(part)) {
    throw templateError(
      msg('A placeholder may stand only between quotes, for example "{code}".', { code: "{{code}}" }),
    );
  }
  return part;
}

function fillString(part: string, quoting: QuoteSyntax, values: LabelValues, valueFor: ValueFor): string {
  if (part.includes("\\{{")) {
    throw templateError(msg("A placeholder must not follow a backslash."));
  }
  return fillPlaceholders(part, (name) =>
    quoting.escape(valueFor(name, toSingleLine(textOfPlaceholder(values, name)))),
  );
}

/** Throws Invalid unless a line prints (`isPrint`) and no placeholder follows the last such line. */
export function assertPrintCommand(
  lines: readonly string[],
  isPrint: (line: string) => boolean,
  command: string,
): void {
  const last = lines.findLastIndex(isPrint);
  if (last === -1 || lines.slice(last).some(hasPlaceholder)) {
    throw templateError(
      msg('No label would come out: the template must end with a line "{command}".', { command }),
    );
  }
}
