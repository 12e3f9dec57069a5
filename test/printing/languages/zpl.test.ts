import { describe, expect, test } from "vitest";
import { languageOf } from "../../../src/printing/languages/registry.ts";
import { readZpl } from "./text-printers.ts";
import { sentences, valuesWith } from "./values.ts";

const zpl = languageOf("zpl");
const print = (template: string, code: string, copies = 1): string =>
  zpl.render(template, valuesWith({ code }), copies).toString("utf8");

describe("a value in a field", () => {
  test.each([
    ["plain data", "^FD{{code}}^FS", "A-1", "^FH^FDA-1^FS"],
    ["command signs", "^FD{{code}}^FS", "^XA~JR", "^FH^FD_5EXA_7EJR^FS"],
    ["an escape", "^FD{{code}}^FS", "_5E", "^FH^FD_5F5E^FS"],
    ["quotes and backslashes", "^FD{{code}}^FS", 'a"b\\&c', "^FH^FDa_22b_5C_26c^FS"],
    ["control characters", "^FD{{code}}^FS", "a\r\nb\u0000c\u0085d\te", "^FH^FDa b c d e^FS"],
    ["a placeholder", "^FD{{code}}^FS", "{{name}}", "^FH^FD_7B_7Bname_7D_7D^FS"],
    ["nothing", "^FD{{code}}^FS", "", "^FH^FD^FS"],
    ["decomposed letters", "^FD{{code}}^FS", "e\u030c", "^FH^FDě^FS"],
    ["text around it", "^FDa_b {{ Code }}, {{CODE}}!^FS", "1", "^FH^FDa_5Fb 1, 1!^FS"],
    ["^FV", "^FV{{code}}^FS", "^", "^FH^FV_5E^FS"],
    ["^SN, whose parameters end at a comma", "^SN{{code}},1,Y^FS", "a,b^", "^FH^SNa b_5E,1,Y^FS"],
    ["the template's own ^FH", "^FH^FD_C5_99{{code}}^FS", "_^", "^FH^FD_C5_99_5F_5E^FS"],
    ["^FH with a sign of its own", "^FH\\^FD_\\5E{{code}}^FS", "\\_^", "^FH\\^FD_\\5E\\5C\\5F\\5E^FS"],
    ["^FH with a letter", "^FHx^FD{{code}}^FS", "xy", "^FHx^FDx78y^FS"],
    ["^FB", "^FB300,2^FD{{code}}^FS", "a\\&b", "^FB300,2^FH^FDa_5C_5C_26b^FS"],
    ["^TB", "^TBN,300,60^FD{{code}}^FS", "a<b>", "^TBN,300,60^FH^FDa_3C_3C_3Eb_3E^FS"],
    ["Code 128", "^BCN,60^FD{{code}}^FS", ">;1>", "^BCN,60^FH^FD_3E0_3B1_3E0^FS"],
    ["Code 128 in letters", "^BCN,60^FD{{code}}^FS", "kůň€", "^BCN,60^FH^FDkunEUR^FS"],
    ["Code 128, automatic", "^BCN,60,Y,N,N,A^FD{{code}}^FS", "1>2", "^BCN,60,Y,N,N,A^FH^FD1_3E2^FS"],
    ["Code 39", "^B3N,N,60^FD{{code}}^FS", "ž>", "^B3N,N,60^FH^FDz_3E^FS"],
    ["QR", "^BQN,2,5^FDQA,{{code}}^FS", "kůň>\\", "^BQN,2,5^FH^FDQA,kůň_3E_5C^FS"],
    ["QR, byte by byte", "^BQN,2,5^FDQA,{{code}}^FS", "e\u030c", "^BQN,2,5^FH^FDQA,e\u030c^FS"],
    ["Data Matrix", "^BXN,5,200^FD{{code}}^FS", "~1_$", "^BXN,5,200^FH^FD_7E_7E1_5F_24^FS"],
    ["Data Matrix, $", "^BXN,5,200,,,,$^FD{{code}}^FS", "$1", "^BXN,5,200,,,,$^FH^FD_24_241^FS"],
    ["Data Matrix of another quality", "^BXN,5^FD{{code}}^FS", "~1", "^BXN,5^FH^FD_7E1^FS"],
    ["PDF417", "^B7N,5^FD{{code}}^FS", "a\\&b", "^B7N,5^FH^FDa_5C_5C_26b^FS"],
  ])("is data: %s", (_, field, code, rendered) => {
    expect(print(`^XA${field}^XZ`, code)).toBe(`^XA^CI28${rendered}^PQ1^XZ`);
  });

  test("does not change fields without a value", () => {
    const fixed = "^FO1,1^FH^FD_5E_^FS^FO2,2^FDa_b^FS^GFA,2,2,1,:Z64:eJw=:1234^FS";
    expect(print(`^XA${fixed}^FD{{code}}^FS^XZ`, "1")).toBe(`^XA^CI28${fixed}^FH^FD1^FS^PQ1^XZ`);
  });

  test("ends its escaping with its field", () => {
    expect(print("^XA^BCN,60^FH\\^FDx^FS^FD{{code}}^FS^XZ", ">")).toBe(
      "^XA^CI28^BCN,60^FH\\^FDx^FS^FH^FD_3E^FS^PQ1^XZ",
    );
  });
});

describe("the letters", () => {
  test.each(Object.entries(sentences))("%s is printed in UTF-8", (_, sentence) => {
    const bytes = zpl.render("^XA^FD{{code}}^FS^XZ", valuesWith({ code: sentence }), 1);
    expect(readZpl(bytes)).toEqual({
      commands: ["^XA", "^CI28", "^FH", "^FD", "^FS", "^PQ1", "^XZ"],
      data: [sentence],
    });
  });

  test.each([
    ["^CI31", "ž€", "\x9e\x80"],
    ["^CI33", "їž", "\xbfz"],
    ["^CI27", "ä€ž", "\xe4\x80\x9e"],
    ["^CI13", "äž€", "\x84zEUR"],
    ["^ci28", "ž", "\xc5\xbe"],
    ["^CI26", "ž", "z"],
  ])("a template's own %s decides the bytes of its texts and values", (command, letters, bytes) => {
    const rendered = zpl.render(`^XA${command}^FD${letters}{{code}}^FS^XZ`, valuesWith({ code: letters }), 1);
    expect(rendered.toString("latin1")).toBe(`^XA${command}^FH^FD${bytes}${bytes}^FS^PQ1^XZ`);
  });

  test("UTF-8 is set in each format", () => {
    expect(print("~SD15^XA^FD{{code}}^FS^XZ\n^XA^FDb^FS^XZ\n", "1")).toBe(
      "~SD15^XA^CI28^FH^FD1^FS^PQ1^XZ\n^XA^CI28^FDb^FS^PQ1^XZ\n",
    );
  });
});

describe("copies", () => {
  test.each([
    ["go before the end", "^XA^FDa^FS^XZ", "^XA^CI28^FDa^FS^PQ3^XZ"],
    ["multiply the template's own", "^XA^PQ2,0,1,Y^FDa^FS^XZ", "^XA^CI28^PQ6,0,1,Y^FDa^FS^XZ"],
    ["multiply a count left out", "^XA^PQ,5^FDa^FS^XZ", "^XA^CI28^PQ3,5^FDa^FS^XZ"],
    [
      "hold for each format",
      "^XA^FDa^FS^XZ^XA^GB9,9^FS^XZ",
      "^XA^CI28^FDa^FS^PQ3^XZ^XA^CI28^GB9,9^FS^PQ3^XZ",
    ],
    ["leave a set-up alone", "^XA^MMT^XZ^XA^FDa^FS^XZ", "^XA^CI28^MMT^XZ^XA^CI28^FDa^FS^PQ3^XZ"],
    [
      "leave a stored format alone",
      "^XA^DFR:A.ZPL^FDa^FS^PQ2^XZ^XA^XFR:A.ZPL^XZ",
      "^XA^CI28^DFR:A.ZPL^FDa^FS^PQ2^XZ^XA^CI28^XFR:A.ZPL^PQ3^XZ",
    ],
  ])("%s", (_, template, rendered) => {
    expect(print(template, "", 3)).toBe(rendered);
  });
});
