import { expect, test } from "vitest";
import { drawn } from "./samples.ts";

test.each([
  [
    "tspl",
    'CLS\nTEXT 1,1,"0",0,9,9,"{{name}}"\nPRINT 1',
    'CODEPAGE UTF-8\nCLS\nTEXT 1,1,"0",0,9,9,"Příliš žluťoučký kůň"\nPRINT 1\n',
  ],
  [
    "tspl",
    'CODEPAGE 852\nTEXT 1,1,"0",0,9,9,"{{name}}"\nPRINT 1',
    'CODEPAGE 852\nTEXT 1,1,"0",0,9,9,"Příliš žluťoučký kůň"\nPRINT 1\n',
  ],
  [
    "tspl",
    'CODEPAGE 1252\nTEXT 1,1,"0",0,9,9,"{{name}}"\nPRINT 1',
    'CODEPAGE 1252\nTEXT 1,1,"0",0,9,9,"Príliš žlutoucký kun"\nPRINT 1\n',
  ],
  [
    "epl",
    'N\nA1,1,0,3,1,1,N,"{{name}}"\nA1,9,0,3,1,1,N,"Їжак"\nP1',
    'I8,B,001\nN\nA1,1,0,3,1,1,N,"Příliš žluťoučký kůň"\nI8,C,001\nA1,9,0,3,1,1,N,"Їжак"\nP1\n',
  ],
  ["epl", 'I8,2,001\nA1,1,0,3,1,1,N,"{{name}}"\nP1', 'I8,2,001\nA1,1,0,3,1,1,N,"Příliš žluťoučký kůň"\nP1\n'],
] as const)(
  "a label of %s is shown as its text, decoded from its code page: %j",
  async (type, template, text) => {
    const { contentType, data } = await drawn(type, template);
    expect(contentType).toBe("text/plain; charset=utf-8");
    expect(Buffer.from(data).toString()).toBe(text);
  },
);
