const SPACES = " \t\r\n";
/** Signs that a backslash keeps in double quotes. Before others it stays. */
const ESCAPED_IN_QUOTES = '"\\`$';

/**
 * Parses a file of variables as systemd does (systemd.exec(5), EnvironmentFile=). Node's `parseEnv` differs: it cuts a value at
 * each "#".
 */
export function parseEnvironmentFile(text: string): Record<string, string> {
  const variables: Record<string, string> = {};
  for (let at = 0; at < text.length; ) {
    const sign = text.charAt(at);
    if (SPACES.includes(sign)) {
      at++;
      continue;
    }
    const lineEnd = endOf(text, "\n", at);
    const equals = text.slice(at, lineEnd).indexOf("=");
    if (sign === "#" || sign === ";" || equals < 0) at = lineEnd;
    else {
      const { value, end } = readValue(text, at + equals + 1);
      variables[text.slice(at, at + equals).trimEnd()] = value;
      at = end;
    }
  }
  return variables;
}

/** Reads a value: quoted parts, and then plain text to the end of the line. `end`: the position after it. */
function readValue(text: string, from: number): { readonly value: string; readonly end: number } {
  let value = "";
  let at = from;
  for (; at < text.length && text[at] !== "\n"; at++) {
    const sign = text.charAt(at);
    if (sign === "'" || sign === '"') {
      const quoted = sign === "'" ? readSingle(text, at + 1) : readDouble(text, at + 1);
      value += quoted.value;
      at = quoted.end;
    } else if (!SPACES.includes(sign)) {
      const plain = readPlain(text, at);
      return { value: value + plain.value, end: plain.end };
    }
  }
  return { value, end: at };
}

function readSingle(text: string, from: number) {
  const end = endOf(text, "'", from);
  return { value: text.slice(from, end), end };
}

function readDouble(text: string, from: number) {
  let value = "";
  let at = from;
  for (; at < text.length && text[at] !== '"'; at++) {
    const next = text.charAt(at + 1);
    if (text[at] !== "\\") value += text.charAt(at);
    else if (ESCAPED_IN_QUOTES.includes(next)) value += text.charAt(++at);
    else if (next === "\n") at++;
    else value += "\\";
  }
  return { value, end: at };
}

function readPlain(text: string, from: number) {
  let value = "";
  /** Spaces at the end are not a part of it. */
  let spaces = "";
  let at = from;
  for (; at < text.length && text[at] !== "\n"; at++) {
    const sign = text.charAt(at);
    if (SPACES.includes(sign)) spaces += sign;
    else {
      const kept = sign === "\\" ? text.charAt(++at) : sign;
      // A backslash joins the line with the next one.
      if (kept === "\n") continue;
      value += spaces + kept;
      spaces = "";
    }
  }
  return { value, end: at };
}

/** The position of a sign from a position on, or the end of the text. */
function endOf(text: string, sign: string, from: number): number {
  const found = text.indexOf(sign, from);
  return found < 0 ? text.length : found;
}
