const FIRST = "/overview";
let place = FIRST;

/** Remembers where somebody wanted to go who has to log in first. */
export function want(path: string): void {
  place = path === "/" || path.startsWith("/login") ? FIRST : path;
}

/** Where to go after the login. */
export function wanted(): string {
  return place;
}
