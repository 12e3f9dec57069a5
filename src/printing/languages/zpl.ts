import { msg } from "../../domain/message.ts";
import { ascii, type Charset, codePages, encode } from "./codepages.ts";
import type { Language } from "./language.ts";
import {
  hasPlaceholder,
  type LabelValues,
  multiplyCopies,
  templateError,
  withLineNumber,
} from "./template-text.ts";
import { applyCommand, emptyField, fieldData, type ZplCommand, type ZplField } from "./zpl-field.ts";

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
  checkPrefixes(name);
  state.field = applyCommand(field, command);
  const isData = head.startsWith("^") && ["FD", "FV", "SN"].includes(name);
  if (isData || /^\^(?:G|XG|XF|IM|IL)/i.test(head)) {
    markPrinting(state);
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
      markStored(state);
      return head + parameters;
    case "^PQ":
      return head + multiplyQuantity(parameters, state, job.copies);
    case "^XZ":
      return endFormat(state, job.copies) + head + parameters;
    default:
      return head + parameters;
  }
}

function checkPrefixes(name: string): void {
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

function markPrinting(state: RenderState): void {
  if (state.format !== undefined) {
    state.format.prints = true;
  }
}

function markStored(state: RenderState): void {
  if (state.format !== undefined) {
    state.format.isStored = true;
  }
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
