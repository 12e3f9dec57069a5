import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { serviceEnvironment } from "../../src/ops/installation.ts";
import { createFolder } from "../harness/folder.ts";

// The rules of systemd: systemd.exec(5), EnvironmentFile=.

const FILE = String.raw`
# A comment, also one with a = sign
  ; another one
HASH=one#two # three
 SPACES =  inside  of it  ${""}
SINGLE='a "b" \ #c'
DOUBLE="a 'b' \"c\" \\ \d #e"
JOINED='one' "two"three
UNQUOTED=a\ b\\c"d"
NEXT=one\
two
LINES="first
SECOND=second"
EMPTY=
no setting
URL=postgres://user:p%23w@host/db?a=b
HASH_FIRST=#1
LAST=1`;

test("a file of settings is read by the rules of systemd", () => {
  const file = join(createFolder(), "tallybox.env");
  writeFileSync(file, FILE);
  expect(serviceEnvironment(file)).toEqual({
    ...serviceEnvironment("/nowhere/tallybox.env"),
    HASH: "one#two # three",
    SPACES: "inside  of it",
    SINGLE: 'a "b" \\ #c',
    DOUBLE: `a 'b' "c" \\ \\d #e`,
    JOINED: "onetwothree",
    UNQUOTED: 'a b\\c"d"',
    NEXT: "onetwo",
    LINES: "first\nSECOND=second",
    EMPTY: "",
    URL: "postgres://user:p%23w@host/db?a=b",
    HASH_FIRST: "#1",
    LAST: "1",
  });
});
