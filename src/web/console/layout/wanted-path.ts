const FIRST = "/overview";
let place = FIRST;

/** Remembers where somebody wanted to go who has to log in first. */
export function setWantedPath(path: string): void {
  place = path === "/" || path.startsWith("/login") ? FIRST : path;
}

/** Where to go after the login. */
export function takeWantedPath(): string {
  return place;
}
