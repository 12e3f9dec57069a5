/** What a browser says of the machine it runs on, as far as that tells it from others: `MC330K`, `iPhone`; "" where it tells nothing. */
export function modelOf(userAgent: string): string {
  const android = /\(Linux; Android [\d.]+; ([^;)]+?)(?: Build\/[^;)]*)?[;)]/.exec(userAgent)?.[1] ?? "";
  // Chromium since 110 says K instead of every model.
  if (android !== "") return android === "K" ? "" : android;
  return /iPhone|iPad|Windows|Macintosh|CrOS/.exec(userAgent)?.[0] ?? "";
}

/** The name that a device is offered: what it is, so that a list of terminals can be read. */
export function nameFor(userAgent: string): string {
  return `Terminal ${modelOf(userAgent)}`.trim().slice(0, 100);
}
