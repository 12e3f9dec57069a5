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

/** What the commands so far say about the next one. */
interface RenderState {
  charset: Charset;
  field: ZplField;
  /** Between ^XA and ^XZ; what is known of that format. */
  format: { prints: boolean; isCounted: boolean; isStored: boolean } | undefined;
  labels: number;
}

interface Job {
  readonly values: LabelValues;
  readonly copies: number;
  /** No ^CI in the template: the text is UTF-8. */
  readonly isUnicode: boolean;
}

/** The code pages of ^CI; what is not listed here gets ASCII. */
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
 * ZPL II (Zebra). Values may stand in field data only (^FD, ^FV, ^SN); ^CI28 goes in after each ^XA unless the
 * template sets a ^CI; the copies go in as ^PQ, or multiply the template's own, in each format that prints.
 */
export const zpl: Language = {
  render(template, values, copies) {
    const commands = commandsOf(template);
    const isUnicode = !commands.some(({ name }) => name === "CI");
    const progress: RenderState = {
      charset: isUnicode ? "utf-8" : ascii,
      field: emptyField,
      format: undefined,
      labels: 0,
    };
    const job = { values, copies, isUnicode };
    let line = 1;
    const bytes = commands.map((command) => {
      const text = withLineNumber(line, () => renderCommand(command, progress, job));
      line += lineEndsIn(command.parameters);
      return encode(text, progress.charset);
    });
    if (progress.format !== undefined || progress.labels === 0) {
      throw templateError(
        "No label would come out: a ZPL label begins with ^XA, holds a field and ends with ^XZ.",
        "Žádný štítek by nevyjel: štítek v ZPL začíná ^XA, obsahuje pole a končí ^XZ.",
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

/** What is sent for one command; notes in `progress` what it changes. */
function renderCommand(command: ZplCommand, progress: RenderState, job: Job): string {
  const { name, head, parameters } = command;
  const { field } = progress;
  // Line ends before the first command.
  if ((head + parameters).trim() === "") return "";
  checkPrefixes(name);
  progress.field = applyCommand(field, command);
  const isData = head.startsWith("^") && ["FD", "FV", "SN"].includes(name);
  if (isData || /^\^(?:G|XG|XF|IM|IL)/i.test(head)) {
    markPrinting(progress);
  }
  if (isData && hasPlaceholder(parameters)) {
    return fieldData(command, field, progress.charset, job.values);
  }
  if (hasPlaceholder(command.head + parameters)) {
    throw outsideFieldError();
  }
  switch (head.toUpperCase()) {
    case "^XA":
      progress.format = { prints: false, isCounted: false, isStored: false };
      return `${head}${job.isUnicode ? "^CI28" : ""}${parameters}`;
    case "^CI":
      progress.charset = charsetOf(parameters);
      return head + parameters;
    case "^DF":
      markStored(progress);
      return head + parameters;
    case "^PQ":
      return head + multiplyQuantity(parameters, progress, job.copies);
    case "^XZ":
      return endFormat(progress, job.copies) + head + parameters;
    default:
      return head + parameters;
  }
}

function checkPrefixes(name: string): void {
  if (name === "CC" || name === "CT" || name === "CD") {
    throw templateError(
      "The template must not change the command characters (^CC, ^CT, ^CD).",
      "Šablona nesmí měnit řídicí znaky příkazů (^CC, ^CT, ^CD).",
    );
  }
}

function outsideFieldError(): Error {
  return templateError(
    "In ZPL a placeholder may stand only in the data of a field, for example ^FD{{code}}^FS.",
    "V ZPL smí značka stát jen v datech pole, například ^FD{{code}}^FS.",
  );
}

function markPrinting(progress: RenderState): void {
  if (progress.format !== undefined) {
    progress.format.prints = true;
  }
}

function markStored(progress: RenderState): void {
  if (progress.format !== undefined) {
    progress.format.isStored = true;
  }
}

function charsetOf(parameters: string): Charset {
  const number = Number.parseInt(parameters, 10);
  if (number === 29 || number === 30) {
    throw templateError(
      "^CI29 and ^CI30 (UTF-16) can't be used; use ^CI28 (UTF-8).",
      "^CI29 a ^CI30 (UTF-16) nelze použít; použijte ^CI28 (UTF-8).",
    );
  }
  return zplCharsets.get(number) ?? ascii;
}

/** The parameters of a ^PQ times the copies; a stored format (^DF) is not printed now, and stays. */
function multiplyQuantity(parameters: string, { format }: RenderState, copies: number): string {
  if (format === undefined || format.isStored) {
    return parameters;
  }
  format.isCounted = true;
  return parameters.replace(/^\s*(\d*)/, (_, own: string) => String(multiplyCopies(own, copies, MAX_COPIES)));
}

/** What goes before ^XZ. A format that only sets the printer up gets no ^PQ, which could eject blank labels. */
function endFormat(progress: RenderState, copies: number): string {
  const { format } = progress;
  progress.format = undefined;
  if (format === undefined || !format.prints || format.isStored) {
    return "";
  }
  progress.labels += 1;
  return format.isCounted ? "" : `^PQ${copies}`;
}
