let sinceTouch: (() => number) | null = null;

/** Reports the last touch of this terminal with each request: logins that nobody touches end on the server. `since`: in ms. */
export function reportTouches(since: () => number): void {
  sinceTouch = since;
}

/** The header of a request with a token. Without a terminal there is none. */
export function touchHeader(): Readonly<Record<string, string>> {
  return sinceTouch === null ? {} : { "Last-Touch": String(Math.max(0, Math.floor(sinceTouch() / 1000))) };
}
