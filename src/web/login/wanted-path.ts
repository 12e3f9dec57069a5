const FIRST = "/count";
let place = FIRST;

/** Remembers where somebody wanted to go who has to log in first. */
export function setWantedPath(path: string): void {
  place = path;
}

/** Where to go after the login. */
export function takeWantedPath(): string {
  const to = place;
  place = FIRST;
  return to;
}
