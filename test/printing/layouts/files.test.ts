import { expect, test } from "vitest";
import { type LabelLayout, MAX_LAYOUT_LENGTH, RESOLUTIONS } from "../../../src/domain/label-layout.ts";
import { refusal } from "../../harness/client.ts";
import { sharedServer } from "../../harness/server.ts";
import { codeAt, layoutOf, pictureAt, textAt } from "./samples.ts";

const server = sharedServer();
const { admin } = server;

const path = "/api/printingformats";
const FILE = { format: "tallybox-label", version: 1, name: "From a file", subject: "article" };

test("a drawn label becomes a file, and the file the same label again", async () => {
  const layout = layoutOf([textAt({ text: "Příliš {{name}}" }), codeAt(), pictureAt()]);
  const { oid } = (await admin.post(path, { name: "Štítek: sklad/1", layout })).body;
  const response = await admin.get(`${path}/${oid}/file`);
  expect(response.body).toEqual({ ...FILE, name: "Štítek: sklad/1", layout });
  expect(await admin.post(`${path}/from-file`, response.body)).toMatchObject({ status: 409 });
  const read = await admin.post(`${path}/from-file`, { ...response.body, name: "Read again" });
  expect(read.status).toBe(201);
  expect(read.body).toMatchObject({ name: "Read again", template: null, subject: "article", layout });
});

test("the label with a template has no file", async () => {
  expect(refusal(await admin.get(`${path}/1/file`))).toEqual([400, "id"]);
});

const REFUSED: readonly [string, object, readonly string[]][] = [
  ["another kind of file", { ...FILE, format: "other", layout: layoutOf([]) }, ["format"]],
  ["a newer version", { ...FILE, version: 2, layout: layoutOf([]) }, ["version"]],
  ["a file without a layout", FILE, ["layout"]],
  [
    "an unknown symbology",
    { ...FILE, layout: layoutOf([codeAt({ symbology: "aztec" as never })]) },
    ["layout.elements.0.symbology"],
  ],
  [
    "a placeholder of the other subject",
    { ...FILE, layout: layoutOf([textAt({ text: "{{path}}" })]) },
    ["layout.elements.0.text"],
  ],
  [
    "a layout that is too large",
    {
      ...FILE,
      layout: layoutOf(
        Array.from({ length: 9 }, (_, index) =>
          pictureAt({ id: `p${index}`, picture: "A".repeat(MAX_LAYOUT_LENGTH / 8) }),
        ),
      ),
    },
    ["layout"],
  ],
];
test.each(REFUSED)("%s is 400", async (_, file, fields) => {
  const response = await admin.post(`${path}/from-file`, file);
  expect(refusal(response)).toEqual([400, ...fields]);
});

test("a file over the limit of a body is 413, and a list is 400", async () => {
  const large = { ...FILE, layout: { ...layoutOf([]), more: "x".repeat(1024 * 1024) } };
  expect((await admin.post(`${path}/from-file`, large)).status).toBe(413);
  expect((await admin.post(`${path}/from-file`, [])).status).toBe(400);
});

test("ready-made layouts have no problem on any printer", async () => {
  const german = await admin.get(`${path}/ready-made`, { "Accept-Language": "de" });
  expect(german.body[0]).toMatchObject({ name: "Kleines Etikett mit QR-Code, 30 × 20 mm" });
  type Made = { id: string; subject: string; layout: LabelLayout };
  for (const { id, subject, layout } of german.body as Made[]) {
    expect((await admin.post(path, { name: id, subject, layout })).status).toBe(201);
    for (const dpi of RESOLUTIONS) {
      const { body } = await admin.post(`${path}/layout-preview`, { layout, subject, dpi });
      expect([id, dpi, body.problems]).toEqual([id, dpi, []]);
    }
  }
});
