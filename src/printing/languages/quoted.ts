import { fill, holdsPlaceholder, oneLine, templateFault, type Values } from "./placeholders.ts";

/** How a language of lines writes its strings. */
export interface Quoting {
  /** A whole string with its quotes, as the one capture group. */
  readonly string: RegExp;
  /** A value (one line of text) as it stands inside the quotes. */
  readonly escape: (value: string) => string;
}

/**
 * One line with the values put into its strings, escaped. Throws Invalid for a placeholder outside of quotes, where
 * a value could not be kept from being a command, or behind a backslash, which would take part in the escapes.
 */
export function fillStrings(line: string, quoting: Quoting, values: Values): string {
  if (!holdsPlaceholder(line)) {
    return line;
  }
  return line
    .split(quoting.string)
    .map((part, index) => (index % 2 === 0 ? withoutValues(part) : filled(part, quoting, values)))
    .join("");
}

function withoutValues(part: string): string {
  if (holdsPlaceholder(part)) {
    throw templateFault(
      'A placeholder may stand only between quotes, for example "{{code}}".',
      'Značka smí stát jen v uvozovkách, například "{{code}}".',
    );
  }
  return part;
}

function filled(part: string, quoting: Quoting, values: Values): string {
  if (part.includes("\\{{")) {
    throw templateFault(
      "A placeholder must not follow a backslash.",
      "Značka nesmí stát hned za zpětným lomítkem.",
    );
  }
  return fill(
    part,
    (literal) => literal,
    (name) => quoting.escape(oneLine(values[name])),
  );
}

/** Throws Invalid unless `lines` has a line that prints (`isPrint`) and no placeholder comes after the last one. */
export function checkPrinted(
  lines: readonly string[],
  isPrint: (line: string) => boolean,
  command: string,
): void {
  const last = lines.findLastIndex(isPrint);
  if (last === -1 || lines.slice(last).some(holdsPlaceholder)) {
    throw templateFault(
      `No label would come out: the template must end with a line "${command}".`,
      `Žádný štítek by nevyjel: šablona musí končit řádkem „${command}“.`,
    );
  }
}
