import { type Message, msg } from "../../domain/message.ts";

/** The characters that a device with this layout types for the keys of a US keyboard. */
export interface Layout {
  readonly id: string;
  readonly name: Message;
  /** The rows of ROWS in this layout; a space: the key types nothing. */
  readonly rows: readonly string[];
  /** The dead keys of the layout. */
  readonly dead: string;
}

/** The keys of a US keyboard by row, without and with Shift. */
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

/** Every printable ASCII character that a key types. The space is the same in all layouts. */
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

/** The layouts that change a scanner's codes, the likeliest first. */
export const LAYOUTS: readonly Layout[] = [
  {
    id: "cs-qwertz",
    name: msg("Czech QWERTZ"),
    rows: czech.map(swapYZ),
    dead: "´¨°ˇ",
  },
  { id: "cs-qwerty", name: msg("Czech QWERTY"), rows: czech, dead: "´¨°ˇ" },
  {
    id: "sk-qwertz",
    name: msg("Slovak QWERTZ"),
    rows: slovak.map(swapYZ),
    dead: "´°ˇ",
  },
  { id: "sk-qwerty", name: msg("Slovak QWERTY"), rows: slovak, dead: "´°ˇ" },
  { id: "fr", name: msg("French AZERTY"), rows: french, dead: "^¨" },
  { id: "de", name: msg("German QWERTZ"), rows: german, dead: "^´`" },
  { id: "gb", name: msg("British"), rows: british, dead: "" },
];

/** The layout with this id; null: none or unknown. */
export function layoutOf(id: string | null): Layout | null {
  return LAYOUTS.find((layout) => layout.id === id) ?? null;
}

function swapYZ(row: string): string {
  const other: Readonly<Record<string, string>> = { y: "z", z: "y", Y: "Z", Z: "Y" };
  return row.replace(/[yz]/gi, (letter) => other[letter] ?? letter);
}
