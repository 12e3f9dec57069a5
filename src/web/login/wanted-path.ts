const DEFAULT_PATH = "/count";
let wantedPath = DEFAULT_PATH;

/** Stores the path to open after the login. */
export function setWantedPath(path: string): void {
  wantedPath = path;
}

/** Returns the path to open after the login, once. */
export function takeWantedPath(): string {
  const result = wantedPath;
  wantedPath = DEFAULT_PATH;
  return result;
}
