import { csvLine, czechNumber, englishNumber, type List, lines, windows1250 } from "./list.ts";

// Lists as text files. Each comment names the unusual part.

const code = (prefix: string, number: number) => `${prefix}-${String(number).padStart(4, "0")}`;

/** An accounting program's print to a file: Windows-1250, semicolons, a title line, `45 990,-`, `1 ks`, a total. */
export function windows1250List(): List {
  const rows = lines(40).map(({ number, name, category, type, price, room, quantity }) =>
    csvLine([
      ...[code("W", number), name, category, type],
      ...[
        number % 2 === 0 ? `${czechNumber(price, 0)},-` : `${czechNumber(price)} Kč`,
        `${quantity} ks`,
        room,
      ],
    ]),
  );
  const total = csvLine(["Celkem", "", "", "", "365 430,- Kč", "158 ks", ""]);
  const head = [
    "Seznam majetku, stav ke dni 31. 12. 2025",
    "",
    "Kód;Název;Kategorie;Typ;Cena;Množství;Místnost",
  ];
  const text = [...head, ...rows, total, "Vytištěno programem Účto"].join("\r\n");
  return { fileName: "majetek.csv", bytes: windows1250(text) };
}

/** Two columns with the same name, and a column of notes with separators and line ends in quotation marks. */
export function duplicateHeaderList(): List {
  const rows = lines(30).map(({ number, name, category, type, price }) =>
    csvLine([
      ...[code("DH", number), name, `${name} (starý název)`, category, type],
      ...[
        czechNumber(price),
        `poznámka č. ${number}; viz\n"smlouva"`,
        number % 3 === 0 ? "zkontrolovat" : "",
      ],
    ]),
  );
  const head = "Evidenční číslo;Název;Název;Skupina;Druh;Pořizovací cena;Poznámka;Poznámka";
  return { fileName: "export.csv", bytes: Buffer.from(`\ufeff${[head, ...rows].join("\r\n")}\r\n`) };
}

/** Excel's "Unicode text": UTF-16 with tabs; some categories are blank, some prices a dash. */
export function utf16List(): List {
  const rows = lines(36).map(({ number, name, category, type, price, room }) =>
    csvLine(
      [
        ...[code("U", number), name, number % 4 === 0 ? "" : category, type],
        ...[
          number % 6 === 0 ? "-" : czechNumber(price),
          room,
          number % 2 === 0 ? "Novák Jan" : "Svobodová, Eva",
        ],
      ],
      "\t",
    ),
  );
  const head = ["Inventární číslo", "Název", "Kategorie", "Typ", "Cena", "Umístění", "Odpovědná osoba"].join(
    "\t",
  );
  const text = [head, ...rows].join("\r\n");
  return { fileName: "seznam.txt", bytes: Buffer.from(`\ufeff${text}`, "utf16le") };
}

/** An English export: commas, `1,234.50`, a currency sign, a grand total and lines below the table. */
export function englishList(): List {
  const rows = lines(33).map(({ number, name, category, type, price, room, quantity }) =>
    csvLine(
      [
        ...[code("EN", number), name, category, type, `$${englishNumber(price)}`],
        ...[`${quantity} pcs`, room, number % 3 === 0 ? "Mr Jan Novák" : ""],
      ],
      ",",
    ),
  );
  const head = "Inventory number,Item,Group,Kind,Value,Qty,Room,Assigned to";
  const foot = [
    `Grand total,,,,"$258,309.10",130 pcs,,`,
    "",
    "Report created 12/31/2025 by admin,,,,,,,",
    "Page 1 of 1,,,,,,,",
  ];
  return { fileName: "Asset report.csv", bytes: Buffer.from([head, ...rows, ...foot].join("\n")) };
}

/** 3 000 rows of a warehouse: no Type column, a state of its own, some codes twice, some quantities not counted. */
export function warehouseList(): List {
  const rows = lines(3_000).map(({ number, name, category, price, room, quantity }) =>
    csvLine([
      ...[code("WH", number % 750 === 0 ? number - 1 : number), `${name} ${number}`, category],
      ...[
        czechNumber(price),
        number % 500 === 0 ? "nezjištěno" : `${quantity} ks`,
        `${room} / ${number % 40}`,
      ],
      number % 10 === 0 ? "Zapůjčeno" : "In stock",
    ]),
  );
  const head = "Kód;Název;Kategorie;Cena;Počet kusů;Lokace;Stav";
  return { fileName: "sklad.csv", bytes: Buffer.from(`\ufeff${[head, ...rows].join("\r\n")}`) };
}
