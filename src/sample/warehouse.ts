import { type Message, msg } from "../domain/message.ts";

// The records of the sample warehouse. Article names mix languages, as in real data.

/** A location with its code, name and the index of its parent. */
interface SampleLocation {
  readonly code: string;
  readonly name: Message;
  readonly inside: number | null;
}

const location = (code: string, inside: number | null, name: Message): SampleLocation => ({
  code,
  inside,
  name,
});

/** The locations, parents before children. */
export const LOCATIONS: readonly SampleLocation[] = [
  location("SAMPLE", null, msg("Sample warehouse")),
  location("SAMPLE-H", 0, msg("Hall")),
  location("SAMPLE-H-A", 1, msg("Aisle A")),
  location("SAMPLE-H-A-1", 2, msg("Rack A1")),
  location("SAMPLE-H-A-2", 2, msg("Rack A2")),
  location("SAMPLE-H-B", 1, msg("Aisle B")),
  location("SAMPLE-H-B-1", 5, msg("Rack B1")),
  location("SAMPLE-W", 0, msg("Workshop")),
  location("SAMPLE-O", 0, msg("Offices")),
  location("SAMPLE-O-1", 8, msg("Office 1")),
  location("SAMPLE-O-2", 8, msg("Meeting room")),
  location("SAMPLE-D", 0, msg("Dispatch")),
];

/** The index in LOCATIONS of the location that the sample stocktake counts, with all below it. */
export const COUNTED_LOCATION = 2;

export const CATEGORIES: readonly Message[] = [
  msg("Tools (sample)"),
  msg("IT equipment (sample)"),
  msg("Furniture and supplies (sample)"),
];
export const TYPE: Message = msg("Asset (sample)");
export const STOCKTAKE: Message = msg("Sample stocktake: aisle A");

export const FORMAT: Message = msg("Sample label 50×25 mm");

/** A label of 50 × 25 mm at 203 dpi: 8 dots a millimetre, so 400 × 200 dots. */
export const LABEL_ZPL = `^XA
^PW400
^LL200
^FO16,16^A0N,26,26^FB368,2^FD{{name}}^FS
^FO16,80^BY2^BCN,64,N^FD{{code}}^FS
^FO16,156^A0N,28,28^FD{{code}}^FS
^XZ
`;

/** An article: name, category index, location index, pieces, unit price in whole currency units. */
type Article = readonly [name: string, category: number, location: number, pieces: number, price: number];

export const ARTICLES: readonly Article[] = [
  ["Aku vrtačka 18 V", 0, 3, 4, 3490],
  ["Cordless drill 12 V", 0, 3, 2, 2290],
  ["Úhlová bruska 125 mm", 0, 3, 3, 2150],
  ["Příklepová vrtačka SDS", 0, 3, 1, 5990],
  ["Sada šroubováků, 12 kusů", 0, 3, 6, 690],
  ["Torque wrench 40–200 Nm", 0, 3, 2, 1890],
  ["Ráčna ½″ se sadou nástavců", 0, 4, 3, 1450],
  ["Laser distance meter", 0, 4, 2, 1990],
  ["Vodováha 60 cm", 0, 4, 5, 420],
  ["Svěrák otočný 150 mm", 0, 7, 1, 3200],
  ["Stojanová vrtačka", 0, 7, 1, 12900],
  ["Kompresor 50 l", 0, 7, 1, 6490],
  ["Svařovací invertor 160 A", 0, 7, 1, 8900],
  ["Heat gun", 0, 7, 2, 1190],
  ["Žebřík hliníkový 3×9", 0, 6, 2, 4790],
  ["Hydraulic jack 2 t", 0, 6, 1, 1690],
  ["Paletový vozík 2,5 t", 0, 11, 2, 7990],
  ["Rudl skládací", 0, 11, 3, 1290],
  ["Platform scale 300 kg", 0, 11, 1, 5490],
  ["Páskovač ruční", 0, 11, 1, 2890],
  ["Notebook 14″", 1, 9, 3, 21900],
  ["Notebook 15,6″ (náhradní)", 1, 4, 2, 18900],
  ["Monitor 27″", 1, 9, 4, 6490],
  ["Laserová tiskárna", 1, 9, 1, 7290],
  ["Label printer 203 dpi", 1, 11, 1, 8990],
  ["Čtečka čárových kódů", 1, 11, 2, 3190],
  ["Handheld terminal", 1, 11, 2, 15900],
  ["Dataprojektor", 1, 10, 1, 14900],
  ["Konferenční kamera", 1, 10, 1, 9900],
  ["Wi-Fi access point", 1, 8, 2, 2990],
  ["Záložní zdroj UPS 850 VA", 1, 8, 1, 2690],
  ["Kancelářská židle", 2, 9, 6, 3990],
  ["Height-adjustable desk", 2, 9, 3, 9990],
  ["Jednací stůl pro 8 osob", 2, 10, 1, 12490],
  ["Židle konferenční čalouněná", 2, 10, 8, 1590],
  ["Skříň policová uzamykatelná", 2, 8, 2, 6790],
  ["Úložný box 60 l", 2, 4, 24, 249],
  ["Stretch film, roll", 2, 6, 36, 139],
  ["Ochranné rukavice vel. 10", 2, 6, 48, 59],
  ["Lékárnička nástěnná", 2, 7, 1, 890],
];
