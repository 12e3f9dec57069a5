import { type Message, msg } from "../../domain/message.ts";

/** What the keys of a US keyboard type where the device believes that it has another one. */
export interface Layout {
  readonly id: string;
  readonly name: Message;
  /** The rows of ROWS as this keyboard types them; a space stands where the key types nothing. */
  readonly rows: readonly string[];
  /** The accents among them that wait for the next key. */
  readonly dead: string;
}

/** The keys of a US keyboard row by row, plain and then with Shift. */
export const ROWS: readonly string[] = [
  "`1234567890-=",
  "qwertyuiop[]\\",
  "asdfghjkl;'",
  "zxcvbnm,./",
  "~!@#$%^&*()_+",
  "QWERTYUIOP{}|",
  'ASDFGHJKL:"',
  "ZXCVBNM<>?",
];

/** Every printable sign of ASCII that a key types; the space is the same everywhere. */
export const KEYS = ROWS.join("");

const czech = [
  ";+ěščřžýáíé=´",
  "qwertyuiopú)¨",
  "asdfghjklů§",
  "zxcvbnm,.-",
  "°1234567890%ˇ",
  "QWERTYUIOP/('",
  'ASDFGHJKL"!',
  "ZXCVBNM?:_",
];

const slovak = [
  ";+ľščťžýáíé=´",
  "qwertyuiopúäň",
  "asdfghjklô§",
  "zxcvbnm,.-",
  "°1234567890%ˇ",
  "QWERTYUIOP/()",
  'ASDFGHJKL"!',
  "ZXCVBNM?:_",
];

const german = [
  "^1234567890ß´",
  "qwertzuiopü+#",
  "asdfghjklöä",
  "yxcvbnm,.-",
  '°!"§$%&/()=?`',
  "QWERTZUIOPÜ*'",
  "ASDFGHJKLÖÄ",
  "YXCVBNM;:_",
];

const french = [
  "²&é\"'(-è_çà)=",
  "azertyuiop^$*",
  "qsdfghjklmù",
  "wxcvbn,;:!",
  " 1234567890°+",
  "AZERTYUIOP¨£µ",
  "QSDFGHJKLM%",
  "WXCVBN?./§",
];

const british = [
  "`1234567890-=",
  "qwertyuiop[]#",
  "asdfghjkl;'",
  "zxcvbnm,./",
  '¬!"£$%^&*()_+',
  "QWERTYUIOP{}~",
  "ASDFGHJKL:@",
  "ZXCVBNM<>?",
];

/** The keyboards that turn a scanner's codes into something else; the first ones are the likeliest here. */
export const LAYOUTS: readonly Layout[] = [
  {
    id: "cs-qwertz",
    name: msg("Czech QWERTZ"),
    rows: czech.map(swapped),
    dead: "´¨°ˇ",
  },
  { id: "cs-qwerty", name: msg("Czech QWERTY"), rows: czech, dead: "´¨°ˇ" },
  {
    id: "sk-qwertz",
    name: msg("Slovak QWERTZ"),
    rows: slovak.map(swapped),
    dead: "´°ˇ",
  },
  { id: "sk-qwerty", name: msg("Slovak QWERTY"), rows: slovak, dead: "´°ˇ" },
  { id: "fr", name: msg("French AZERTY"), rows: french, dead: "^¨" },
  { id: "de", name: msg("German QWERTZ"), rows: german, dead: "^´`" },
  { id: "gb", name: msg("British"), rows: british, dead: "" },
];

/** The layout of this id; null: none, or one that this version does not know. */
export function layoutOf(id: string | null): Layout | null {
  return LAYOUTS.find((layout) => layout.id === id) ?? null;
}

function swapped(row: string): string {
  const other: Readonly<Record<string, string>> = { y: "z", z: "y", Y: "Z", Z: "Y" };
  return row.replace(/[yz]/gi, (letter) => other[letter] ?? letter);
}
