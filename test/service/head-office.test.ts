import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { PROGRAMS } from "../harness/programs.ts";
import { type Postgres, query, startPostgres } from "../head-office/postgres.ts";
import { createOfficeWithoutTables, type Office } from "../head-office/set-up.ts";

// The program of scripts/head-office.

let postgres: Postgres;
let office: Office;
beforeAll(async () => {
  postgres = await startPostgres();
  office = await createOfficeWithoutTables(postgres, "program");
});
afterAll(() => postgres.remove());

const run = promisify(execFile);
const setUp = (url: string) =>
  run(process.execPath, [PROGRAMS.headOffice], { env: { ...process.env, HEAD_OFFICE_URL: url } });

const errorOf = (url: string) =>
  setUp(url).then(
    () => "",
    ({ code, stderr }: { code: number; stderr: string }) => `${code} ${stderr}`,
  );

test("it creates the tables, and can be repeated", async () => {
  for (let time = 0; time < 2; time++)
    expect((await setUp(office.ownUrl)).stdout).toMatch(/^The tables have version \d+\. Logins in the role/);
  expect(await query(office.url, "SELECT 1 FROM tallybox.article")).toEqual([]);
});

test("it says what is wrong in a sentence, without the password", async () => {
  expect(await errorOf("db.example.com")).toMatch(/^1 HEAD_OFFICE_URL is missing or wrong\. Usage: /);
  expect(await errorOf(office.ownUrl.replace("a%20long%20one", "wrong"))).toBe(
    "1 The database refuses the user name or the password.\n",
  );
  expect(await errorOf(office.site)).toBe(
    "1 This login may not act as tallybox, the owner of the schema tallybox.\n",
  );
  expect(await errorOf(postgres.urlOf("postgres"))).toMatch(/^1 There is no schema tallybox\./);
});
