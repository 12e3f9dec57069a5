import { czechNumber, type List, lines } from "./list.ts";
import { type SheetCell, workbook } from "./workbook.ts";

// Lists as workbooks. Each comment names the unusual part.

const code = (prefix: string, number: number) => `${prefix}-${String(number).padStart(4, "0")}`;
const PEOPLE = ["Novák Jan", "Svobodová Eva", "Ing. Petr Dvořák", "Kratochvíl Zbyněk"];

/** An ERP's print-out: titles over merged cells, the header in row 6 and again on each page, totals; no Type. */
export async function erpList(): Promise<List> {
  const header = [
    "Inventární číslo",
    "Název majetku",
    "Skupina",
    "Datum zařazení",
    "Pořizovací cena",
    "Místnost",
    "Odpovědná osoba",
  ];
  const rows: SheetCell[][] = [
    ["Vzorová společnost, s. r. o."],
    ["Karty majetku: sestava 4711"],
    [],
    ["Středisko:", "100 Správa"],
    [],
    header,
  ];
  for (const { number, name, category, price, room } of lines(60)) {
    if (number % 25 === 0) rows.push(["Strana", String(number / 25)], [], header);
    const day = { day: 44_000 + number };
    const person = PEOPLE[number % PEOPLE.length] ?? "";
    rows.push([code("ERP", number), name, category, day, price, room, person]);
  }
  rows.push(
    [],
    [null, "Celkem za středisko", null, null, 550_311.2],
    ["Celkem:", null, null, null, 550_311.2],
  );
  const sheets = [{ name: "Sestava", rows, merges: ["A1:G1", "A2:G2"] }];
  return { fileName: "Karty majetku.xlsx", bytes: await workbook(sheets) };
}

/** Rooms and categories merged down over their rows, a header over two columns, prices as text. */
export async function mergedList(): Promise<List> {
  const rows: SheetCell[][] = [["Kód", "Umístění", null, "Kategorie", "Název", "Typ", "Cena"]];
  const merges = ["B1:C1"];
  for (const { number, name, type, price } of lines(32)) {
    const isFirst = number % 4 === 1;
    if (isFirst) merges.push(`B${number + 1}:B${number + 4}`, `D${number + 1}:D${number + 4}`);
    const block = Math.ceil(number / 4);
    rows.push([
      ...[code("MC", number), isFirst ? `Sklad / Regál ${block}` : null, number],
      ...[isFirst ? `Skupina ${block}` : null, name, type, `${czechNumber(price)} Kč`],
    ]);
  }
  return { fileName: "regaly.xlsx", bytes: await workbook([{ name: "List1", rows, merges }]) };
}

/** A cover sheet first, the data on the second one, a hidden sheet of codes, a pivot after it. */
export async function severalSheetsList(): Promise<List> {
  const header = ["Kód", "Název", "Kategorie", "Typ", "Cena", "Sériové číslo", "Umístění", "Množství"];
  const data = lines(45).map(({ number, name, category, type, price, room, quantity }): SheetCell[] => [
    ...[code("SH", number), name, category, type, price, `SN${1000 + number}`, room, quantity],
  ]);
  const cover: SheetCell[][] = [["Inventura 2025"], [], ["Zpracoval", "Jan Novák"], ["Verze", 3]];
  const pivot: SheetCell[][] = [
    ["Kategorie", "Počet"],
    ["Nábytek", 14],
    ["Sklad", 9],
  ];
  const bytes = await workbook([
    { name: "Titulní list", rows: cover },
    { name: "Data", rows: [header, ...data] },
    { name: "Číselník", rows: [header], isHidden: true },
    { name: "Přehled", rows: pivot },
  ]);
  return { fileName: "inventura_2025.xlsx", bytes };
}

/** Empty rows and headings of departments between the rows, a note below the table. */
export async function departmentsList(): Promise<List> {
  const rows: SheetCell[][] = [["Číslo", "Předmět", "Druh", "Hodnota", "Ks", "Místo"]];
  for (const { number, name, type, price, room, quantity } of lines(40)) {
    if (number % 10 === 1) rows.push([], [`Oddělení ${Math.ceil(number / 10)}`]);
    rows.push([code("OD", number), name, type, `${czechNumber(price, 0)},-`, `${quantity} ks`, room]);
  }
  rows.push([], ["Sestavil: Eva Svobodová"]);
  return { fileName: "oddeleni.xlsx", bytes: await workbook([{ name: "Evidence", rows }]) };
}

/** Codes that are numbers shown with leading zeros, a column of notes, states of the company's own. */
export async function leadingZerosList(): Promise<List> {
  const header = ["Kód", "Název", "Kategorie", "Typ", "Stav", "Poznámka", "Cena", "Uživatel"];
  const rows = lines(50).map(({ number, name, category, type, price }): SheetCell[] => [
    ...[{ digits: number * 7 }, name, category, type, number % 5 === 0 ? "V opravě" : "In use"],
    ...[number % 4 === 0 ? "převzato\nod předchůdce" : null, price, number % 2 === 0 ? "Jan Novák" : null],
  ]);
  return { fileName: "karty.xlsx", bytes: await workbook([{ name: "Karty", rows: [header, ...rows] }]) };
}
