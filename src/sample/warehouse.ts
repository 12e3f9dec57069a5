import { type Message, msg } from "../domain/message.ts";
import type { Kind } from "./models.ts";

// The records of the sample warehouse. The articles have the names of models.ts.

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

export const ARTICLES = 40;

/** Where the articles of a kind are: the indexes of their category, and of the locations that they take in turn. */
interface Places {
  readonly category: number;
  readonly locations: readonly number[];
}

export const PLACES: Readonly<Record<Kind, Places>> = {
  notebook: { category: 1, locations: [3, 9, 4, 9] },
  monitor: { category: 1, locations: [3, 9, 10, 9] },
  chair: { category: 2, locations: [6, 10, 9, 4] },
  drill: { category: 0, locations: [4, 7, 3, 11] },
};
