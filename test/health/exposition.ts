/** One figure: its name, its labels, its value. */
export interface Sample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

const SAMPLE = /^([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\{(.*)\})? (\S+)$/;
const VALUE = /^([+-]?(\d+(\.\d+)?(e[+-]?\d+)?|inf)|nan)$/i;
const LABEL = /([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\]|\\["\\n])*)"(?:,|$)/y;

/** Parses Prometheus' text format 0.0.4. Throws for an invalid line, and for a metric without HELP and TYPE. */
export function samplesOf(text: string): Sample[] {
  const declared = new Map<string, Set<string>>();
  const samples: Sample[] = [];
  for (const line of text.split("\n")) {
    if (line === "") continue;
    const head = /^# (HELP|TYPE) (\S+) \S/.exec(line);
    if (head?.[1] && head[2]) {
      declared.set(head[2], (declared.get(head[2]) ?? new Set()).add(head[1]));
      continue;
    }
    const sample = SAMPLE.exec(line);
    if (!sample?.[1] || !VALUE.test(sample[3] ?? "")) throw new Error(`not of the format: ${line}`);
    const base = sample[1].replace(/_(bucket|sum|count)$/, "");
    if (![sample[1], base].some((name) => declared.get(name)?.size === 2))
      throw new Error(`undeclared: ${line}`);
    samples.push({ name: sample[1], labels: labelsOf(sample[2] ?? ""), value: Number(sample[3]) });
  }
  return samples;
}

function labelsOf(text: string): Record<string, string> {
  const labels: Record<string, string> = {};
  LABEL.lastIndex = 0;
  while (LABEL.lastIndex < text.length) {
    const found = LABEL.exec(text);
    if (!found?.[1]) throw new Error(`not labels: ${text}`);
    labels[found[1]] = (found[2] ?? "").replaceAll(/\\(.)/g, (_, escaped) =>
      escaped === "n" ? "\n" : escaped,
    );
  }
  return labels;
}
