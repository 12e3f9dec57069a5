/** Mutants that no test can catch, by file and description, with the reason. */
export const EQUIVALENT: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "src/domain/client-errors.ts": {
    "const MAX_INPUT = 8000; → const MAX_INPUT = 8001;": "a bound of the work, not of what is kept",
    "const MAX_WORD = 40; → const MAX_WORD = 41;": "the words before names are shorter",
  },
  "src/domain/counting/fold.ts": {
    "if (a.at !== b.at) return a.at < b.at ? -1 : 1; → if (a.at !== b.at) return a.at <= b.at ? -1 : 1;":
      "they differ here",
    'const removesOthers = quantity < 0 && added.total < 0 && others.some((count) => count.kind === "set"); → const removesOthers = quantity <= 0 && added.total < 0 && others.some((count) => count.kind === "set");':
      "nothing added to a quantity is a repeated scan, which is not compared",
  },
  "src/domain/cycle-counts/schedule.ts": {
    "const MAX_DAYS_BACK = 32; → const MAX_DAYS_BACK = 33;": "a bound of the work",
    "const last = toDate !== null && toDate < to ? toDate : to; → const last = toDate !== null && toDate <= to ? toDate : to;":
      "both are the same day",
    "for (let date = from < fromDate ? fromDate : from; date <= last; date = addDays(date, 1)) → for (let date = from <= fromDate ? fromDate : from; date <= last; date = addDays(date, 1))":
      "both are the same day",
    "return dueDates(period, first < earliest ? earliest : first, last).pop() ?? null; → return dueDates(period, first <= earliest ? earliest : first, last).pop() ?? null;":
      "both are the same day",
  },
  "src/domain/units.ts": {
    "return one < other ? -1 : 1; → return one <= other ? -1 : 1;": "no list has a unit twice",
  },
  "src/domain/sha256.ts": {
    "const START = fractions(8, 1 / 2); → const START = fractions(9, 1 / 2);":
      "nothing reads the one value more",
    "const ROUNDS = fractions(64, 1 / 3); → const ROUNDS = fractions(65, 1 / 3);":
      "nothing reads the one value more",
    "for (let at = 16; at < 64; at++) { → for (let at = 16; at <= 64; at++) {":
      "nothing reads the one value more",
    "for (let at = 0; at < 8; at++) hash[at] = (hash[at] ?? 0) + (added[at] ?? 0); → for (let at = 0; at <= 8; at++) hash[at] = (hash[at] ?? 0) + (added[at] ?? 0);":
      "the array has no ninth value",
    "for (let candidate = 2; found.length < count; candidate++) { → for (let candidate = 2; found.length <= count; candidate++) {":
      "nothing reads the one value more",
    "if (isPrime) found.push(((root - Math.floor(root)) * 0x100000000) | 0); → if (isPrime) found.push(((root + Math.floor(root)) * 0x100000000) | 0);":
      "the whole part of the root leaves the lower 32 bits as they are",
  },
  "src/domain/codes/gs1.ts": {
    'if (typeof error !== "string") throw error; → if (typeof error !== "string") ;':
      "the library throws nothing but texts",
  },
  "src/domain/codes/gs1-link.ts": {
    "if (!(error instanceof URIError)) throw error; → if (!(error instanceof URIError)) ;":
      "decoding throws nothing else",
    'const end = parts[parts.length - 1] === "" ? parts.length - 1 : parts.length; → const end = parts[parts.length - 1] === "" ? parts.length + 1 : parts.length;':
      "the empty part is no key",
    'for (let at = end - 2; at >= 0; at -= 2) if (PRIMARY.test(numberOf(parts[at] ?? ""))) return at; → for (let at = end + 2; at >= 0; at -= 2) if (PRIMARY.test(numberOf(parts[at] ?? ""))) return at;':
      "there is no key after the end",
  },
  "src/domain/codes/epc.ts": {
    "if (scheme === undefined || prefixBits === undefined || prefixDigits === undefined) return null; → if (scheme === undefined || prefixBits === undefined && prefixDigits === undefined) return null;":
      "the table has both or neither",
    "if (kind !== undefined && rest !== undefined) { → if (kind !== undefined || rest !== undefined) {":
      "the expression finds both or neither",
  },
  "src/domain/stocktakes/as-of.ts": {
    ".filter(([locationId]) => !whole.has(locationId) && (day < prepared || !sincePrepared.has(locationId))) → .filter(([locationId]) => !whole.has(locationId) && (day <= prepared || !sincePrepared.has(locationId)))":
      "without a time between, both have the same pieces",
    "return asOf(book, foundThen + came, counted < day ? came : -came); → return asOf(book, foundThen + came, counted <= day ? came : -came);":
      "the text of the count is never that of the day",
    "return [{ locationId, asOf: asOf(book, found, day < nothingFound ? -found : found) }]; → return [{ locationId, asOf: asOf(book, found, day <= nothingFound ? -found : found) }];":
      "nothing came between equal times",
    "const latest = (one: string, other: string) => (one > other ? one : other); → const latest = (one: string, other: string) => (one >= other ? one : other);":
      "both are the same time",
  },
  "src/domain/text-folding.ts": {
    "for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) > 126) return false; → for (let i = 0; i <= text.length; i++) if (text.charCodeAt(i) > 126) return false;":
      "there is no character after the last one",
    "for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) > 126) return false; → for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) >= 126) return false;":
      "the slower way gives the same for ASCII",
    "return true; → return false;": "the slower way gives the same for ASCII",
  },
  "src/domain/cycle-counts/hypergeometric.ts": {
    "const MAX_SUMMED = 256; → const MAX_SUMMED = 257;": "both ways are exact",
    "for (let n = 1; n <= MAX_SUMMED; n++) sums.push((sums[n - 1] ?? 0) + Math.log(n)); → for (let n = 1; n < MAX_SUMMED; n++) sums.push((sums[n - 1] ?? 0) + Math.log(n));":
      "both ways are exact",
    "return found <= modeOf(draw) ? lowerTail(draw, found) : 1 - upperTail(draw, found + 1); → return found < modeOf(draw) ? lowerTail(draw, found) : 1 - upperTail(draw, found + 1);":
      "at the most probable number both sums are exact",
    "return found > modeOf(draw) ? upperTail(draw, found) : 1 - lowerTail(draw, found - 1); → return found >= modeOf(draw) ? upperTail(draw, found) : 1 - lowerTail(draw, found - 1);":
      "at the most probable number both sums are exact",
  },
  "src/domain/cycle-counts/record-accuracy.ts": {
    "const [fewest, most] = [wrong, population - sample + wrong]; → const [fewest, most] = [wrong, population + sample + wrong];":
      "more wrong records than there are have no probability",
    "const isTooFew = (number: number) => atLeast({ population, wrong: number, sample }, wrong) <= tail; → const isTooFew = (number: number) => atLeast({ population, wrong: number, sample }, wrong) < tail;":
      "no computed probability equals the tail",
    "const isPossible = (number: number) => atMost({ population, wrong: number, sample }, wrong) > tail; → const isPossible = (number: number) => atMost({ population, wrong: number, sample }, wrong) >= tail;":
      "no computed probability equals the tail",
    "if (fewestWrong < expected + 1 && expected - 1 < mostWrong) return; → if (fewestWrong <= expected + 1 && expected - 1 < mostWrong) return;":
      "the check of the calculation never fails",
    "if (fewestWrong < expected + 1 && expected - 1 < mostWrong) return; → if (fewestWrong < expected + 1 || expected - 1 < mostWrong) return;":
      "the check of the calculation never fails",
    "if (fewestWrong < expected + 1 && expected - 1 < mostWrong) return; → if (fewestWrong < expected + 1 && expected - 1 <= mostWrong) return;":
      "the check of the calculation never fails",
    "throw new RangeError(`no interval: ${fewestWrong} to ${mostWrong} without ${expected}`); → ;":
      "the check of the calculation never fails",
    "return Math.max(estimate - lower, upper - estimate) <= margin; → return Math.max(estimate - lower, upper - estimate) < margin;":
      "no computed width equals the margin",
  },
  "src/domain/cycle-counts/value-strata.ts": {
    "expectedPrecision(list, planOfSize(list, size), wrong) <= PLANNED_PRECISION; → expectedPrecision(list, planOfSize(list, size), wrong) < PLANNED_PRECISION;":
      "no computed precision equals the planned one",
    "for (let number = drawn; number < list.worth - full; number += Math.ceil(number / 50)) → for (let number = drawn; number < list.worth + full; number += Math.ceil(number / 50))":
      "where all are drawn, none of them is a random sample",
  },
  "src/domain/message-format.ts": {
    "if (reader.at > from) parts.push(text.slice(from, reader.at)); → if (reader.at >= from) parts.push(text.slice(from, reader.at));":
      "an empty part adds nothing to the text",
    'while (reader.at < text.length && text[reader.at] !== "}") { → while (reader.at <= text.length && text[reader.at] !== "}") {':
      "there is no character after the last one",
  },
  "src/articles/page-filter.ts": {
    "const MAX_SORTED = 100_000; → const MAX_SORTED = 100001;": "a bound of the work",
  },
  "src/exchange/import/locations.ts": {
    'if (node === null) throw new Error("a location without a name"); → if (node === null) ;':
      "a path that was read has a name",
  },
};
