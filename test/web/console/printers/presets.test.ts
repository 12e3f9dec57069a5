import { afterAll, beforeAll, expect, test } from "vitest";
import { PRINTER_TYPES } from "../../../../src/printing/languages/printer-types.ts";
import { PRESETS, RESOLUTIONS } from "../../../../src/web/console/printers/labels/presets.ts";
import { startServer, type TestServer } from "../../../harness/server.ts";
import { codesOn, inkOn } from "../../../printing/preview/read-picture.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ keep: true });
});
afterAll(() => server.stop());

const CASES = PRINTER_TYPES.flatMap(({ oid, name }) =>
  RESOLUTIONS.flatMap((dpi) =>
    (PRESETS[name] ?? []).map(({ size, template }) => ({ oid, name, dpi, size, template })),
  ),
);

test("each language has presets", () => {
  const counts = PRINTER_TYPES.map(({ name }) => PRESETS[name]?.length ?? 0);
  expect(counts).toEqual([2, 2, 4, 4, 4]);
});

test.each(CASES)(
  "the $name preset of $size at $dpi dpi is accepted, and its label has the article's codes within its paper",
  async (preset) => {
    const admin = await server.as("admin");
    const { oid: printerTypeId, dpi, name, size } = preset;
    const template = preset.template(dpi);
    const preview = await admin.post("/api/printingformats/preview", {
      template,
      printerTypeId,
      articleId: 7,
    });
    expect(preview.status).toBe(200);
    const saved = await admin.post("/api/printingformats", {
      name: `${name} ${size} ${dpi}`,
      template,
      printerTypeId,
    });
    expect(saved.status).toBe(201);
    if (name === "tspl" || name === "epl") {
      expect(preview.text).toContain("A000007");
      return;
    }
    const codes = (await codesOn(preview.bytes)).map((code) => code.split(": ")[1]);
    expect(codes).toEqual(codes.map(() => "A000007"));
    expect(codes.length).toBe(size.startsWith("40") ? 1 : 2);
    const { width, height, columns, rows } = await inkOn(preview.bytes);
    expect(columns[1]).toBeLessThan(width - 4);
    expect(rows[1]).toBeLessThan(height - (name === "zpl" ? 4 : 0));
  },
);
