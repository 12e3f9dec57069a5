/** The code of an error of the system (errno(3)), of Node, of a database, or of the network; null: it has none. */
export function errorCode(error: unknown): string | null {
  return error instanceof Error && "code" in error ? String(error.code) : null;
}
