import { trimEndCharacters } from "./trim-characters.ts";

// Errors of the clients, as they are reported to the server: texts of the program, without texts of the site or of people.

/** The applications that report errors. */
export const CLIENT_APPS = ["terminal", "console"] as const;
export type ClientApp = (typeof CLIENT_APPS)[number];

/** Characters of a message and of a stack. Both together fit the body of an endpoint without a token (4 KiB). */
export const MAX_MESSAGE = 300;
export const MAX_STACK = 1500;
const MAX_FRAMES = 20;
/** Characters that are looked at. */
const MAX_INPUT = 8000;
const OMITTED = "…";
/** Characters before a quoted text that are looked at. */
const MAX_WORD = 40;

/** The characters of a scheme of URLs. */
const SCHEME = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+.-";
/** A quoted text, with the character before it. An apostrophe within a word does not begin one. */
const QUOTED = /(^|\W)(["'`“„‘])([^"'`“”„‘’]*)["'`”“’]/g;
/** After these words browsers quote names of the program: `reading 'id'`, `execute 'put' on 'IDBObjectStore'`. */
const BEFORE_NAME = /\b(?:reading|setting|evaluating|execute|on|property|variable|method):? $/;
const PROGRAM_NAME = /^[\w$.()[\]]{1,60}$/;
/** Among them URLs and e-mail addresses. */
const WORD = /[^\s"'()<>]+/g;
const IP_ADDRESS = /\b\d{1,3}(?:\.\d{1,3}){3}\b/g;
/** Codes, phone numbers, tokens and UUIDs, which no script's path contains. */
const LONG_NUMBER = /\d{7,}/g;
const LONG_TOKEN = /[\w-]{20,}/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: the expression matches control characters
const CONTROL = /[\u0000-\u001f\u007f-\u009f]+/g;
/** The end of a stack's line: line and column of a script, `)` in Chromium. */
const FRAME_END = /:\d+(?::\d+)?\)?$/;

/**
 * The message of an error in one line, without data: quoted texts, queries and hosts of URLs, addresses, long numbers and
 * tokens are left out.
 */
export function cleanMessage(message: string): string {
  const text = withoutAddresses(message.slice(0, MAX_INPUT).replace(CONTROL, " "))
    .replace(LONG_TOKEN, (token) => (/\d/.test(token) ? OMITTED : token))
    .replace(LONG_NUMBER, OMITTED)
    .replace(QUOTED, omitQuoted);
  return cut(text.trim(), MAX_MESSAGE);
}

/** The lines of a stack that name a place in a script, as paths; null: none does. The message before them is left out. */
export function cleanStack(stack: string): string | null {
  const frames = stack
    .slice(0, MAX_INPUT)
    .split("\n")
    .map((line) => withoutAddresses(line.trim().replace(CONTROL, " ")))
    .filter((line) => FRAME_END.test(line) && line.length <= MAX_MESSAGE)
    .slice(0, MAX_FRAMES);
  while (frames.join("\n").length > MAX_STACK) frames.pop();
  return frames.length === 0 ? null : frames.join("\n");
}

/** A screen's address: the pattern of its path (`/articles/:id`) with the numbers of the path in place of their names. */
export function screenAddress(pattern: string, path: string): string {
  const parts = (path.split("?")[0] ?? "").split("/");
  return pattern
    .split("/")
    .map((part, i) => (part.charAt(0) === ":" && /^\d{1,15}$/.test(parts[i] ?? "") ? parts[i] : part))
    .join("/");
}

/** What `screenAddress` gives. */
export const SCREEN_ADDRESS = /^(?:\/(?::?[a-z-]{1,40}|\d{1,15})){1,10}$/;

function withoutAddresses(text: string): string {
  return text
    .replace(WORD, withoutHost)
    .replace(WORD, (word) => (isEmailAddress(word) ? OMITTED : word))
    .replace(IP_ADDRESS, OMITTED);
}

/** A URL in a word becomes its path. */
function withoutHost(word: string): string {
  const [start = "", ...rest] = word.split("://");
  if (rest.length === 0) return word;
  const [, ...path] = rest.join("://").split("/");
  return trimEndCharacters(start, SCHEME) + pathOf(path.map((part) => `/${part}`).join(""));
}

/** The path of a URL, without query and fragment but with the line and column of a stack. */
function pathOf(path: string): string {
  const place = /(?::\d+){0,2}$/.exec(path)?.[0] ?? "";
  return `${path.slice(0, path.length - place.length).split(/[?#]/)[0] || "/"}${place}`;
}

function isEmailAddress(word: string): boolean {
  const [name = "", rest = ""] = word.split("@");
  const [host = ""] = rest.split("/");
  return name !== "" && host.includes(".");
}

function omitQuoted(
  all: string,
  before: string,
  quote: string,
  text: string,
  offset: number,
  message: string,
): string {
  const words = message.slice(Math.max(0, offset - MAX_WORD), offset) + before;
  if (BEFORE_NAME.test(words) && PROGRAM_NAME.test(text)) return all;
  return `${before}${quote}${OMITTED}${all.slice(-1)}`;
}

function cut(text: string, max: number): string {
  return text.length <= max ? text : `${text.slice(0, max - 1)}${OMITTED}`;
}
