import { describe, expect, test } from "vitest";
import { languageOf } from "../../../src/printing/languages/registry.ts";
import { readEscpos, readStar } from "./receipt-printers.ts";
import { readable, sentences, valuesWith } from "./values.ts";

const print = (type: "escpos" | "star", template: string, code = "A1", copies = 1): string =>
  readable(languageOf(type).render(template, valuesWith({ code }), copies));

const [codeOfA1, qrOfA1] = [
  {
    escpos: "<1d>H<00><1d>f<00><1d>w<03><1d>hP<1d>kI<04>{BA1",
    star: "<1b>b6<01>2PA1<1e>",
  },
  {
    escpos: "<1d>(k<04><00>1A2<00><1d>(k<03><00>1C<05><1d>(k<03><00>1E1<1d>(k<05><00>1P0A1<1d>(k<03><00>1Q0",
    star: "<1b><1d>yS0<02><1b><1d>yS1<01><1b><1d>yS2<05><1b><1d>yD1<00><02><00>A1<1b><1d>yP",
  },
];

describe("the markup", () => {
  test.each([
    ["text", "Code: {{code}}", "Code: A1<0a>", "Code: A1<0a>"],
    ["an empty line", "a\n\nb\n", "a<0a><0a>b<0a>", "a<0a><0a>b<0a>"],
    ["bold", "[bold] a", "<1b>E<01>a<1b>E<00><0a>", "<1b>Ea<1b>F<0a>"],
    ["size", "[size 3]a", '<1d>!"a<1d>!<00><0a>', "<1b>i<02><02>a<1b>i<00><00><0a>"],
    ["centre", "[center]a", "<1b>a<01>a<0a><1b>a<00>", "<1b><1d>a<01>a<0a><1b><1d>a<00>"],
    ["right", "[RIGHT]a", "<1b>a<02>a<0a><1b>a<00>", "<1b><1d>a<02>a<0a><1b><1d>a<00>"],
    [
      "all of them",
      "[center] [bold][size 2] a",
      "<1b>a<01><1b>E<01><1d>!<11>a<1d>!<00><1b>E<00><0a><1b>a<00>",
      "<1b><1d>a<01><1b>E<1b>i<01><01>a<1b>i<00><00><1b>F<0a><1b><1d>a<00>",
    ],
    ["brackets in a text", "a [bold]\n[[bold]", "a [bold]<0a>[bold]<0a>", "a [bold]<0a>[bold]<0a>"],
    ["feed", "[feed]\n[feed 2]", "<0a><0a><0a>", "<0a><0a><0a>"],
    ["cut", "[cut]", "<1b>d<04><1d>V<00><1b>@", "<1b>d<02><1b>@"],
    ["Code 128", "[code128]{{code}}", codeOfA1.escpos, codeOfA1.star],
    [
      "Code 128 of a height, centred",
      "[center][code128 60] {{code}}",
      `<1b>a<01>${codeOfA1.escpos.replace("hP", "h<")}<1b>a<00>`,
      `<1b><1d>a<01>${codeOfA1.star.replace("2P", "2<")}<1b><1d>a<00>`,
    ],
    ["QR", "[qr]{{code}}", qrOfA1.escpos, qrOfA1.star],
    [
      "QR of a size",
      "[qr 8] {{code}}",
      qrOfA1.escpos.replace("<05>", "<08>"),
      qrOfA1.star.replace("<05>", "<08>"),
    ],
  ])("%s", (_, template, escpos, star) => {
    expect(print("escpos", template)).toBe(`<1b>@${escpos}`);
    expect(print("star", template)).toBe(`<1b>@${star}`);
  });
});

describe("a value", () => {
  test.each([
    ["markup", "[cut]"],
    ["two brackets", "[[a"],
    ["a placeholder", "{{name}}"],
    ["quotes, carets, backslashes", '"^XA~\\'],
  ])("that is %s is text", (_, code) => {
    expect(print("escpos", "{{code}}", code)).toBe(`<1b>@${code}<0a>`);
    expect(print("star", "{{code}}", code)).toBe(`<1b>@${code}<0a>`);
  });

  test("with control characters prints spaces", () => {
    expect(print("escpos", "{{code}}", "a\u001b@\r\nb\u0000\u009bc")).toBe("<1b>@a @ b  c<0a>");
    expect(print("star", "[qr]{{code}}", "a\u001eb")).toContain("a b");
  });

  test("keeps its characters in a bar code, in each language's notation", () => {
    expect(print("escpos", "[code128]{{code}}", "a{A%")).toContain("<1d>kI<07>{Ba{{A%");
    expect(print("star", "[code128]{{code}}", "a{A%0")).toContain("<1b>b6<01>2Pa{A%00<1e>");
  });

  test("becomes ASCII in a bar code and UTF-8 in a QR code, counted in bytes", () => {
    expect(print("escpos", "[code128]{{code}}", "kůň€")).toContain("<1d>kI<08>{BkunEUR");
    expect(print("escpos", "[qr]{{code}}", "ů")).toContain("<1d>(k<05><00>1P0<c5><af><1d>");
    expect(print("star", "[qr]{{code}}", "ů")).toContain("<1b><1d>yD1<00><02><00><c5><af><1b>");
  });

  test.each(["[code128]{{code}}", "[qr]{{code}}", "[center][code128]{{code}}"])(
    "that is empty removes the line %s",
    (line) => {
      for (const code of ["", " \r\n "]) {
        expect(print("escpos", `a\n${line}\nb`, code)).toBe("<1b>@a<0a>b<0a>");
        expect(print("star", `a\n${line}\nb`, code)).toBe("<1b>@a<0a>b<0a>");
      }
    },
  );

  test.each([
    [8, "<03>", "2"],
    [9, "<02>", "1"],
    [23, "<02>", "1"],
  ])("of %s characters makes a bar code that fits the paper", (length, escpos, star) => {
    const code = "A".repeat(length);
    expect(print("escpos", "[code128]{{code}}", code)).toContain(`<1d>w${escpos}`);
    expect(print("star", "[code128]{{code}}", code)).toContain(`<1b>b6<01>${star}P`);
  });

  test.each([
    [7, 320, "<1d>w<02>"],
    [14, 384, "<1d>w<02>"],
    [15, 384, `<1b>@${"A".repeat(15)}<0a>`],
    [30, 832, "<1d>w<02>"],
  ])("of %s characters fits paper of %s dots, or is text", (length, paper, expected) => {
    const values = valuesWith({ code: "A".repeat(length) });
    expect(readable(languageOf("escpos").render("[code128]{{code}}", values, 1, paper))).toContain(expected);
  });

  test.each([
    ["[qr 8]", 400, undefined, "<1d>(k<03><00>1C<07>"],
    ["[qr 5]", 400, 384, "<1d>(k<03><00>1C<04>"],
    ["[datamatrix 8]", 400, 384, "<1d>(k<03><00>6C<04>"],
    ["[qr 1]", 400, 384, "<1d>(k<03><00>1C<01>"],
    ["[qr 8]", 2331, 240, "<1b>@a"],
  ])(
    "in a code %s of %s bytes has modules for paper of %s dots, or is text",
    (tag, length, paper, expected) => {
      const values = valuesWith({ code: "a".repeat(length) });
      expect(readable(languageOf("escpos").render(`${tag}{{code}}`, values, 1, paper))).toContain(expected);
    },
  );

  test("too long for any bar code or QR code is printed as text", () => {
    const [code, data] = ["A".repeat(24), "A".repeat(2332)];
    expect(print("escpos", "[center][code128]{{code}}", code)).toBe(`<1b>@<1b>a<01>${code}<0a><1b>a<00>`);
    expect(print("star", "[qr]{{code}}", data)).toBe(`<1b>@${data}<0a>`);
    expect(print("star", "[qr]{{code}}", data.slice(1))).toContain("yD1<00><1b><09>AA");
  });
});

describe("the letters", () => {
  const everything = Object.values(sentences).join(" / ");
  test.each([...Object.entries(sentences), ["all in one line", everything]])(
    "%s are printed correctly",
    (_, sentence) => {
      for (const [type, read] of [["escpos", readEscpos] as const, ["star", readStar] as const]) {
        const bytes = languageOf(type).render("[bold]{{code}}", valuesWith({ code: sentence }), 1);
        expect(read(bytes).data.filter((line) => line !== "")).toEqual([sentence]);
      }
    },
  );

  test("the page changes only where necessary, and again after a cut", () => {
    expect(print("escpos", "kůň\nů 5 €\nů\n[cut]\nů")).toBe(
      "<1b>@k<1b>t<12><85><e5><0a><85> 5 <1b>t<13><d5><0a><1b>t<12><85><0a><1b>d<04><1d>V<00><1b>@<1b>t<12><85><0a>",
    );
    expect(print("star", "ů€Жі")).toBe('<1b>@<1b><1d>t<05><85><1b><1d>t<04><d5><1b><1d>t"<c6><b3><0a>');
  });

  test("a letter of no page is replaced", () => {
    expect(print("escpos", "a – q\u030c 庫 … „ř“")).toBe("<1b>@a - q ? ... ''<1b>t<12><fd>''<0a>");
  });
});

test("copies repeat the whole label", () => {
  expect(print("escpos", "ů\n[cut]", "", 2)).toBe("<1b>@<1b>t<12><85><0a><1b>d<04><1d>V<00><1b>@".repeat(2));
  expect(print("star", "a", "", 3)).toBe("<1b>@a<0a>".repeat(3));
});

test("more copies than one request can carry are refused", () => {
  expect(() => print("escpos", `${"a".repeat(1000)}\n`.repeat(40), "", 1000)).toThrow(/^So many copies/);
});
