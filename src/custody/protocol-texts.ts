import { type Message, msg } from "../domain/message.ts";
import type { Locale } from "../i18n/locales.ts";
import { textIn, textsIn } from "../i18n/text.ts";

const MESSAGES = {
  title: msg("Handover protocol"),
  person: msg("Person"),
  made: msg("Made"),
  articles: msg("Articles"),
  code: msg("Code"),
  article: msg("Article"),
  started: msg("Handed out"),
  due: msg("Due date"),
  condition: msg("Condition"),
  conditionAtEnd: msg("At the return"),
  photo: msg("Photo of the condition"),
  photoAtEnd: msg("Photo at the return"),
  unreadable: msg("The photo can't be read."),
  nothing: msg("This person has no articles."),
  confirm: msg("The person confirms that the articles above were received in the condition that is named."),
  signatures: msg("Signatures"),
  receiver: msg("The person"),
  giver: msg("For the company"),
  atStart: msg("Signed at the hand-over"),
  atEnd: msg("Signed at the return"),
  page: msg("Page"),
} as const satisfies Record<string, Message>;

interface Step {
  readonly at: string;
  /** Who has recorded it. */
  readonly by: string;
}

/** The texts of the protocol in one locale, by name. */
export function protocolTexts(language: Locale) {
  return {
    ...textsIn(MESSAGES, language),
    handedOut: ({ at, by }: Step) => textIn(msg("Handed out {at} by {by}.", { at, by }), language),
    takenBack: ({ at, by }: Step) => textIn(msg("Taken back {at} by {by}.", { at, by }), language),
  };
}
