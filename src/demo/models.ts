import { Category, Type } from "./catalogues.ts";

// The names of the articles. Batches of one to four articles share model, name and price. Sixteen nouns alternate, so
// each begins a sixteenth of the names. A full name belongs to one batch only.

type Noun = readonly [word: string, ending?: "ý" | "á" | "é"];

interface ModelKind {
  readonly categoryId: number;
  readonly typeId: number;
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
    categoryId: Category.It,
    typeId: Type.Notebook,
    nouns: [["Notebook"], ["Počítač", "ý"], ["Laptop"], ["Ultrabook", "ý"]],
    english: ["office", "rugged", "portable", "workshop", "graphics", "touch", "school", "field"],
    czech: ["přenosn", "kancelářsk", "dílensk", "odoln", "skladov", "vývojářsk", "manažersk", "grafick"],
    prices: [1_200_000, 4_000_000],
  },
  {
    categoryId: Category.It,
    typeId: Type.Monitor,
    nouns: [["Monitor"], ["Obrazovka", "á"], ["Display"], ["Displej", "ý"]],
    english: ["office", "wide", "touch", "portable", "curved", "rugged", "wall", "graphics"],
    czech: ["kancelářsk", "širokoúhl", "dotykov", "přenosn", "zakřiven", "průmyslov", "nástěnn", "grafick"],
    prices: [250_000, 1_500_000],
  },
  {
    categoryId: Category.Furniture,
    typeId: Type.Chair,
    nouns: [["Židle", "á"], ["Chair"], ["Křeslo", "é"], ["Armchair"]],
    english: ["office", "swivel", "workshop", "wooden", "padded", "steel", "plastic", "bar"],
    czech: ["kancelářsk", "otočn", "dílensk", "dřevěn", "čalouněn", "kovov", "plastov", "barov"],
    prices: [60_000, 900_000],
  },
  {
    categoryId: Category.Tools,
    typeId: Type.Drill,
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
/** The batch of each of ten articles: batches of one, two, three and four. */
const BATCH_OF_TEN = [0, 1, 1, 2, 2, 2, 3, 3, 3, 3];

/** A noun of each kind in turn. */
const NOUNS = [0, 1, 2, 3].flatMap((index) => KINDS.map((kind) => ({ kind, noun: pick(kind.nouns, index) })));

interface Model {
  readonly name: string;
  readonly categoryId: number;
  readonly typeId: number;
  /** Ten-thousandths; never without hundredths. */
  readonly price: number;
}

/** The model of the article with this number (from 1 on). */
export function modelOf(number: number): Model {
  const before = number - 1;
  const batch = Math.floor(before / 10) * 4 + pick(BATCH_OF_TEN, before);
  const round = Math.floor(batch / NOUNS.length);
  const { kind, noun } = pick(NOUNS, batch + round);
  const [word, ending] = noun;
  const adjective = pick(ending === undefined ? kind.english : kind.czech, round);
  const [from, spread] = kind.prices;
  const units = Math.floor((from + pseudoRandom(batch, spread)) / 100);
  const hundredths = 1 + pseudoRandom(batch + 1, 99);
  return {
    name: `${word} ${adjective}${ending ?? ""}${round < ADJECTIVES ? "" : ` ${designation(batch)}`}`,
    categoryId: kind.categoryId,
    typeId: kind.typeId,
    price: (units * 100 + hundredths) * 100,
  };
}

/** A pseudo-random whole number from 0 to below `range`, always the same (Knuth's multiplicative hash). */
export function pseudoRandom(number: number, range: number): number {
  return Math.floor(((Math.imul(number, 2_654_435_761) >>> 0) / 2 ** 32) * range);
}

const LETTERS = 26;
const DESIGNATIONS = LETTERS * LETTERS * 10_000;

/** Two letters and four digits, unique for each batch: a permutation, for the factor is a prime. */
function designation(batch: number): string {
  const index = (batch * 1_000_003) % DESIGNATIONS;
  const letters = Math.floor(index / 10_000);
  const letter = (index: number) => String.fromCharCode(65 + index);
  const digits = String(index % 10_000).padStart(4, "0");
  return `${letter(Math.floor(letters / LETTERS))}${letter(letters % LETTERS)}${digits}`;
}

/** The entry at `index` modulo the length. */
function pick<T>(from: readonly T[], index: number): T {
  const found = from[index % from.length];
  if (found === undefined) throw new RangeError("nothing to pick from");
  return found;
}
