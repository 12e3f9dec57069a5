/** Mutants that no test can catch, by file and description, with the reason. */
export const EQUIVALENT: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "src/domain/client-errors.ts": {
    "const MAX_INPUT = 8000; → const MAX_INPUT = 8001;": "a bound of the work, not of what is kept",
  },
  "src/domain/sha256.ts": {
    "for (let candidate = 2; found.length < count; candidate++) { → for (let candidate = 2; found.length <= count; candidate++) {":
      "nothing reads the one value more",
    "if (isPrime) found.push(((root - Math.floor(root)) * 0x100000000) | 0); → if (isPrime) found.push(((root + Math.floor(root)) * 0x100000000) | 0);":
      "the whole part of the root leaves the lower 32 bits as they are",
  },
  "src/domain/codes/epc.ts": {
    "if (kind !== undefined && rest !== undefined) { → if (kind !== undefined || rest !== undefined) {":
      "the expression finds both or neither",
  },
  "src/domain/message-format.ts": {
    "if (reader.at > from) parts.push(text.slice(from, reader.at)); → if (reader.at >= from) parts.push(text.slice(from, reader.at));":
      "an empty part adds nothing to the text",
  },
};
