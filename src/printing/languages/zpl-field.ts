import { msg } from "../../domain/message.ts";
import { ascii, type Charset, replaceUnprintable } from "./codepages.ts";
import {
  fillPlaceholders,
  type LabelValues,
  templateError,
  textOfPlaceholder,
  toSingleLine,
  withoutBrackets,
} from "./template-text.ts";

/** One ZPL command. `name` is its two letters in capitals; "" for the text before the first command. */
export interface ZplCommand {
  readonly name: string;
  readonly head: string;
  readonly parameters: string;
}

/** The settings of the current field: from the commands since the last ^FS. */
export interface ZplField {
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

export const emptyField: ZplField = {
  indicator: undefined,
  symbol: "",
  symbolParameters: [],
  block: "",
  expands: false,
};

/** The field after one more command. Throws Invalid for an unusable ^FH. */
export function applyCommand(field: ZplField, { name, parameters }: ZplCommand): ZplField {
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
export function fieldData(
  command: ZplCommand,
  field: ZplField,
  charset: Charset,
  values: LabelValues,
): string {
  checkData(command, field);
  const indicator = field.indicator ?? "_";
  const isOwn = field.indicator !== undefined;
  const data = fillPlaceholders(
    command.parameters,
    (literal) => (isOwn ? literal : literal.replaceAll("_", "_5F")),
    (name) => {
      const value = toPrintable(toSingleLine(textOfPlaceholder(values, name)), field, charset);
      const one = command.name === "SN" ? value.replaceAll(",", " ") : value;
      const escaped = name === "gs1" ? gs1Data(one, field) : escapeForSymbol(one, field);
      return hexEscape(escaped, indicator);
    },
  );
  return `${isOwn ? "" : "^FH"}${command.head}${data}`;
}

function checkData(command: ZplCommand, field: ZplField): void {
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
  if (symbol !== "X" || value === "") return escapeForSymbol(value, field);
  return `${controlOf(field)}1${escapeForSymbol(withoutBrackets(value), field)}`;
}

/** The escape character of a Data Matrix. */
const controlOf = ({ symbolParameters }: ZplField) => symbolParameters[6]?.trim().charAt(0) || "~";

function escapeForSymbol(value: string, field: ZplField): string {
  const { symbol, symbolParameters, block } = field;
  if (symbol === "C") {
    const isAutomatic = symbolParameters[5]?.trim().toUpperCase() === "A";
    return isAutomatic ? value : value.replaceAll(">", ">0");
  }
  if (symbol === "X") {
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
