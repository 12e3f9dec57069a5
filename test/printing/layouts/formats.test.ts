import sharp from "sharp";
import { expect, test } from "vitest";
import { refusal } from "../../harness/client.ts";
import { sharedServer } from "../../harness/server.ts";
import { codeAt, layoutOf, pictureAt, textAt } from "./samples.ts";

const server = sharedServer();

const path = "/api/printingformats";
const add = async (layout: unknown, name = "Drawn", more: object = {}) =>
  server.admin.post(path, { name, layout, ...more });

test("a drawn format has a layout, and neither a template nor a printer type", async () => {
  const layout = layoutOf([textAt(), codeAt()]);
  const { status, body } = await add(layout, "Drawn label");
  expect(status).toBe(201);
  expect(body).toEqual({
    oid: expect.any(Number),
    name: "Drawn label",
    template: null,
    printerTypeId: null,
    subject: "article",
    layout,
  });
  const wider = { ...layout, widthMm: 60 };
  const changed = await server.admin.put(`${path}/${body.oid}`, { layout: wider });
  expect([changed.status, changed.body.layout]).toEqual([200, wider]);
  expect((await server.admin.get(`${path}/${body.oid}`)).body).toEqual(changed.body);
});

test("a format with a template is as it was", async () => {
  const { body } = await server.user.get(`${path}/1`);
  expect(Object.keys(body)).toEqual(["oid", "name", "template", "printerTypeId", "subject"]);
});

test("a format stays drawn, or a template", async () => {
  const { admin } = server;
  const drawn = (await add(layoutOf([]), "Stays drawn")).body.oid;
  expect(refusal(await admin.put(`${path}/${drawn}`, { template: "^XA^XZ" }))).toEqual([400, "template"]);
  expect(refusal(await admin.put(`${path}/${drawn}`, { printerTypeId: 3 }))).toEqual([400, "printerTypeId"]);
  expect(refusal(await admin.put(`${path}/1`, { layout: layoutOf([]) }))).toEqual([400, "layout"]);
  expect(refusal(await admin.post(path, { name: "Nothing" }))).toEqual([400, "template"]);
});

const REFUSED: readonly [string, unknown, string][] = [
  ["a label that is too small", layoutOf([], { widthMm: 9 }), "layout.widthMm"],
  ["a label that is too large", layoutOf([], { heightMm: 301 }), "layout.heightMm"],
  ["an unknown kind", layoutOf([{ ...textAt(), kind: "circle" } as never]), "layout.elements.0.kind"],
  [
    "an unknown symbology",
    layoutOf([codeAt({ symbology: "aztec" as never })]),
    "layout.elements.0.symbology",
  ],
  ["a rotation by 45 degrees", layoutOf([textAt({ rotation: 45 as never })]), "layout.elements.0.rotation"],
  ["an id given twice", layoutOf([textAt(), textAt()]), "layout.elements.1.id"],
  ["an unknown placeholder", layoutOf([textAt({ text: "{{colour}}" })]), "layout.elements.0.text"],
  [
    "101 elements",
    layoutOf(Array.from({ length: 101 }, (_, index) => textAt({ id: `t${index}` }))),
    "layout.elements",
  ],
  ["text that is too long", layoutOf([textAt({ text: "x".repeat(1001) })]), "layout.elements.0.text"],
  [
    "a picture that is none",
    layoutOf([
      {
        id: "p",
        kind: "picture",
        ...{ x: 0, y: 0, rotation: 0, widthMm: 10, heightMm: 10 },
        picture: Buffer.from("GIF89a").toString("base64"),
      },
    ]),
    "layout.elements.0.picture",
  ],
];
test("a text of 1,000 characters is stored, also where a character takes two units of UTF-16", async () => {
  const text = "🏷".repeat(1000);
  const { status, body } = await add(layoutOf([textAt({ text })]), "Long text");
  expect(status).toBe(201);
  expect(body.layout.elements[0].text).toBe(text);
});

/** A white PNG. */
const png = async (width: number, height: number) =>
  (
    await sharp({ create: { width, height, channels: 3, background: "#fff" } })
      .png()
      .toBuffer()
  ).toString("base64");

test("a picture that is wide or high is 400, and so are pictures with many pixels together", async () => {
  const elements = (picture: string, count: number) =>
    layoutOf(Array.from({ length: count }, (_, index) => pictureAt({ id: `p${index}`, picture })));
  for (const [width, height] of [
    [16_000, 1040],
    [10, 4097],
  ] as const) {
    const wide = await add(elements(await png(width, height), 1), "Wide");
    expect(refusal(wide)).toEqual([400, "layout.elements.0.picture"]);
  }
  const large = await png(4096, 4096);
  const many = await add(elements(large, 3), "Many");
  expect(refusal(many)).toEqual([400, "layout.elements.2.picture"]);
  expect((await add(elements(large, 1), "One")).status).toBe(201);
});

test.each(REFUSED)("%s is 400", async (_, layout, field) => {
  const response = await add(layout, "Refused");
  expect(refusal(response)).toEqual([400, field]);
});

test("the placeholders are those of the subject", async () => {
  const layout = layoutOf([textAt({ text: "{{path}}" })]);
  expect(refusal(await add(layout, "Of articles"))).toEqual([400, "layout.elements.0.text"]);
  const { status, body } = await add(layout, "Of locations", { subject: "location" });
  expect([status, body.subject]).toEqual([201, "location"]);
  const changed = await server.admin.put(`${path}/${body.oid}`, { subject: "article" });
  expect(refusal(changed)).toEqual([400, "layout.elements.0.text"]);
});
