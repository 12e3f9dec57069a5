const BEGIN = "-- Each {list}: ";
const END = "-- End\n";

/** Repeats the lines of a migration between `-- Each {list}: a, b` and `-- End` once for each name, in place of `{list}`. */
export function repeatEach(sql: string): string {
  const [before = "", ...parts] = sql.split(BEGIN);
  return before + parts.map(repeat).join("");
}

function repeat(part: string): string {
  const [start, end] = [part.indexOf("\n") + 1, part.indexOf(END)];
  if (end < 0) throw new Error(`a migration lacks "${END.trim()}" after "${BEGIN}"`);
  const names = part.slice(0, start).trim().split(", ");
  const lines = part.slice(start, end);
  return names.map((name) => lines.replaceAll("{list}", name)).join("") + part.slice(end + END.length);
}
