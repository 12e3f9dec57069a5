/** A quoted part of a value. */
const QUOTED = /'([^']*)'|"((?:\\[\s\S]|[^"\\])*)"|[ \t\r]/g;
const LINE = new RegExp(
  String.raw`^(?![ \t\r]*[#;])[ \t\r]*([^=\s][^=\n]*?)[ \t\r]*=((?:${QUOTED.source})*)((?:\\[\s\S]|[^\\\n])*)$`,
  "gm",
);

/**
 * Parses a file of variables as systemd does (systemd.exec(5), EnvironmentFile=). Node's `parseEnv` differs: it cuts a value at
 * each "#".
 */
export function parseEnvironmentFile(text: string): Record<string, string> {
  const variables: Record<string, string> = {};
  for (const { 1: name = "", 2: quoted = "", 5: plain = "" } of text.matchAll(LINE))
    variables[name] = unquote(quoted) + removeBackslashes(plain);
  return variables;
}

function unquote(parts: string): string {
  return parts.replace(
    QUOTED,
    (_, single?: string, double?: string) =>
      single ?? double?.replace(/\\(?:\n|(["\\`$]))/g, (_, escaped?: string) => escaped ?? "") ?? "",
  );
}

/** Removes the spaces at the end, and the backslashes before other characters or a line break. */
function removeBackslashes(plain: string): string {
  return plain.replace(/[ \t\r]+$|\\(?:\n|([\s\S]))/g, (_, escaped?: string) => escaped ?? "");
}
