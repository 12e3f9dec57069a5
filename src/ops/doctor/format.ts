/** Formats bytes with a unit. */
export function formatBytes(bytes: number): string {
  const units = ["bytes", "kB", "MB", "GB", "TB"];
  const power = bytes < 1000 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3));
  const digits = power === 0 ? 0 : 1;
  return `${(bytes / 1000 ** power).toFixed(digits)} ${units[power]}`;
}

/** Formats seconds with the largest fitting unit. */
export function formatDuration(seconds: number): string {
  const units = [
    ["d", 86_400],
    ["h", 3600],
    ["min", 60],
    ["s", 1],
  ] as const;
  const [unit, length] = units.find(([, min]) => seconds >= min) ?? ["s", 1];
  return `${Math.floor(seconds / length)} ${unit}`;
}

/** Formats a time (milliseconds since 1970) in UTC with seconds. */
export function formatTime(ms: number): string {
  return new Date(ms).toISOString().replace(/\.\d+Z$/, "Z");
}
