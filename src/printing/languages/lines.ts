/** The lines of a template, whatever ends them; without the empty ones at its end. */
export function linesOf(template: string): string[] {
  const lines = template.split(/\r\n|\r|\n/);
  while (lines.at(-1)?.trim() === "") {
    lines.pop();
  }
  return lines;
}
