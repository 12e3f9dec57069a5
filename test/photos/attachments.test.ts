import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { added, faultPaths } from "../articles/samples.ts";
import { adminByPassword, photoFilesOf, startOnCopy } from "../backup/copies.ts";
import { restore } from "../backup/restoring.ts";
import { createFolder } from "../harness/folder.ts";
import { sharedServer, startServer } from "../harness/server.ts";
import { attach, createPdf } from "./attach.ts";
import { quarters } from "./samples.ts";
import { createJpeg, createPhonePhoto, send } from "./uploads.ts";

const server = sharedServer();
const { manager, user } = server;

let made = 0;
const article = async () => (await added(manager, `AT-${++made}`)).oid as number;
const listed = async (articleId: number) => (await user.get(`/api/articles/${articleId}/attachments`)).body;

describe("an attachment", () => {
  test("is stored as it is, and listed for every role, newest first", async () => {
    const oid = await article();
    const pdf = createPdf();
    const { status, body, headers } = await attach(manager, oid, pdf, "C:\\scans\\Rechnung 7.final.PDF");
    expect(status).toBe(201);
    expect(headers.get("location")).toBe(body.url);
    expect(body).toMatchObject({
      ...{ articleId: oid, fileName: "Rechnung 7.final.pdf", contentType: "application/pdf" },
      ...{ size: pdf.length, createdBy: "manager" },
    });
    const photo = await createPhonePhoto(quarters(40, 30));
    const picture = await attach(manager, oid, photo, "front.jpeg");
    expect((await listed(oid)).map(({ oid: id }: { oid: number }) => id)).toEqual([
      picture.body.oid,
      body.oid,
    ]);
    expect((await user.get(body.url)).bytes.equals(pdf)).toBe(true);
    expect((await user.get(picture.body.url)).bytes.equals(photo)).toBe(true);
  });

  test("may be a picture that is too large for a photo", async () => {
    const oid = await article();
    const wide = await quarters(32_768, 1).png().toBuffer();
    const large = await createJpeg();
    // The frame names the size: 10000 pixels each way.
    const frame = large.indexOf(Buffer.from([0xff, 0xc0]));
    large.writeUInt16BE(10_000, frame + 5);
    large.writeUInt16BE(10_000, frame + 7);
    for (const picture of [wide, large]) {
      const { status, body } = await attach(manager, oid, picture, "plan.jpg");
      expect(status).toBe(201);
      expect((await user.get(body.url)).bytes.equals(picture)).toBe(true);
    }
  });

  test("is no photo of the article, and a photo is no attachment", async () => {
    const oid = await article();
    const { body } = await attach(manager, oid, await createJpeg(), "scan.jpg");
    const form = [
      ["articleId", String(oid)],
      ["photo", { bytes: await createJpeg(), fileName: "a.jpg" }],
    ] as const;
    const photo = await send(manager, form, {}, "/api/photoarticle");
    expect((await user.get(`/api/photoarticle/${oid}`)).body).toMatchObject([{ oid: photo.body.oid }]);
    expect(await listed(oid)).toMatchObject([{ oid: body.oid }]);
    expect((await user.get(`/api/photos/${body.oid}`)).status).toBe(404);
    expect((await manager.delete(`/api/photos/${body.oid}`)).status).toBe(404);
    expect((await user.get(`/api/attachments/${photo.body.oid}`)).status).toBe(404);
  });

  test("is sent so that a browser saves it and runs nothing of it", async () => {
    const { body } = await attach(manager, await article(), createPdf(), 'žlutý "kůň" 100%\u202efdp.pdf');
    expect(body.fileName).toBe('žlutý "kůň" 100%fdp.pdf');
    const { headers } = await user.get(body.url);
    expect(headers.get("content-type")).toBe("application/pdf");
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("content-security-policy")).toMatch(/default-src 'none'.*; sandbox$/);
    expect(headers.get("content-disposition")).toBe(
      `attachment; filename="_lut_ _k___ 100_fdp.pdf"; filename*=UTF-8''%C5%BElut%C3%BD%20%22k%C5%AF%C5%88%22%20100%25fdp.pdf`,
    );
  });

  test("that is removed is gone", async () => {
    const oid = await article();
    const { body } = await attach(manager, oid, createPdf());
    expect((await manager.delete(body.url)).status).toBe(204);
    expect((await user.get(body.url)).status).toBe(404);
    expect(await listed(oid)).toEqual([]);
    expect((await manager.delete(body.url)).status).toBe(404);
  });

  test("of an article that is not there is refused, and leaves no file", async () => {
    const response = await attach(manager, 999_999, createPdf());
    expect([response.status, faultPaths(response)]).toEqual([400, ["articleId"]]);
  });
});

describe("a file is refused by its bytes", () => {
  const cut = (bytes: Buffer, length: number) => bytes.subarray(0, length);
  test.each([
    ["an empty file", async () => Buffer.alloc(0), 400],
    [
      "a page of HTML under the name of a PDF",
      async () => Buffer.from("<html><script>1</script>%PDF-%%EOF"),
      415,
    ],
    ["a PDF behind other content", async () => Buffer.concat([Buffer.from("GIF89a"), createPdf()]), 415],
    ["an SVG", async () => Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>"), 415],
    ["a PDF without its end", async () => cut(createPdf(5000), 4000), 400],
    ["a JPEG without its end", async () => cut(await createJpeg(), 200), 400],
    ["a PNG without its end", async () => cut(await quarters(40, 30).png().toBuffer(), 60), 400],
  ])("%s", async (_, make, status) => {
    const oid = await article();
    const response = await attach(manager, oid, await make(), "invoice.pdf");
    expect(response.status).toBe(status);
    if (status === 400) expect(faultPaths(response)).toEqual(["file"]);
    expect(await listed(oid)).toEqual([]);
  });

  test("more than 20 MiB", async () => {
    expect((await attach(manager, await article(), createPdf(20 * 1024 * 1024 + 1))).status).toBe(413);
  });
});

test("an article has at most 100 attachments", async () => {
  const oid = await article();
  const pdf = createPdf();
  for (let count = 0; count < 100; count++) expect((await attach(manager, oid, pdf)).status).toBe(201);
  expect((await attach(manager, oid, pdf)).status).toBe(400);
});

describe("an attachment in a copy of the data folder", () => {
  test("is in a download, whole, and in the server that is restored from it", async () => {
    const pdf = createPdf(30_000);
    const { body } = await attach(manager, await article(), pdf);
    const file = join(createFolder(), "backup.tar");
    writeFileSync(file, (await server.admin.get("/api/backup")).bytes);
    const into = join(createFolder(), "restored");
    const { lines } = await restore(file, "--into", into);
    expect(lines[2]).toMatch(/^Whole: /);
    const copy = await startOnCopy(into);
    const restored = await (await adminByPassword(copy)).get(body.url);
    expect(restored.bytes.equals(pdf)).toBe(true);
  });

  test("that is damaged is named", async () => {
    const own = await startServer();
    const oid = (await added(own.manager, "DAMAGED")).oid as number;
    await attach(own.manager, oid, createPdf());
    await own.halt();
    const [file = ""] = photoFilesOf(own.folder).filter((name) => name.endsWith(".pdf"));
    writeFileSync(file, createPdf());
    expect((await restore(own.folder)).lines[2]).toMatch(
      /^NOT whole, 1 problem: photo \d+ .*\.pdf\) is damaged$/,
    );
  });
});
