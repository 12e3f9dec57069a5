/** A list of articles as the Czech edition of a spreadsheet saves it: semicolons, decimal commas. */
const LIST = [
  "Kód;Název;Kategorie;Typ;Stav;Cena;Sériové číslo;Umístění;Množství",
  "Z-001;Židle kancelářská;Nábytek;Židle;In use;1 250,50;;Sklad / Hala A;12",
  "Z-002;Stůl dřevěný;Nábytek;Stůl;In use;3 990,00;;Sklad / Hala A;4",
  "V-001;Vrtačka příklepová;Nářadí;Vrtačka;In stock;2 100,00;SN-77;Sklad / Hala B;1",
  "V-002;Šroubovák aku;Nářadí;Vrtačka;In stock;899,90;SN-78;Sklad / Hala B;1",
  "N-001;Notebook;IT;Notebook;In use;25 000,00;SN-1;Kancelář;1",
  "N-002;Monitor;IT;Monitor;In use;5 500,00;SN-2;Kancelář;2",
  "P-001;Paleta;Ostatní;Paleta;In stock;300,00;;Dvůr;40",
].join("\r\n");

/** The letters of the list beyond ASCII in Windows-1250. */
const LETTERS: Readonly<Record<string, number>> = {
  ...{ ž: 0x9e, Ž: 0x8e, š: 0x9a, Š: 0x8a, č: 0xe8, ř: 0xf8, ě: 0xec },
  ...{ ů: 0xf9, ý: 0xfd, á: 0xe1, í: 0xed, é: 0xe9, ó: 0xf3 },
};

/** The upload of the list, as a file in Windows-1250. */
export function spreadsheetUpload(): FormData {
  const form = new FormData();
  form.set("kind", "articles");
  const bytes = Uint8Array.from(LIST, (letter) => LETTERS[letter] ?? letter.charCodeAt(0));
  form.set("file", new Blob([bytes]), "seznam.csv");
  return form;
}

/** The stock of the list: code, location, pieces. */
export const LISTED = [
  ["N-001", 1],
  ["N-002", 2],
  ["P-001", 40],
  ["V-001", 1],
  ["V-002", 1],
  ["Z-001", 12],
  ["Z-002", 4],
] as const;
