// The models of the articles of the sample and of the demo, always the same. Sixteen nouns alternate, so each begins a
// sixteenth of the names. A full name belongs to one model only.

/** What an article is. */
export type Kind = "notebook" | "monitor" | "chair" | "drill";

type Noun = readonly [word: string, ending?: "ý" | "á" | "é"];

interface ModelKind {
  readonly kind: Kind;
  /** Czech nouns with the ending of their adjectives; English nouns have no ending. */
  readonly nouns: readonly Noun[];
  readonly english: readonly string[];
  /** Stems of adjectives; the noun determines the ending. */
  readonly czech: readonly string[];
  /** The lowest price and the range of prices, in hundredths. */
  readonly prices: readonly [from: number, spread: number];
}

const KINDS: readonly ModelKind[] = [
  {
    kind: "notebook",
    nouns: [["Notebook"], ["Počítač", "ý"], ["Laptop"], ["Ultrabook", "ý"]],
    english: ["office", "rugged", "portable", "workshop", "graphics", "touch", "school", "field"],
    czech: ["přenosn", "kancelářsk", "dílensk", "odoln", "skladov", "vývojářsk", "manažersk", "grafick"],
    prices: [1_200_000, 4_000_000],
  },
  {
    kind: "monitor",
    nouns: [["Monitor"], ["Obrazovka", "á"], ["Display"], ["Displej", "ý"]],
    english: ["office", "wide", "touch", "portable", "curved", "rugged", "wall", "graphics"],
    czech: ["kancelářsk", "širokoúhl", "dotykov", "přenosn", "zakřiven", "průmyslov", "nástěnn", "grafick"],
    prices: [250_000, 1_500_000],
  },
  {
    kind: "chair",
    nouns: [["Židle", "á"], ["Chair"], ["Křeslo", "é"], ["Armchair"]],
    english: ["office", "swivel", "workshop", "wooden", "padded", "steel", "plastic", "bar"],
    czech: ["kancelářsk", "otočn", "dílensk", "dřevěn", "čalouněn", "kovov", "plastov", "barov"],
    prices: [60_000, 900_000],
  },
  {
    kind: "drill",
    nouns: [["Vrtačka", "á"], ["Drill"], ["Šroubovák", "ý"], ["Screwdriver"]],
    english: ["cordless", "impact", "hammer", "angle", "bench", "compact", "magnetic", "electric"],
    czech: [
      "bateriov",
      "příklepov",
      "stojanov",
      "úhlov",
      "magnetick",
      "pneumatick",
      "průmyslov",
      "elektrick",
    ],
    prices: [90_000, 1_200_000],
  },
];
const ADJECTIVES = 8;

/** A noun of each kind in turn. */
const NOUNS = [0, 1, 2, 3].flatMap((index) => KINDS.map((of) => ({ of, noun: pick(of.nouns, index) })));

/** The model with this index, from 0 on. */
export function modelAt(index: number) {
  const round = Math.floor(index / NOUNS.length);
  const { of, noun } = pick(NOUNS, index + round);
  const [word, ending] = noun;
  const adjective = pick(ending === undefined ? of.english : of.czech, round);
  const [from, spread] = of.prices;
  const units = Math.floor((from + pseudoRandom(index, spread)) / 100);
  const hundredths = 1 + pseudoRandom(index + 1, 99);
  return {
    name: `${word} ${adjective}${ending ?? ""}${round < ADJECTIVES ? "" : ` ${designation(index)}`}`,
    kind: of.kind,
    /** Ten-thousandths; never without hundredths. */
    price: (units * 100 + hundredths) * 100,
  };
}

/** The quantity of an article: 1 to 5. */
export function piecesOf(number: number): number {
  return 1 + pseudoRandom(number, 5);
}

/** A pseudo-random whole number from 0 to below `range`, always the same (Knuth's multiplicative hash). */
export function pseudoRandom(number: number, range: number): number {
  return Math.floor(((Math.imul(number, 2_654_435_761) >>> 0) / 2 ** 32) * range);
}

const LETTERS = 26;
const DESIGNATIONS = LETTERS * LETTERS * 10_000;

/** Two letters and four digits, unique for each model: a permutation, for the factor is a prime. */
function designation(model: number): string {
  const index = (model * 1_000_003) % DESIGNATIONS;
  const letters = Math.floor(index / 10_000);
  const letter = (index: number) => String.fromCharCode(65 + index);
  const digits = String(index % 10_000).padStart(4, "0");
  return `${letter(Math.floor(letters / LETTERS))}${letter(letters % LETTERS)}${digits}`;
}

/** The entry at `index` modulo the length. */
export function pick<T>(from: readonly T[], index: number): T {
  const found = from[index % from.length];
  if (found === undefined) throw new RangeError("nothing to pick from");
  return found;
}
