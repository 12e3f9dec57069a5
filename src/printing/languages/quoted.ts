import {
  fillPlaceholders,
  hasPlaceholder,
  type LabelValues,
  templateError,
  toSingleLine,
} from "./template-text.ts";

/** How a language of lines writes its strings. */
export interface Quoting {
  /** Characters that the escape at `at` of a line takes; 0: none is there. */
  readonly escapeLength: (line: string, at: number) => number;
  /** A value (one line of text) as it stands inside the quotes. */
  readonly escape: (value: string) => string;
}

/** Characters: longer than any command that a printer takes. */
const MAX_LINE = 8192;

/**
 * One line with the values put into its strings, escaped. Throws Invalid for a line of over 8 KiB, for a placeholder outside of
 * quotes, where a value could not be kept from being a command, or behind a backslash, which would take part in the escapes.
 */
export function fillStrings(line: string, quoting: Quoting, values: LabelValues): string {
  if (line.length > MAX_LINE) {
    throw templateError(
      `A line may have at most ${MAX_LINE} characters, not ${line.length}. Split it.`,
      `Řádek smí mít nejvýše ${MAX_LINE} znaků, ne ${line.length}. Rozdělte jej.`,
    );
  }
  if (!hasPlaceholder(line)) {
    return line;
  }
  return splitStrings(line, quoting)
    .map((part, index) => (index % 2 === 0 ? withoutValues(part) : fillString(part, quoting, values)))
    .join("");
}

/** The parts of a line: outside of strings, a string with its quotes, outside, … A string without an end counts as outside. */
function splitStrings(line: string, { escapeLength }: Quoting): string[] {
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
      'A placeholder may stand only between quotes, for example "{{code}}".',
      'Značka smí stát jen v uvozovkách, například "{{code}}".',
    );
  }
  return part;
}

function fillString(part: string, quoting: Quoting, values: LabelValues): string {
  if (part.includes("\\{{")) {
    throw templateError(
      "A placeholder must not follow a backslash.",
      "Značka nesmí stát hned za zpětným lomítkem.",
    );
  }
  return fillPlaceholders(
    part,
    (literal) => literal,
    (name) => quoting.escape(toSingleLine(values[name])),
  );
}

/** Throws Invalid unless `lines` has a line that prints (`isPrint`) and no placeholder comes after the last one. */
export function checkPrintCommand(
  lines: readonly string[],
  isPrint: (line: string) => boolean,
  command: string,
): void {
  const last = lines.findLastIndex(isPrint);
  if (last === -1 || lines.slice(last).some(hasPlaceholder)) {
    throw templateError(
      `No label would come out: the template must end with a line "${command}".`,
      `Žádný štítek by nevyjel: šablona musí končit řádkem „${command}“.`,
    );
  }
}
