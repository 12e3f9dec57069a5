import { formatText, type MessageValues } from "./message-format.ts";

/** A text for users: the English source text, and the values of its parameters. i18n/ translates it. */
export interface Message {
  readonly source: string;
  readonly cs: string;
  readonly values?: MessageValues;
}

/** Creates a message from its English and Czech texts. `{name}` stands for the value of that name. */
export function msg(en: string, cs: string, values?: MessageValues): Message {
  return values === undefined ? { source: en, cs } : { source: en, cs, values };
}

/** The English text of a message, with its values. */
export function englishText({ source, values = {} }: Message): string {
  return formatText(source, values, { locale: "en", textOf: englishText });
}

/** Whether a value is a message. */
export function isMessage(value: unknown): value is Message {
  return typeof value === "object" && value !== null && "source" in value && "cs" in value;
}
