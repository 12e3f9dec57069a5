/** The device model in a user agent, such as `MC330K` or `iPhone`; "" if unknown. */
export function modelOf(userAgent: string): string {
  const android = /\(Linux; Android [\d.]+; ([^;)]+?)(?: Build\/[^;)]*)?[;)]/.exec(userAgent)?.[1] ?? "";
  // Chromium since 110 reports K for every model.
  if (android !== "") return android === "K" ? "" : android;
  return /iPhone|iPad|Windows|Macintosh|CrOS/.exec(userAgent)?.[0] ?? "";
}

/** The suggested name of a device. */
export function nameFor(userAgent: string): string {
  return `Terminal ${modelOf(userAgent)}`.trim().slice(0, 100);
}
