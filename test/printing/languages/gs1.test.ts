import { describe, expect, test } from "vitest";
import type { Invalid } from "../../../src/domain/errors.ts";
import { languageOf } from "../../../src/printing/languages/registry.ts";
import { valuesWith } from "./values.ts";

// {{gs1}} in TSPL (TSPL2 programming manual: BARCODE, DMATRIX) and EPL (EPL programming guide: B, b).

const GS1 = "(01)04006381333931(21)SN-1~a";
const DATA = "010400638133393121SN-1~a";
const printed = (type: "tspl" | "epl", line: string, gs1 = GS1): string => {
  const template = type === "tspl" ? `CLS\n${line}\nPRINT 1` : `N\n${line}\nP1`;
  const lines = languageOf(type)
    .render(template, valuesWith({ gs1, code: "A~1" }), 1)
    .toString("utf8")
    .split(/\r?\n/);
  return lines.at(-3) ?? "";
};
const errorOf = (type: "tspl" | "epl", line: string): string => {
  try {
    return printed(type, line);
  } catch (error) {
    const [found] = (error as Invalid).fieldErrors;
    return `${found?.line}: ${JSON.stringify(found?.text)}`;
  }
};

describe("TSPL", () => {
  test("EAN128 has the data without brackets: FNC1 is the printer's", () => {
    expect(printed("tspl", 'BARCODE 20,60,"EAN128",60,1,0,2,2,"{{gs1}}"')).toBe(
      `BARCODE 20,60,"EAN128",60,1,0,2,2,"${DATA}"`,
    );
  });

  test("DMATRIX begins with FNC1, and its escape character is doubled in each value", () => {
    expect(printed("tspl", 'DMATRIX 20,20,200,200,c126,x6,"{{gs1}}"')).toBe(
      `DMATRIX 20,20,200,200,c126,x6,"~1${DATA.replace("~", "~~")}"`,
    );
    expect(printed("tspl", 'DMATRIX 20,20,200,200,x6, C64 ,"{{gs1}}"')).toBe(
      `DMATRIX 20,20,200,200,x6, C64 ,"@1${DATA}"`,
    );
    expect(printed("tspl", 'DMATRIX 20,20,200,200,c126,"{{code}}"')).toBe(
      'DMATRIX 20,20,200,200,c126,"A~~1"',
    );
    expect(printed("tspl", 'DMATRIX 20,20,200,200,"{{code}}"')).toBe('DMATRIX 20,20,200,200,"A~1"');
  });

  test("without a GTIN there is no data", () => {
    expect(printed("tspl", 'DMATRIX 20,20,200,200,c126,"{{gs1}}"', "")).toBe('DMATRIX 20,20,200,200,c126,""');
  });

  test("in text it has its brackets", () => {
    expect(printed("tspl", 'TEXT 1,2,"0",0,8,8,"{{gs1}}"')).toContain(`"${GS1}"`);
    expect(printed("tspl", 'QRCODE 1,1,M,4,A,0,"{{gs1}}"')).toContain(`"${GS1}"`);
  });

  test.each([
    ['BARCODE 20,60,"128",60,1,0,2,2,"{{gs1}}"', /^2: .*EAN128/],
    ['DMATRIX 20,20,200,200,"{{gs1}}"', /^2: .*c126/],
  ])("%s is refused with its line", (line, reason) => {
    expect(errorOf("tspl", line)).toMatch(reason);
  });
});

describe("EPL", () => {
  test("type 1E has the data without brackets: FNC1 is the printer's", () => {
    expect(printed("epl", 'B20,60,0,1E,2,4,60,B,"{{gs1}}"')).toBe(`B20,60,0,1E,2,4,60,B,"${DATA}"`);
  });

  test("in text it has its brackets", () => {
    expect(printed("epl", 'A20,20,0,3,1,1,N,"{{gs1}}"')).toBe(`A20,20,0,3,1,1,N,"${GS1}"`);
  });

  test.each([
    ['B20,60,0,1,2,4,60,B,"{{gs1}}"', /^2: .*1E/],
    ['b20,60,D,h5,"{{gs1}}"', /^2: .*GS1 DataMatrix/],
  ])("%s is refused with its line", (line, reason) => {
    expect(errorOf("epl", line)).toMatch(reason);
  });
});
