import { msg } from "../../domain/message.ts";
import { ascii, type Charset, codePages, encode, replaceUnprintable } from "./codepages.ts";
import {
  fillPlaceholders,
  hasPlaceholder,
  type LabelValues,
  type Language,
  multiplyCopies,
  templateError,
  textOfPlaceholder,
  toSingleLine,
  withLineNumber,
  withoutBrackets,
} from "./template-text.ts";

/** The state after the commands so far. */
interface RenderState {
  charset: Charset;
  field: ZplField;
  /** The current format, between ^XA and ^XZ. */
  format: { prints: boolean; isCounted: boolean; isStored: boolean } | undefined;
  labels: number;
}

interface Job {
  readonly values: LabelValues;
  readonly copies: number;
  /** No ^CI in the template: the text is UTF-8. */
  readonly isUnicode: boolean;
}

/** The known code pages of ^CI. Other numbers are treated as ASCII. */
export const zplCharsets = new Map<number, Charset>([
  ...Array.from({ length: 14 }, (_, index): [number, Charset] => [index, codePages.cp850]),
  [27, codePages.windows1252],
  [28, "utf-8"],
  [31, codePages.windows1250],
  [33, codePages.windows1251],
  [34, codePages.windows1253],
  [35, codePages.windows1254],
  [36, codePages.windows1255],
]);

/** ^PQ takes 1 to 99 999 999. */
const MAX_COPIES = 99_999_999;

/**
 * ZPL II (Zebra). Placeholders are allowed in field data only (^FD, ^FV, ^SN). ^CI28 is inserted after each ^XA unless
 * the template sets a ^CI. In each format that prints, the copies are inserted as ^PQ, or multiply the template's own.
 */
export const zpl: Language = {
  render(template, values, copies) {
    const commands = commandsOf(template);
    const isUnicode = !commands.some(({ name }) => name === "CI");
    const state: RenderState = {
      charset: isUnicode ? "utf-8" : ascii,
      field: emptyField,
      format: undefined,
      labels: 0,
    };
    const job = { values, copies, isUnicode };
    let line = 1;
    const bytes = commands.map((command) => {
      const text = withLineNumber(line, () => renderCommand(command, state, job));
      line += lineEndsIn(command.parameters);
      return encode(text, state.charset);
    });
    if (state.format !== undefined || state.labels === 0) {
      throw templateError(
        msg("No label would come out: a ZPL label begins with ^XA, holds a field and ends with ^XZ."),
      );
    }
    return Buffer.concat(bytes);
  },
};

function commandsOf(template: string): ZplCommand[] {
  return template.split(/(?=[\^~])/).map((text) => {
    const isCommand = /^[\^~]/.test(text);
    const head = isCommand ? text.slice(0, 3) : "";
    return { name: head.slice(1).toUpperCase(), head, parameters: text.slice(head.length) };
  });
}

const lineEndsIn = (text: string) => text.split(/\r\n|\r|\n/).length - 1;

/** Renders one command and updates the state. */
function renderCommand(command: ZplCommand, state: RenderState, job: Job): string {
  const { name, head, parameters } = command;
  const { field } = state;
  // Line ends before the first command are dropped.
  if ((head + parameters).trim() === "") return "";
  assertPrefixes(name);
  state.field = applyCommand(field, command);
  const isData = head.startsWith("^") && ["FD", "FV", "SN"].includes(name);
  if (isData || /^\^(?:G|XG|XF|IM|IL)/i.test(head)) {
    if (state.format !== undefined) state.format.prints = true;
  }
  if (isData && hasPlaceholder(parameters)) {
    return fieldData(command, field, state.charset, job.values);
  }
  if (hasPlaceholder(command.head + parameters)) {
    throw outsideFieldError();
  }
  switch (head.toUpperCase()) {
    case "^XA":
      state.format = { prints: false, isCounted: false, isStored: false };
      return `${head}${job.isUnicode ? "^CI28" : ""}${parameters}`;
    case "^CI":
      state.charset = charsetOf(parameters);
      return head + parameters;
    case "^DF":
      if (state.format !== undefined) state.format.isStored = true;
      return head + parameters;
    case "^PQ":
      return head + multiplyQuantity(parameters, state, job.copies);
    case "^XZ":
      return endFormat(state, job.copies) + head + parameters;
    default:
      return head + parameters;
  }
}

function assertPrefixes(name: string): void {
  if (name === "CC" || name === "CT" || name === "CD") {
    throw templateError(msg("The template must not change the command characters (^CC, ^CT, ^CD)."));
  }
}

function outsideFieldError(): Error {
  return templateError(
    msg("In ZPL a placeholder may stand only in the data of a field, for example ^FD{code}^FS.", {
      code: "{{code}}",
    }),
  );
}

function charsetOf(parameters: string): Charset {
  const number = Number.parseInt(parameters, 10);
  if (number === 29 || number === 30) {
    throw templateError(msg("^CI29 and ^CI30 (UTF-16) can't be used; use ^CI28 (UTF-8)."));
  }
  return zplCharsets.get(number) ?? ascii;
}

/** Multiplies the parameter of ^PQ by the copies. A stored format (^DF) is not printed now, so it is unchanged. */
function multiplyQuantity(parameters: string, { format }: RenderState, copies: number): string {
  if (format === undefined || format.isStored) {
    return parameters;
  }
  format.isCounted = true;
  return parameters.replace(/^\s*(\d*)/, (_, own: string) => String(multiplyCopies(own, copies, MAX_COPIES)));
}

/** The text before ^XZ. A format that only configures the printer gets no ^PQ, which could eject blank labels. */
function endFormat(state: RenderState, copies: number): string {
  const { format } = state;
  state.format = undefined;
  if (format === undefined || !format.prints || format.isStored) {
    return "";
  }
  state.labels += 1;
  return format.isCounted ? "" : `^PQ${copies}`;
}

/** One ZPL command. `name` is its two letters in capitals; "" for the text before the first command. */
interface ZplCommand {
  readonly name: string;
  readonly head: string;
  readonly parameters: string;
}

/** The settings of the current field: from the commands since the last ^FS. */
interface ZplField {
  /** The escape character of the template's own ^FH. */
  readonly indicator: string | undefined;
  /** The letter after ^B of the bar code, "" for text; its parameters. */
  readonly symbol: string;
  readonly symbolParameters: readonly string[];
  /** FB or TB for wrapped text. */
  readonly block: string;
  /** ^FC or ^FE: the printer itself inserts text into the data. */
  readonly expands: boolean;
}

const emptyField: ZplField = {
  indicator: undefined,
  symbol: "",
  symbolParameters: [],
  block: "",
  expands: false,
};

/** The field after one more command. Throws Invalid for an unusable ^FH. */
function applyCommand(field: ZplField, { name, parameters }: ZplCommand): ZplField {
  if (["FS", "XA", "XZ"].includes(name)) {
    return emptyField;
  }
  if (name === "FH") {
    return { ...field, indicator: indicatorOf(parameters) };
  }
  if (name === "FB" || name === "TB") {
    return { ...field, block: name };
  }
  if (name === "FC" || name === "FE") {
    return { ...field, expands: true };
  }
  return /^B[^Y]$/.test(name)
    ? { ...field, symbol: name.slice(1), symbolParameters: parameters.split(",") }
    : field;
}

function indicatorOf(parameters: string): string {
  const [indicator = "_"] = parameters.trim();
  if (!/[!-}]/.test(indicator)) {
    throw templateError(
      msg('The escape character of ^FH must be one of ASCII, not "{indicator}".', { indicator }),
    );
  }
  return indicator;
}

/**
 * Fills the placeholders in a field's data (^FD, ^FV, ^SN). Values are escaped: by ^FH and hex escapes, and before that
 * for the field's bar code or block (ZPL II Programming Guide: ^FH, ^BC, ^BX, ^B7, ^FB, ^TB). Throws Invalid where a
 * value could not be plain data.
 */
function fieldData(command: ZplCommand, field: ZplField, charset: Charset, values: LabelValues): string {
  assertData(command, field);
  const indicator = field.indicator ?? "_";
  const isOwn = field.indicator !== undefined;
  const data = fillPlaceholders(
    command.parameters,
    (name) => {
      const value = toPrintable(toSingleLine(textOfPlaceholder(values, name)), field, charset);
      const one = command.name === "SN" ? value.replaceAll(",", " ") : value;
      const escaped = name === "gs1" ? gs1Data(one, field) : escapeForSymbol(one, field);
      return hexEscape(escaped, indicator);
    },
    { literal: (text) => (isOwn ? text : text.replaceAll("_", "_5F")) },
  );
  return `${isOwn ? "" : "^FH"}${command.head}${data}`;
}

function assertData(command: ZplCommand, field: ZplField): void {
  if (field.expands) {
    throw templateError(
      msg("A field with ^FC or ^FE can't hold a placeholder; use {date} and {time} instead.", {
        date: "{{date}}",
        time: "{{time}}",
      }),
    );
  }
  if (field.symbol === "Q" && command.parameters.indexOf("{{") < 3) {
    throw templateError(
      msg("The data of a QR code begins with its settings, for example ^FDQA,{code}^FS.", {
        code: "{{code}}",
      }),
    );
  }
}

/** Bar codes that carry any bytes: Aztec, PDF417, CODABLOCK, MaxiCode, Micro-PDF417, QR, Data Matrix. */
const binarySymbols = "07BDFOQX";

function toPrintable(value: string, { symbol }: ZplField, charset: Charset): string {
  if (symbol !== "" && !binarySymbols.includes(symbol)) {
    return replaceUnprintable(value, (letter) => ascii.has(letter));
  }
  if (charset !== "utf-8") {
    return replaceUnprintable(value, (letter) => charset.has(letter));
  }
  // Text is composed (NFC), for printers do not compose. The bytes of a bar code stay unchanged.
  return symbol === "" ? value.normalize("NFC") : value;
}

/**
 * An element string, `(01)` and what follows. In a Data Matrix FNC1 comes first, which makes it GS1 DataMatrix, and the brackets are
 * left out; ^BC does both in its mode D (ZPL II Programming Guide: ^BX, ^BC). Only the last element has a variable length, so none is
 * ended by FNC1.
 */
function gs1Data(value: string, field: ZplField): string {
  const { symbol, symbolParameters } = field;
  if (symbol === "C" && symbolParameters[5]?.trim().toUpperCase() !== "D") {
    throw templateError(
      msg("In a bar code ^BC, {gs1} needs mode D, for example ^BCN,80,N,N,N,D.", { gs1: "{{gs1}}" }),
    );
  }
  if (symbol === "X" && !hasControl(field)) {
    throw templateError(
      msg("In a bar code ^BX, {gs1} needs quality 200, for example ^BXN,5,200.", { gs1: "{{gs1}}" }),
    );
  }
  if (symbol !== "X" || value === "") return escapeForSymbol(value, field);
  return `${controlOf(field)}1${escapeForSymbol(withoutBrackets(value), field)}`;
}

/** Whether a Data Matrix has an escape character: in quality 200 only (ZPL II Programming Guide: ^BX). */
const hasControl = ({ symbolParameters }: ZplField) => symbolParameters[2]?.trim() === "200";

/** The escape character of a Data Matrix. */
const controlOf = ({ symbolParameters }: ZplField) => symbolParameters[6]?.trim().charAt(0) || "~";

function escapeForSymbol(value: string, field: ZplField): string {
  const { symbol, symbolParameters, block } = field;
  if (symbol === "C") {
    const isAutomatic = symbolParameters[5]?.trim().toUpperCase() === "A";
    return isAutomatic ? value : value.replaceAll(">", ">0");
  }
  if (symbol === "X" && hasControl(field)) {
    const control = controlOf(field);
    return value.split(control).join(control + control);
  }
  if (block === "TB") {
    return value.replaceAll("<", "<<>");
  }
  return block === "FB" || symbol === "7" || symbol === "F" ? value.replaceAll("\\", "\\\\") : value;
}

function hexEscape(text: string, indicator: string): string {
  return text.replace(/[!-~]/g, (sign) =>
    /[A-Za-z0-9.,:/()+-]/.test(sign) && sign !== indicator
      ? sign
      : indicator + sign.charCodeAt(0).toString(16).toUpperCase(),
  );
}
