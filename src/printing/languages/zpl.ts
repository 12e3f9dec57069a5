import { ascii, type Charset, encode, pages } from "./codepages.ts";
import { multiplied } from "./copies.ts";
import type { Language } from "./language.ts";
import { holdsPlaceholder, inLine, templateFault, type Values } from "./placeholders.ts";
import { type Command, type Field, fieldData, noField, withCommand } from "./zpl-field.ts";

/** What the commands so far say about the next one. */
interface Progress {
  charset: Charset;
  field: Field;
  /** Between ^XA and ^XZ; what is known of that format. */
  format: { prints: boolean; isCounted: boolean; isStored: boolean } | undefined;
  labels: number;
}

interface Job {
  readonly values: Values;
  readonly copies: number;
  /** No ^CI in the template: the text is UTF-8. */
  readonly isUnicode: boolean;
}

/** The code pages of ^CI; what is not listed here gets ASCII. */
export const zplCharsets = new Map<number, Charset>([
  ...Array.from({ length: 14 }, (_, index): [number, Charset] => [index, pages.cp850]),
  [27, pages.windows1252],
  [28, "utf-8"],
  [31, pages.windows1250],
  [33, pages.windows1251],
  [34, pages.windows1253],
  [35, pages.windows1254],
  [36, pages.windows1255],
]);

/** ^PQ takes 1 to 99 999 999. */
const mostCopies = 99_999_999;

/**
 * ZPL II (Zebra). Values may stand in field data only (^FD, ^FV, ^SN); ^CI28 goes in after each ^XA unless the
 * template sets a ^CI; the copies go in as ^PQ, or multiply the template's own, in each format that prints.
 */
export const zpl: Language = {
  render(template, values, copies) {
    const commands = commandsOf(template);
    const isUnicode = !commands.some(({ name }) => name === "CI");
    const progress: Progress = {
      charset: isUnicode ? "utf-8" : ascii,
      field: noField,
      format: undefined,
      labels: 0,
    };
    const job = { values, copies, isUnicode };
    let line = 1;
    const bytes = commands.map((command) => {
      const text = inLine(line, () => rendered(command, progress, job));
      line += lineEndsIn(command.parameters);
      return encode(text, progress.charset);
    });
    if (progress.format !== undefined || progress.labels === 0) {
      throw templateFault(
        "No label would come out: a ZPL label begins with ^XA, holds a field and ends with ^XZ.",
        "Žádný štítek by nevyjel: štítek v ZPL začíná ^XA, obsahuje pole a končí ^XZ.",
      );
    }
    return Buffer.concat(bytes);
  },
};

function commandsOf(template: string): Command[] {
  return template.split(/(?=[\^~])/).map((text) => {
    const isCommand = /^[\^~]/.test(text);
    const head = isCommand ? text.slice(0, 3) : "";
    return { name: head.slice(1).toUpperCase(), head, parameters: text.slice(head.length) };
  });
}

const lineEndsIn = (text: string) => text.split(/\r\n|\r|\n/).length - 1;

/** What is sent for one command; notes in `progress` what it changes. */
function rendered(command: Command, progress: Progress, job: Job): string {
  const { name, head, parameters } = command;
  const { field } = progress;
  // Line ends before the first command.
  if ((head + parameters).trim() === "") return "";
  checkPrefixes(name);
  progress.field = withCommand(field, command);
  const isData = head.startsWith("^") && ["FD", "FV", "SN"].includes(name);
  if (isData || /^\^(?:G|XG|XF|IM|IL)/i.test(head)) {
    noteContent(progress);
  }
  if (isData && holdsPlaceholder(parameters)) {
    return fieldData(command, field, progress.charset, job.values);
  }
  if (holdsPlaceholder(command.head + parameters)) {
    throw outsideOfField();
  }
  switch (head.toUpperCase()) {
    case "^XA":
      progress.format = { prints: false, isCounted: false, isStored: false };
      return `${head}${job.isUnicode ? "^CI28" : ""}${parameters}`;
    case "^CI":
      progress.charset = charsetOf(parameters);
      return head + parameters;
    case "^DF":
      noteStored(progress);
      return head + parameters;
    case "^PQ":
      return head + counted(parameters, progress, job.copies);
    case "^XZ":
      return ending(progress, job.copies) + head + parameters;
    default:
      return head + parameters;
  }
}

function checkPrefixes(name: string): void {
  if (name === "CC" || name === "CT" || name === "CD") {
    throw templateFault(
      "The template must not change the command characters (^CC, ^CT, ^CD).",
      "Šablona nesmí měnit řídicí znaky příkazů (^CC, ^CT, ^CD).",
    );
  }
}

function outsideOfField(): Error {
  return templateFault(
    "In ZPL a placeholder may stand only in the data of a field, for example ^FD{{code}}^FS.",
    "V ZPL smí značka stát jen v datech pole, například ^FD{{code}}^FS.",
  );
}

function noteContent(progress: Progress): void {
  if (progress.format !== undefined) {
    progress.format.prints = true;
  }
}

function noteStored(progress: Progress): void {
  if (progress.format !== undefined) {
    progress.format.isStored = true;
  }
}

function charsetOf(parameters: string): Charset {
  const number = Number.parseInt(parameters, 10);
  if (number === 29 || number === 30) {
    throw templateFault(
      "^CI29 and ^CI30 (UTF-16) can't be used; use ^CI28 (UTF-8).",
      "^CI29 a ^CI30 (UTF-16) nelze použít; použijte ^CI28 (UTF-8).",
    );
  }
  return zplCharsets.get(number) ?? ascii;
}

/** The parameters of a ^PQ times the copies; a stored format (^DF) is not printed now, and stays. */
function counted(parameters: string, { format }: Progress, copies: number): string {
  if (format === undefined || format.isStored) {
    return parameters;
  }
  format.isCounted = true;
  return parameters.replace(/^\s*(\d*)/, (_, own: string) => String(multiplied(own, copies, mostCopies)));
}

/** What goes before ^XZ. A format that only sets the printer up gets no ^PQ, which could eject blank labels. */
function ending(progress: Progress, copies: number): string {
  const { format } = progress;
  progress.format = undefined;
  if (format === undefined || !format.prints || format.isStored) {
    return "";
  }
  progress.labels += 1;
  return format.isCounted ? "" : `^PQ${copies}`;
}
