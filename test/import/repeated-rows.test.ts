import { expect, test } from "vitest";
import { sharedServer } from "../harness/server.ts";
import { article, check, errorsOf } from "./uploads.ts";

const { admin } = sharedServer();
const HEAD = "Code;Name;Category;Type;Price;Note";

test("a row with the cells of an earlier one is counted, is no error, and is not imported again", async () => {
  const rows = ["RR-1;Ladders;c;t;1250,50;", "RR-2;Desk;c;t;2;", "RR-1; Ladders;c;t;1250,50"];
  const { body } = await check(admin, "articles", [HEAD, ...rows, rows[1]].join("\n"));
  expect(body).toMatchObject({ errors: [], rows: 4, validRows: 2, leftOut: 0, repeatedRows: 2 });
  const applied = await admin.put(`/api/imports/${body.id}/apply`);
  expect(applied.body).toMatchObject({ state: "applied", toCreate: 2, toUpdate: 0, repeatedRows: 2 });
  expect((await article(admin, "RR-1")).name).toBe("Ladders");
});

test("a row with the code of an earlier one and another value is an error that names both rows and the field", async () => {
  const rows = ["RC-1;Ladders;c;t;5;", "RC-2;Desk;c;t;2;oak", "RC-1;Ladder;c;t;5;", "RC-2;Desk;c;t;2;"];
  const { body } = await check(admin, "articles", [HEAD, ...rows].join("\n"));
  expect(body).toMatchObject({ validRows: 2, errorRows: 2, repeatedRows: 0 });
  const place = { column: "Code", cause: "code.duplicate" };
  expect(body.errors).toEqual([
    {
      ...{ ...place, row: 4, value: "RC-1" },
      message: 'is the same as in row 2, but Name is "Ladder" here and "Ladders" there',
    },
    {
      ...{ ...place, row: 5, value: "RC-2" },
      message: 'is the same as in row 3, but Note is "" here and "oak" there',
    },
  ]);
});

test("a repetition of a row with errors has none of its own", async () => {
  const file = [HEAD, "RE-1;Desk;c;t;dear;", "RE-1;Desk;c;t;dear;"].join("\n");
  const { body } = await check(admin, "articles", file);
  expect(body).toMatchObject({ errorRows: 1, errorCount: 1, repeatedRows: 1 });
  const decisions = [{ cause: "price.invalid.must-be-a-number", action: "empty" }];
  const { body: decided } = await admin.put(`/api/imports/${body.id}`, { decisions });
  expect(decided).toMatchObject({ errors: [], validRows: 1, repeatedRows: 1 });
});

test("stock: an article at another location is no repetition, and one with another quantity is an error", async () => {
  const file =
    "Code;Location;Quantity\nA000001;Hall R;2\nA000001;Hall S;2\nA000001;HALL R;2\nA000001;Hall S;3";
  const { body } = await check(admin, "stock", file);
  expect(body).toMatchObject({ validRows: 2, repeatedRows: 1 });
  expect(body.errors).toMatchObject([
    {
      ...{ row: 5, column: "Location", value: "A000001, Hall S" },
      message: 'is the same as in row 3, but Quantity is "3" here and "2" there',
    },
  ]);
});

test("users: another password is named, and neither is shown", async () => {
  const file =
    "User name,First name,Last name,Roles,Password\nrr1,A,B,User,long-secret-1\nrr1,A,B,User,long-secret-2";
  expect(await errorsOf(admin, "users", file)).toEqual([
    [3, "User name", "is the same as in row 2, which has another Password"],
  ]);
});

test("the rows of a long table are compared with rows far above", async () => {
  const long = "n".repeat(400);
  const rows = Array.from({ length: 2_000 }, (_, index) => `RL-${index};Žebřík ${index};c;t;1;${long}`);
  const again = [rows[1], rows[1_500], "RL-3;Žebřík;c;t;1;"];
  const { body } = await check(admin, "articles", [HEAD, ...rows, ...again].join("\n"));
  expect(body).toMatchObject({ validRows: 2_000, repeatedRows: 2 });
  expect(body.errors).toMatchObject([
    { row: 2_004, message: 'is the same as in row 5, but Name is "Žebřík" here and "Žebřík 3" there' },
  ]);
});

test.each([
  [
    "in a column that is not imported",
    "Code;Location;Quantity;Lot",
    "A000001;Hall V;10;L1",
    "A000001;Hall V;10;L2",
  ],
  ["in a cell below no header", "Code;Location;Quantity", "A000001;Hall V;10", "A000001;Hall V;10;L2"],
])("stock: a row that differs %s is no repetition", async (_, head, first, second) => {
  const { body } = await check(admin, "stock", [head, first, second, first].join("\n"));
  expect(body).toMatchObject({ validRows: 1, errorRows: 1, repeatedRows: 1 });
  expect(body.errors.at(-1)).toMatchObject({
    row: 3,
    column: "Location",
    message: "is the same as in row 2",
  });
});

test("articles: a row that differs in a column that is not imported is an error", async () => {
  const rows = ["RU-1;Desk;c;t;red", "RU-1;Desk;c;t;blue"];
  expect(await errorsOf(admin, "articles", ["Code;Name;Category;Type;Colour", ...rows].join("\n"))).toEqual([
    [3, "Code", "is the same as in row 2"],
  ]);
});

test("a repetition with too many cells has the error of a row that is too long", async () => {
  const file = "Code;Location;Quantity\nA000001;Hall W;1\nA000001;Hall W;1;2;3";
  const causes = (await check(admin, "stock", file)).body.errors.map(({ cause }: { cause: string }) => cause);
  expect(causes).toEqual(["row.other.too-long", "location.duplicate"]);
});

test("the file of a product: a row that differs only in its picture is no repetition", async () => {
  const rows = ["Desk;RP-1;c;iVBORw0KGgo=", "Desk;RP-1;c;iVBORw0KGgoA"];
  const { body } = await check(
    admin,
    "articles",
    ["Name;Internal Reference;Product Category;Image", ...rows, rows[0]].join("\n"),
  );
  expect(body).toMatchObject({ product: "odoo-products", errorRows: 1, repeatedRows: 1 });
  expect(body.errors).toMatchObject([{ row: 3, message: "is the same as in row 2" }]);
});

test("two wrong values are a conflict, and one wrong value twice is none", async () => {
  const rows = ["RW-1;Desk;c;t;about 5;", "RW-1;Desk;c;t;about 7;", "RW-1;Desk;c;t;about 5;"];
  const { body } = await check(admin, "articles", [HEAD, ...rows].join("\n"));
  expect(body).toMatchObject({ errorRows: 2, repeatedRows: 1 });
  expect(body.errors).toMatchObject([
    { row: 2, cause: "price.invalid.must-be-a-number" },
    { row: 3, cause: "price.invalid.must-be-a-number" },
    { row: 3, message: 'is the same as in row 2, but Price is "about 7" here and "about 5" there' },
  ]);
});

test.each([
  ["articles", "Category", "Code;Name;Type;Category", "RF-1;Desk;t;Tools", "RF-1;Desk;t;tools"],
  ["articles", "State", "Code;Name;Category;Type;State", "RF-2;D;c;t;In stock", "RF-2;D;c;t;IN STOCK"],
  ["articles", "Location", "Code;Name;Category;Type;Location", "RF-3;D;c;t;Hall Q", "RF-3;D;c;t;HALL Q"],
  [
    "articles",
    "Additional codes",
    "Code;Name;Category;Type;Additional codes",
    'RF-4;D;c;t;"X1;X2"',
    'RF-4;D;c;t;"X2; X1"',
  ],
  [
    "users",
    "Roles",
    "User name;First name;Last name;Roles",
    "rf5;A;B;User, Manager",
    "rf5;A;B;Manager, User",
  ],
] as const)("%s: another spelling of the same %s is no conflict", async (kind, _, ...rows) => {
  const { body } = await check(admin, kind, rows.join("\n"));
  expect(body).toMatchObject({ errors: [], validRows: 1, repeatedRows: 1 });
});

test("a name in a text, or another code of the list, is a conflict", async () => {
  const head = "Code;Name;Category;Type;Additional codes";
  const rows = ['RF-6;Desk;c;t;"X3;X4"', 'RF-6;DESK;c;t;"X3;X4"', 'RF-6;Desk;c;t;"X3;x4"'];
  const { body } = await check(admin, "articles", [head, ...rows].join("\n"));
  expect(body.errors.map(({ message }: { message: string }) => message)).toEqual([
    'is the same as in row 2, but Name is "DESK" here and "Desk" there',
    'is the same as in row 2, but Additional codes is "X3;x4" here and "X3;X4" there',
  ]);
});
