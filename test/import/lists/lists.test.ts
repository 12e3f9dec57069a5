import { beforeAll, expect, test } from "vitest";
import { sharedServer } from "../../harness/server.ts";
import { article, check, imported } from "../uploads.ts";
import type { List } from "./list.ts";
import { duplicateHeaderList, englishList, utf16List, warehouseList, windows1250List } from "./texts.ts";
import { departmentsList, erpList, leadingZerosList, mergedList, severalSheetsList } from "./workbooks.ts";

const { admin } = sharedServer();
beforeAll(async () => {
  const users = [
    "User name,First name,Last name,Roles",
    "jan.novak,Jan,Novák,User",
    "eva.svobodova,Eva,Svobodová,User",
    "petr.dvorak,Petr,Dvořák,User",
  ];
  await imported(admin, "users", users.join("\n"));
});

/** A user's decisions on a list, and the expected result. */
interface Case {
  readonly is: string;
  readonly list: () => List | Promise<List>;
  /** As it is read at first. */
  readonly found: object;
  /** The causes that need a decision, with their rows. */
  readonly causes: Readonly<Record<string, number>>;
  readonly options?: object;
  readonly result: { readonly rows: number; readonly validRows: number; readonly leftOut: number };
  readonly articles: Readonly<Record<string, object>>;
}

const CASES: readonly Case[] = [
  {
    is: "an ERP's print-out",
    list: erpList,
    found: { headerRow: 6, sheet: "Sestava" },
    causes: { "type.missing": 61, "category.missing": 1, "responsibleUser.unknown": 15, "code.duplicate": 1 },
    options: {
      defaults: { type: "Majetek" },
      decisions: [
        { cause: "responsibleUser.unknown", value: "Kratochvíl Zbyněk", action: "create" },
        { cause: "category.missing", action: "leaveOut" },
      ],
    },
    result: { rows: 66, validRows: 60, leftOut: 6 },
    articles: {
      "ERP-0001": {
        ...{ name: "Notebook Dell Latitude 5440", category: { name: "Výpočetní technika" }, price: 25990 },
        ...{ type: { name: "Majetek" }, stock: [["101", 1]] },
      },
      "ERP-0060": { price: 2199, category: { name: "Nářadí" } },
    },
  },
  {
    is: "Windows-1250 with semicolons",
    list: windows1250List,
    found: { headerRow: 3, text: { encoding: "windows-1250", separator: "semicolon" } },
    causes: { "name.missing": 1, "category.missing": 1, "type.missing": 1 },
    options: { decisions: [{ cause: "name.missing", action: "leaveOut" }] },
    result: { rows: 42, validRows: 40, leftOut: 2 },
    articles: {
      "W-0005": { name: "Tiskárna Žebra ZD421", price: 9800, stock: [["101", 5]] },
      "W-0004": { type: { name: "Stůl" }, price: 12351, stock: [["Rampa", 4]] },
    },
  },
  {
    is: "cells that are merged down over several rows",
    list: mergedList,
    found: { headerRow: 1 },
    causes: {},
    result: { rows: 32, validRows: 32, leftOut: 0 },
    articles: {
      "MC-0002": { category: { name: "Skupina 1" }, price: 4590.5, stock: [["Regál 1", 1]] },
      "MC-0032": { category: { name: "Skupina 8" }, stock: [["Regál 8", 1]] },
    },
  },
  {
    is: "several sheets, the table on the second one",
    list: severalSheetsList,
    found: { headerRow: 1, sheet: "Data", sheets: ["Titulní list", "Data", "Přehled"] },
    causes: {},
    result: { rows: 45, validRows: 45, leftOut: 0 },
    articles: { "SH-0045": { serialNumber: "SN1045", price: 9800, stock: [["101", 3]] } },
  },
  {
    is: "duplicate headers and notes of several lines",
    list: duplicateHeaderList,
    found: { headerRow: 1, ignoredColumns: ["Název", "Poznámka"] },
    causes: {},
    result: { rows: 30, validRows: 30, leftOut: 0 },
    articles: { "DH-0008": { name: "Skříň šatní, dvoudílná", type: { name: "Skříň" }, price: 5100 } },
  },
  {
    is: "UTF-16 with tabs, blank categories, and a dash for no price",
    list: utf16List,
    found: { text: { encoding: "utf-16le", separator: "tab" } },
    causes: { "category.missing": 9, "price.invalid.must-be-a-number": 6 },
    options: {
      decisions: [
        { cause: "category.missing", action: "replace", to: "Ostatní" },
        { cause: "price.invalid.must-be-a-number", value: "-", action: "empty" },
      ],
    },
    result: { rows: 36, validRows: 36, leftOut: 0 },
    articles: {
      "U-0004": { category: { name: "Ostatní" }, price: 12350.9 },
      "U-0006": { category: { name: "Sklad" }, price: 0 },
    },
  },
  {
    is: "an English export",
    list: englishList,
    found: { headerRow: 1, text: { encoding: "utf-8", separator: "comma" } },
    causes: { "name.missing": 2, "category.missing": 2, "type.missing": 2 },
    options: { decisions: [{ cause: "name.missing", action: "leaveOut" }] },
    result: { rows: 36, validRows: 33, leftOut: 3 },
    articles: { "EN-0009": { price: 18499.9, stock: [["101", 2]] } },
  },
  {
    is: "headings of departments and empty rows between the rows, no categories",
    list: departmentsList,
    found: { headerRow: 1 },
    causes: { "name.missing": 5, "type.missing": 5, "category.missing": 45 },
    options: {
      defaults: { category: "Majetek" },
      decisions: [{ cause: "name.missing", action: "leaveOut" }],
    },
    result: { rows: 45, validRows: 40, leftOut: 5 },
    articles: { "OD-0040": { category: { name: "Majetek" }, price: 2199, stock: [["Rampa", 5]] } },
  },
  {
    is: "codes with leading zeros that are numbers, and states of the company's own",
    list: leadingZerosList,
    found: { ignoredColumns: [] },
    causes: { "state.unknown": 10 },
    options: { decisions: [{ cause: "state.unknown", action: "create" }] },
    result: { rows: 50, validRows: 50, leftOut: 0 },
    articles: {
      "000007": { name: "Notebook Dell Latitude 5440", state: { name: "In use" } },
      "000350": { state: { name: "V opravě" }, price: 2199 },
    },
  },
  {
    is: "3 000 rows of a warehouse without types",
    list: warehouseList,
    found: { headerRow: 1 },
    causes: {
      ...{ "type.missing": 2996, "state.unknown": 296, "code.duplicate": 4 },
      "quantity.invalid.must-be-a-number": 6,
    },
    options: {
      defaults: { type: "Zásoba" },
      decisions: [
        { cause: "state.unknown", value: "Zapůjčeno", action: "create" },
        { cause: "code.duplicate", action: "leaveOut" },
        { cause: "quantity.invalid.must-be-a-number", action: "empty" },
      ],
    },
    result: { rows: 3000, validRows: 2996, leftOut: 4 },
    articles: {
      "WH-0010": { type: { name: "Zásoba" }, state: { name: "Zapůjčeno" }, stock: [["10", 3]] },
      "WH-0500": { stock: [["20", 1]] },
      "WH-2999": { name: "Projektor Epson 2999" },
    },
  },
];

test.each(CASES)("$is", async ({ list, found, causes, options = {}, result, articles }) => {
  const { fileName, bytes } = await list();
  const again = await list();
  expect(again.bytes.equals(bytes)).toBe(true);
  const { status, body: first } = await check(admin, "articles", bytes, { fileName });
  expect(status).toBe(201);
  expect(first).toMatchObject({ fileName, ...found });
  const open = first.causes.filter(({ isResolved }: { isResolved: boolean }) => !isResolved);
  expect(Object.fromEntries(open.map(({ id, rows }: { id: string; rows: number }) => [id, rows]))).toEqual(
    causes,
  );
  const { body } = await admin.put(`/api/imports/${first.id}`, options);
  const counted = body.causes.map(({ id, rows }: { id: string; rows: number }) => [id, rows]);
  for (const id of ["state.unknown", "responsibleUser.unknown"].filter((one) => one in causes))
    expect(counted).toContainEqual([id, causes[id]]);
  expect(body).toMatchObject({ errors: [], errorRows: 0, toCreate: result.validRows, ...result });
  const applied = await admin.put(`/api/imports/${first.id}/apply`);
  expect([applied.status, applied.body.toCreate]).toEqual([200, result.validRows]);
  for (const [code, expected] of Object.entries(articles))
    expect({ code, ...(await article(admin, code)) }).toMatchObject({ code, ...expected });
});

test("the users that a list names are found, or created without a login", async () => {
  const { body: users } = await admin.get("/api/users?q=kratochv");
  expect(users).toMatchObject([
    {
      firstName: "Zbyněk",
      lastName: "Kratochvíl",
      userName: "zbynek.kratochvil",
      isActive: false,
      roles: ["User"],
    },
  ]);
  const { body: all } = await admin.get("/api/users");
  const idOf = (name: string) => all.find((one: { userName: string }) => one.userName === name).oid;
  expect((await article(admin, "ERP-0003")).responsibleUserId).toBe(users[0].oid);
  expect((await article(admin, "ERP-0004")).responsibleUserId).toBe(idOf("jan.novak"));
  expect((await article(admin, "ERP-0002")).responsibleUserId).toBe(idOf("petr.dvorak"));
  expect((await article(admin, "U-0001")).responsibleUserId).toBe(idOf("eva.svobodova"));
  expect((await article(admin, "EN-0003")).userId).toBe(idOf("jan.novak"));
});
