/** The code of an error of the system (errno(3)), of Node, of a database, or of the network; null: it has none. */
export function errorCode(error: unknown): string | null {
  return error instanceof Error && "code" in error ? String(error.code) : null;
}

/** Null for the error of a file that does not exist. Throws any other. */
export function nullIfMissing(error: unknown): null {
  if (errorCode(error) === "ENOENT") return null;
  throw error;
}

/** An error as it was thrown; something else as an error with its text. */
export function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}

/** What an error says, also where something else was thrown. */
export function errorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
