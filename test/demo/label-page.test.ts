import { expect, test } from "vitest";
import { startLabelPage } from "../../src/demo/virtual-printer/page.ts";
import { openBrowser } from "../harness/browser.ts";
import { connectClient, createPrinter } from "./peer.ts";

const LABEL = "^XA^PW400^LL200^FO16,16^A0N,40,40^FDŽidle^FS^XZ";

async function openPage() {
  const zpl = await createPrinter({ language: "zpl" });
  const tspl = await createPrinter({ language: "tspl" });
  const page = await startLabelPage([
    { oid: 1, name: "Dock printer", printer: zpl },
    { oid: 2, name: "Yard printer", printer: tspl },
  ]);
  return { zpl, tspl, page };
}

async function print(printer: { readonly port: number }, job: string): Promise<void> {
  const peer = await connectClient(printer);
  await peer.send(job);
  await peer.finish();
}

test("the page shows labels as pictures or text, and its buttons cause printer faults", async () => {
  const { zpl, tspl, page } = await openPage();
  const browser = await openBrowser();
  const tab = await browser.newPage({ viewport: { width: 1200, height: 900 } });
  const complaints: string[] = [];
  tab.on("pageerror", (error) => complaints.push(error.message));
  tab.on("request", (request) => {
    if (!request.url().startsWith(page.url) && !request.url().startsWith("data:"))
      complaints.push(request.url());
  });
  await tab.goto(page.url);
  await tab.getByText("Nothing has been printed yet.").waitFor();

  await print(zpl, LABEL.replace("^XZ", "^PQ3^XZ"));
  await tab.getByText("Dock printer · 3 of 3").waitFor();
  const picture = tab.locator(".label img");
  const width = () => picture.evaluate((img) => "naturalWidth" in img && img.naturalWidth);
  await expect.poll(width).toBe(400);
  await print(tspl, 'TEXT 1,1,"0",0,1,1,"<b>Šroub</b>"\nPRINT 1\n');
  expect(await tab.locator(".label").first().locator("pre").innerText()).toContain('"<b>Šroub</b>"');

  const dock = tab.locator("#printer-1");
  await dock.getByRole("button", { name: "Paper out" }).click();
  await dock.getByText("Paper out", { exact: true }).and(tab.locator(".state")).waitFor();
  expect(zpl.faults.paperOut).toBe(true);
  await print(zpl, LABEL);
  await dock.getByText("Paper out · 1 label to come out").waitFor();
  await dock.getByRole("button", { name: "Paper out" }).click();
  await dock.getByText("Ready").waitFor();
  expect(zpl.labelsOut).toBe(4);
  for (const [name, isOff] of [
    ["Switched off", true],
    ["Switched off", false],
  ] as const) {
    await dock.getByRole("button", { name }).click();
    await dock.locator(`[data-id=off][aria-pressed=${isOff}]`).waitFor();
    expect(zpl.isOff).toBe(isOff);
  }
  await tab.getByRole("button", { name: "Clear labels" }).click();
  await tab.getByText("Nothing has been printed yet.").waitFor();
  expect(complaints).toEqual([]);
});

test.each([
  ["GET", "/state", {}, 200],
  ["GET", "/printers/1/labels/1", {}, 404],
  ["GET", "/page.ts", {}, 404],
  ["PUT", "/printers/1/faults/paperOut", {}, 204],
  ["PUT", "/printers/9/faults/paperOut", {}, 404],
  ["PUT", "/printers/1/faults/explode", {}, 404],
  ["POST", "/printers/1/faults/paperOut", {}, 404],
])("%s %s is answered with a status and no body", async (method, path, headers, status) => {
  const { page } = await openPage();
  const response = await fetch(page.url + path, { method, headers });
  await response.arrayBuffer();
  expect(response.status).toBe(status);
});

test("a page of another host name can't read the labels", async () => {
  const { page } = await openPage();
  const peer = await connectClient(page);
  await peer.send("GET /state HTTP/1.1\r\nHost: labels.example\r\nConnection: close\r\n\r\n");
  await peer.finish();
  expect(peer.received().toString()).toMatch(/^HTTP\/1\.1 403 /);
});
