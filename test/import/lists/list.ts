/** A list as a user would upload it. */
export interface List {
  readonly fileName: string;
  readonly bytes: Buffer;
}

const THINGS: readonly (readonly [name: string, category: string, type: string, price: number])[] = [
  ["Notebook Dell Latitude 5440", "Výpočetní technika", "Notebook", 25_990],
  ['Monitor LG 27"', "Výpočetní technika", "Monitor", 4_590.5],
  ["Kancelářská židle Ergo", "Nábytek", "Židle", 3_490],
  ["Stůl výškově stavitelný", "Nábytek", "Stůl", 12_350.9],
  ["Tiskárna Žebra ZD421", "Tiskárny", "Tiskárna štítků", 9_800],
  ["Čtečka čárových kódů", "Sklad", "Čtečka", 2_350],
  ["Paletový vozík", "Sklad", "Vozík", 7_249],
  ["Skříň šatní, dvoudílná", "Nábytek", "Skříň", 5_100],
  ["Projektor Epson", "Výpočetní technika", "Projektor", 18_499.9],
  ["Vrtačka příklepová", "Nářadí", "Vrtačka", 2_199],
];
const ROOMS = [
  "Hlavní budova / 1. patro / 101",
  "Hlavní budova / 1. patro / 102",
  "Hala B / Regál 3",
  "Hala B / Rampa",
];

/** A line of a list: the same for the same number. */
export interface Line {
  readonly number: number;
  readonly name: string;
  readonly category: string;
  readonly type: string;
  readonly price: number;
  readonly room: string;
  readonly quantity: number;
}

/** The first lines. */
export function lines(count: number): Line[] {
  return Array.from({ length: count }, (_, index): Line => {
    const [name, category, type, price] = THINGS[index % THINGS.length] ?? ["", "", "", 0];
    const room = ROOMS[index % ROOMS.length] ?? "";
    return { number: index + 1, name, category, type, price, room, quantity: (index % 7) + 1 };
  });
}

/** A number with blanks between thousands and a decimal comma: `1 234,50`. */
export function czechNumber(value: number, decimals = 2): string {
  const [whole = "", fraction] = value.toFixed(decimals).split(".");
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, " ");
  return fraction === undefined ? grouped : `${grouped},${fraction}`;
}

/** A number with commas between thousands and a decimal point: `1,234.50`. */
export function englishNumber(value: number): string {
  return value.toFixed(2).replace(/\B(?=(\d{3})+\.)/g, ",");
}

/** Cells with semicolons between them; those that need it have quotation marks. */
export function csvLine(cells: readonly (string | number)[], separator = ";"): string {
  const special = new RegExp(`["\n${separator}]`);
  return cells
    .map(String)
    .map((cell) => (special.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell))
    .join(separator);
}

const CP1250 = new Map(
  Object.entries({
    ...{ á: 0xe1, č: 0xe8, ď: 0xef, é: 0xe9, ě: 0xec, í: 0xed, ň: 0xf2, ó: 0xf3, ř: 0xf8, š: 0x9a, ť: 0x9d },
    ...{ ú: 0xfa, ů: 0xf9, ý: 0xfd, ž: 0x9e, Á: 0xc1, Č: 0xc8, Ď: 0xcf, É: 0xc9, Ě: 0xcc, Í: 0xcd, Ň: 0xd2 },
    ...{ Ó: 0xd3, Ř: 0xd8, Š: 0x8a, Ť: 0x8d, Ú: 0xda, Ů: 0xd9, Ý: 0xdd, Ž: 0x8e },
  }),
);

/** Text in the encoding of older Czech Windows programs. */
export function windows1250(text: string): Buffer {
  return Buffer.from(Array.from(text, (sign) => CP1250.get(sign) ?? sign.charCodeAt(0)));
}
