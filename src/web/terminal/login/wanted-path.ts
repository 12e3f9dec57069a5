const FIRST = "/count";
let place = FIRST;

/** Remembers where somebody wanted to go who has to log in first. */
export function want(path: string): void {
  place = path;
}

/** Where to go after the login. */
export function wanted(): string {
  const to = place;
  place = FIRST;
  return to;
}
