import { expect, test } from "vitest";
import { startServer } from "../../../harness/server.ts";
import { codeAt, layoutOf, textAt } from "../../../printing/layouts/samples.ts";
import { openConsoleAs } from "../log-in.ts";

const ZPL = 3;

test("the label of an article is shown as the chosen printer prints it, with its problems", async () => {
  const server = await startServer();
  const printers = [
    { name: "Coarse", ipAddress: "127.0.0.101", printerTypeId: ZPL, dpi: 203 },
    { name: "Fine", ipAddress: "127.0.0.102", printerTypeId: ZPL, dpi: 300 },
    { name: "Narrow", ipAddress: "127.0.0.103", printerTypeId: ZPL, dpi: 203, printWidthMm: 40 },
  ];
  for (const printer of printers)
    expect((await server.admin.post("/api/printingprinters", printer)).status).toBe(201);
  const long = textAt({ id: "long", text: "Property of the warehouse. ".repeat(9) });
  const narrow = codeAt({ id: "narrow", text: "A00000", widthMm: 18 });
  await server.admin.post("/api/printingformats", { name: "Drawn", layout: layoutOf([long, narrow]) });

  const { consolePage, page } = await openConsoleAs("user", "/articles/1", { server, width: 390 });
  await page.getByLabel("Label format", { exact: true }).selectOption("Drawn");
  const choose = async (name: string) => {
    const list = page.getByLabel("Printer", { exact: true });
    // By its value: the printer's state is a part of the text, and changes.
    const value = await list.locator("option", { hasText: name }).first().getAttribute("value");
    await list.selectOption({ value: value ?? "" });
  };
  const picture = page.getByRole("img", { name: "Label preview" });
  const widthDots = () => picture.evaluate((image) => (image as HTMLImageElement).naturalWidth);
  const codeProblem = page.getByText(/The code does not fit into its box/);

  await choose("Fine");
  await codeProblem.waitFor();
  await page.getByText("2 elements are not printed as drawn").waitFor();
  await expect.poll(() => widthDots()).toBe(591);
  await page.getByText("591 × 295 dots: 50 × 25 mm at 300 dpi").waitFor();
  await expect.poll(() => consolePage.axe()).toEqual([]);

  await choose("Coarse");
  await page.getByText("1 element is not printed as drawn").waitFor();
  await page.getByText(/The text does not fit and is cut/).waitFor();
  await expect.poll(() => codeProblem.count()).toBe(0);
  await expect.poll(() => widthDots()).toBe(400);

  await choose("Narrow");
  await page.getByText("The label is 50 mm wide, but the printer prints 40 mm.").waitFor();
});

test("the label of an article follows a change of its template", async () => {
  const server = await startServer();
  const printer = { name: "Coarse", ipAddress: "127.0.0.101", printerTypeId: ZPL, dpi: 203 };
  expect((await server.admin.post("/api/printingprinters", printer)).status).toBe(201);
  const template = (width: number) => `^XA^PW${width}^LL200^FO20,20^A0N,30^FD{{code}}^FS^XZ`;
  const format = { name: "Own", template: template(400), printerTypeId: ZPL };
  const { oid } = (await server.admin.post("/api/printingformats", format)).body;
  const { page } = await openConsoleAs("user", "/articles/1", { server });
  await page.getByLabel("Label format", { exact: true }).selectOption("Own");
  const picture = page.getByRole("img", { name: "Label preview" });
  const width = () => picture.evaluate((image) => (image as HTMLImageElement).naturalWidth);
  await expect.poll(width).toBe(400);
  await server.admin.put(`/api/printingformats/${oid}`, { template: template(600) });
  await expect.poll(width).toBe(600);
});

test.each([
  ["admin", "New label"],
  ["user", "Ask an administrator to add one."],
])("where there is no label, %s reads what to do: %s", async (userName, text) => {
  const server = await startServer();
  for (const { oid } of (await server.admin.get("/api/printingformats")).body)
    expect((await server.admin.delete(`/api/printingformats/${oid}`)).status).toBe(204);
  const { page } = await openConsoleAs(userName, "/articles/72", { server });
  await page.getByText("No labels yet").filter({ hasText: text }).waitFor();
});
