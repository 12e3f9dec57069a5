import { expect, test } from "vitest";
import { added } from "../../articles/samples.ts";
import { addedField, setValues } from "../../custom-fields/samples.ts";
import { startServer } from "../../harness/server.ts";
import { attach, createPdf } from "../../photos/attach.ts";
import { layoutOf, textAt } from "../../printing/layouts/samples.ts";
import { openConsoleAs } from "./log-in.ts";

// Texts of users are shown as they are: none becomes an element, and no script of them runs.

const HTML = '<img src="/x" onerror="window.ran=1"><svg onload="window.ran=1"></svg><b id="injected">';
const LINK = "javascript:window.ran=1";
const SCRIPT = "<script>window.ran=1</script>";

test("names, notes, fields, files, plans and layouts with HTML are shown as text in the console and its manual", async () => {
  const server = await startServer();
  const { oid } = await added(server.admin, `A"><b>${SCRIPT}`.slice(0, 30), {
    name: HTML,
    note: `${HTML}\n${LINK}`,
  });
  const fieldId = await addedField(server.admin, HTML.slice(0, 60));
  const link = await addedField(server.admin, "Link", { type: "link" });
  expect((await setValues(server.admin, oid, { [fieldId]: HTML })).status).toBe(200);
  expect((await setValues(server.admin, oid, { [link]: LINK })).status).toBe(400);
  expect((await attach(server.admin, oid, createPdf(), `${HTML}.pdf`)).status).toBe(201);
  for (const bytes of [`<svg xmlns="http://www.w3.org/2000/svg">${SCRIPT}</svg>`, `<!doctype html>${SCRIPT}`])
    expect((await attach(server.admin, oid, Buffer.from(bytes), "picture.png")).status).toBe(415);
  const custody = { articleId: oid, userId: 3, note: HTML };
  expect((await server.admin.post("/api/custodies", custody)).status).toBe(201);
  const location = await server.admin.post("/api/locations", { name: HTML, code: HTML.slice(0, 30) });
  expect(location.status).toBe(201);
  const plan = {
    ...{ name: HTML, fromDate: "2026-11-01", schedule: { every: "day", atHour: 6 } },
    selection: { kind: "notCounted" },
  };
  const { body: made } = await server.admin.post("/api/count-plans", plan);
  const rule = { articleId: oid, locationId: location.body.oid, minimum: 2, target: 5 };
  expect((await server.admin.post("/api/refill-rules", rule)).status).toBe(201);
  const layout = layoutOf([textAt({ text: HTML })]);
  const { body: preview } = await server.admin.post("/api/printingformats/layout-preview", { layout });
  expect(Buffer.from(preview.picture, "base64").subarray(1, 4).toString()).toBe("PNG");
  const format = { name: HTML, layout };
  expect((await server.admin.post("/api/printingformats", format)).status).toBe(201);

  const { page } = await openConsoleAs("admin", "/overview", { server });
  const expectHarmless = async (path: string) =>
    await expect
      .poll(async () => [
        path,
        await page.evaluate(
          "[window.ran, document.querySelectorAll('#injected, [onerror], [onload], [href^=\"javascript:\"]').length]",
        ),
      ])
      .toEqual([path, [undefined, 0]]);
  for (const path of [
    ...["/articles", `/articles/${oid}`, "/custody", "/locations", `/locations/${location.body.oid}`],
    ...["/refill", "/stocktakes/plans", `/stocktakes/plans/${made.oid}`, "/printers/labels"],
  ]) {
    await page.evaluate(`void (location.hash = "${path}")`);
    // The screen before has such a text too.
    await page.reload();
    await page
      .getByText('<svg onload="window.ran=1">')
      .or(page.locator(`input[value*='onload="window.ran=1"']`))
      .first()
      .waitFor();
    await expectHarmless(path);
  }
  for (const text of [HTML, SCRIPT, `"><script>window.ran=1</script>`, LINK]) {
    await page.goto(`${server.url}/help/en?search=${encodeURIComponent(text)}`);
    await expect.poll(() => page.getByRole("searchbox").inputValue()).toBe(text);
    await expectHarmless(`help: ${text}`);
  }
});
