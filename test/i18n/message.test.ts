import { describe, expect, expectTypeOf, test } from "vitest";
import { englishText, isMessage, type Message, msg } from "../../src/domain/message.ts";
import { formatText } from "../../src/domain/message-format.ts";
import { textIn } from "../../src/i18n/text.ts";

const inEnglish = { locale: "en", textOf: englishText };

describe("a message", () => {
  test("needs the branch for all other numbers", () => {
    expect(() => formatText("{n, plural, one {# article}}", { n: 1 }, inEnglish)).toThrow(
      /no branch "other"/,
    );
  });

  test("has its values in the text, numbers as the language writes them", () => {
    const message = msg("must have at most {max} characters", { max: 8192 });
    expect(englishText(message)).toBe("must have at most 8,192 characters");
    expect(textIn(message, "cs")).toBe("smí mít nejvýše 8\u00a0192 znaků");
  });

  test.each([
    [0, "0 articles"],
    [1, "1 article"],
    [1200, "1,200 articles"],
  ])("of %d things has the plural %s", (n, text) => {
    expect(englishText(msg("{n, plural, one {# article} other {# articles}}", { n }))).toBe(text);
  });

  test.each([
    [1, "1 artikl"],
    [3, "3 artikly"],
    [5, "5 artiklů"],
    [0, "0 artiklů"],
  ])("of %d things has the Czech plural %s", (n, text) => {
    expect(textIn(msg("{n, plural, one {# article} other {# articles}}", { n }), "cs")).toBe(text);
  });

  test("has exact numbers, selected words and nested arguments", () => {
    const text = "{n, plural, =0 {None} other {# of {name}}}, {state, select, open {open} other {closed}}";
    const withValues = (n: number, state: string) => formatText(text, { n, name: "A", state }, inEnglish);
    expect(withValues(0, "open")).toBe("None, open");
    expect(withValues(2, "paused")).toBe("2 of A, closed");
  });

  test("may have other messages and lists as values, in the same language", () => {
    const uses = [msg("articles"), msg("child locations")];
    const message = msg("The location is not empty: {uses}.", { uses });
    expect(englishText(message)).toBe("The location is not empty: articles, child locations.");
    expect(textIn(message, "cs")).toBe("Umístění není prázdné: artikly, podřízená umístění.");
  });

  test("with a context is another message", () => {
    expect(textIn(msg("Close"), "cs")).toBe("Zavřít");
    expect(textIn(msg("Close", "stocktake"), "cs")).toBe("Uzavřít");
  });
});

test.each(["{", "}", "{n", "{n, plural, one {a}}", "{n, plural, other {a}", "{n, dual, other {a}}", "{ n }"])(
  "the text %j is malformed",
  (text) => {
    expect(() => formatText(`${text}{`, {}, inEnglish)).toThrow();
  },
);

test("a text without the last } of an argument is refused", () => {
  expect(() => formatText("{n, plural, other {x}", { n: 1 }, inEnglish)).toThrow("a } is missing");
});

test("only an object with an English text is a message", () => {
  expect([msg("Save"), {}, null, "Save"].map(isMessage)).toEqual([true, false, false, false]);
});

test("a missing, wrong or unknown parameter does not compile", () => {
  expectTypeOf(msg("Save")).toEqualTypeOf<Message>();
  expectTypeOf(
    msg("{n, plural, one {# article} other {# articles of {name}}}", { n: 1, name: "A" }),
  ).toEqualTypeOf<Message>();
  expectTypeOf(msg("{n, plural, one {# article} other {# articles}}")).toExtend<Message<{ n: number }>>();
  expectTypeOf(msg("{n, plural, one {# article} other {# articles}}")).not.toExtend<Message>();
  expectTypeOf(msg("{max, number} of {name}")).toExtend<Message<{ max: number; name: string }>>();
  // @ts-expect-error A parameter is missing.
  msg("Code {code} of {name}", { code: "A" });
  // @ts-expect-error There is no such parameter.
  msg("Code {code}", { code: "A", name: "B" });
  // @ts-expect-error A plural needs a number.
  msg("{n, plural, one {# article} other {# articles}}", { n: "1" });
  // @ts-expect-error The text has no parameters.
  msg("Save", { name: "A" });
  // @ts-expect-error An argument within a branch needs a value too.
  msg("{n, plural, one {{name}} other {#}}", { n: 1 });
  // @ts-expect-error A message without its values is not complete.
  englishText(msg("Code {code}"));
});
