import { connect } from "node:net";
import { expect, test } from "vitest";
import { sharedServer } from "../harness/server.ts";
import { createJpeg } from "./uploads.ts";

// Clients write the parts of an upload differently; only the file name matters (RFC 7578).

const server = sharedServer();
const { user } = server;

const FORMS: readonly [string, string, string][] = [
  [
    "a browser",
    'Content-Disposition: form-data; name="inventoryItemId"',
    'Content-Disposition: form-data; name="photo"; filename="a.jpg"\r\nContent-Type: image/jpeg',
  ],
  [
    ".NET, which gives texts a type and files none",
    "Content-Type: text/plain; charset=utf-8\r\nContent-Disposition: form-data; name=inventoryItemId",
    "Content-Disposition: form-data; name=photo; filename=a.jpg; filename*=utf-8''a.jpg",
  ],
  [
    "Retrofit, which adds length and encoding",
    'Content-Disposition: form-data; name="inventoryItemId"\r\nContent-Transfer-Encoding: binary\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Length: 3',
    'Content-Disposition: form-data; name="photo"; filename="a.jpg"\r\nContent-Type: multipart/form-data',
  ],
  [
    "one with no type but the general one",
    'content-disposition: form-data; name="INVENTORYITEMID"',
    'content-disposition: form-data; name="PHOTO"; filename="a.jpg"\r\ncontent-type: application/octet-stream',
  ],
];
test.each(FORMS)("parts as %s writes them are accepted", async (_, textHead, fileHead) => {
  const photo = await createJpeg(400, 300);
  const body = Buffer.concat([
    Buffer.from(`--b-1\r\n${textHead}\r\n\r\n111\r\n--b-1\r\n${fileHead}\r\n\r\n`),
    photo,
    Buffer.from("\r\n--b-1--\r\n"),
  ]);
  const type = { "Content-Type": "multipart/form-data; boundary=b-1" };
  const response = await user.send("POST", "/api/photoarticleinventory", body, type);
  expect(response.body).toMatchObject({ inventoryItemId: 111, fileName: "a.jpg", width: 400, height: 300 });
  expect(response.status).toBe(201);
});

test("parts that arrive byte by byte are accepted", async () => {
  const login = { userName: "user", password: "user-demo" };
  const token = (await server.anonymous.post("/api/pwa-auth/login-password", login)).body.accessToken;
  const [, textHead = "", fileHead = ""] = FORMS[1] ?? [];
  const photo = await createJpeg(20, 20);
  const body = Buffer.concat([
    Buffer.from(`--b-1\r\n${textHead}\r\n\r\n111\r\n--b-1\r\n${fileHead}\r\n\r\n`),
    photo,
    Buffer.from("\r\n--b-1--\r\n"),
  ]);
  const socket = connect(server.appliance.port, "127.0.0.1");
  socket.setNoDelay(true);
  let response = "";
  socket.on("data", (data) => {
    response += data;
  });
  const closed = new Promise((done) => socket.on("close", done));
  socket.write(
    `POST /api/photoarticleinventory HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: Bearer ${token}\r\n` +
      `Content-Type: multipart/form-data; boundary=b-1\r\nContent-Length: ${body.length}\r\n\r\n`,
  );
  for (const byte of body) await new Promise((done) => socket.write(Buffer.from([byte]), done));
  await closed;
  expect(response).toMatch(/^HTTP\/1.1 201 /);
});
