import { connect } from "node:net";
import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import { sharedServer, type TestServer } from "../harness/server.ts";

const server = sharedServer();
const { admin } = server;

const json = { "Content-Type": "application/json" };
const nested = (depth: number) => `{"name":"x","a":${"[".repeat(depth)}${"]".repeat(depth)}}`;
const tooManyFields = `{${Array.from({ length: 20_001 }, (_, i) => `"unknown${i}":${i}`).join(",")},"name":"Many"}`;
const manyFields = `{${Array.from({ length: 10_000 }, (_, i) => `"unknown${i}":${i}`).join(",")},"name":"Many"}`;

test.each<[string, string | Uint8Array, Record<string, string>, number]>([
  ["malformed JSON", '{"name":', json, 400],
  ["JSON that is no object", "[1]", json, 400],
  ["a bare null", "null", json, 400],
  ["an empty body", "", json, 400],
  ["bytes that are no UTF-8", new Uint8Array([0x7b, 0xff, 0x7d]), json, 400],
  ["101 levels", nested(100), json, 400],
  ["100 000 levels", nested(100_000), json, 400],
  ["100 levels", nested(99), json, 201],
  ["10 000 unknown fields", manyFields, json, 201],
  ["20 001 unknown fields", tooManyFields, json, 400],
  ["a body of 1 MiB and a byte", `{"name":"${"x".repeat(1024 * 1024)}"}`, json, 413],
  ["a body of 10 MB", `{"name":"${"x".repeat(10_000_000)}"}`, json, 413],
  ["no content type", '{"name":"x"}', { "Content-Type": "" }, 415],
  ["text/plain", '{"name":"x"}', { "Content-Type": "text/plain" }, 415],
  ["a form", "name=x", { "Content-Type": "application/x-www-form-urlencoded" }, 415],
  [
    "JSON in another encoding",
    '{"name":"x"}',
    { "Content-Type": "application/json; charset=iso-8859-1" },
    415,
  ],
  ["JSON with a charset", '{"name":"x"}', { "Content-Type": "Application/JSON; Charset=UTF-8" }, 201],
  ["a name given twice", '{"name":"x","NAME":"y"}', json, 400],
  ["__proto__", '{"name":"x","__proto__":{"tenantId":2}}', json, 201],
  ["columns of the table", '{"name":"x","tenantId":2,"oid":1,"change":5,"nameFolded":"y"}', json, 201],
  ["NUL in a text", '{"name":"a\\u0000b"}', json, 400],
  ["a control character", '{"name":"a\\u0007b"}', json, 400],
  ["a lone surrogate", '{"name":"a\\ud800b"}', json, 400],
  ["a tab", '{"name":"a\\tb"}', json, 201],
  ["a line end in a name", '{"name":"a\\nb"}', json, 400],
  ["201 characters", `{"name":"${"x".repeat(201)}"}`, json, 400],
  ["a number for a text", '{"name":5}', json, 400],
  ["an id as text", '{"name":"x","parentLocationId":"1"}', json, 201],
  ["an id beyond 2^53 as text", '{"name":"x","parentLocationId":"9007199254740993"}', json, 400],
  ["an id beyond 2^53", '{"name":"x","parentLocationId":9007199254740993}', json, 400],
  ["an id of 1e400", '{"name":"x","parentLocationId":1e400}', json, 400],
  ["half an id", '{"name":"x","parentLocationId":1.5}', json, 400],
])("%s gets the correct status and a message that names the error", async (_, body, headers, status) => {
  const response = await admin.send("POST", "/api/locations", body, headers);
  expect(response.status).toBe(status);
  if (status === 201)
    expect(
      (await admin.get("/api/locations")).body.some((l: { oid: number }) => l.oid === response.body.oid),
    ).toBe(true);
  else expect(response.body.message.length).toBeGreaterThan(5);
  expect(response.text).not.toMatch(/\n\s+at |node_modules|SQLITE|\.ts\b/);
});

test("an endless body is cut off at the limit, without being read to its end", async () => {
  const { port } = server.appliance;
  const token = await tokenOf(server);
  const socket = connect(port, "127.0.0.1");
  socket.write(
    `POST /api/locations HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`,
  );
  const chunk = `10000\r\n${"x".repeat(0x10000)}\r\n`;
  let response = "";
  socket.on("data", (data) => {
    response += data;
  });
  socket.on("error", () => {});
  for (let i = 0; i < 64 && response === ""; i++) {
    socket.write(chunk);
    await setImmediate();
  }
  await expect.poll(() => response).toMatch(/^HTTP\/1.1 413 /);
  socket.destroy();
});

test("a request that is not HTTP gets 400, and the server goes on", async () => {
  for (const bytes of [
    "hello\r\n\r\n",
    "GET / HTTP/9.9\r\n\r\n",
    "GET /api/me HTTP/1.1\r\nBad Header\r\n\r\n",
    "\u0016\u0003\u0001\u0000",
  ]) {
    expect(await raw(server, `${bytes}\r\n\r\n`)).toMatch(/^HTTP\/1.1 400 .*"message"/s);
  }
  expect(await raw(server, `GET /api/me HTTP/1.1\r\nHost: x\r\nX: ${"y".repeat(20_000)}\r\n\r\n`)).toMatch(
    /^HTTP\/1.1 431 /,
  );
  expect((await server.anonymous.get("/health")).status).toBe(200);
});

test("an invalid URL is 400, and its query is not logged", async () => {
  for (const target of ["http://[?token=SECRET", "http://[::1?token=SECRET"]) {
    const response = await raw(server, `GET ${target} HTTP/1.1\r\nHost: x\r\n\r\n`);
    expect(response).toMatch(/^HTTP\/1.1 400 .*"message"/s);
    expect(response).not.toContain("SECRET");
  }
});

test("a request without Host is 400, an unknown expectation 417, both as JSON", async () => {
  expect(await raw(server, "GET /health HTTP/1.1\r\n\r\n")).toMatch(/^HTTP\/1.1 400 .*"message"/s);
  expect(await raw(server, "GET /health HTTP/1.1\r\nHost: x\r\nExpect: a-cake\r\n\r\n")).toMatch(
    /^HTTP\/1.1 417 .*"requestId":"\w/s,
  );
});

test("a request with two lengths (request smuggling) is refused", async () => {
  const smuggled =
    "POST /api/login HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n";
  expect(await raw(server, smuggled)).toMatch(/^HTTP\/1.1 400 /);
});

test.each([
  ["/api/articles/1.5", 400],
  ["/api/articles/%201", 400],
  ["/api/articles/1e3", 400],
  ["/api/articles/0x1", 400],
  ["/api/articles/-1", 404],
  ["/api/articles/0", 404],
  ["/api/articles/9007199254740993", 404],
  ["/api/articles/99999999999999999999999", 404],
  ["/api/articles/00000000000000000001", 200],
  ["/api/articles/getbycode", 400],
  ["/api/articles/getbycode?code=", 400],
  ["/api/articles/getbycode?code=%ff", 400],
  ["/api/articles/getbycode?code=A000001&code=A000002", 400],
  ["/api/articles/getbycode?CODE=A000001", 200],
  ["/API/Articles/GetByCode/?code=A000001", 200],
  ["/api/articles/getbycode?code=a000001", 404],
  ["/api/inventories/3?includeItems=yes", 400],
  ["/api/inventories/3?includeItems=TRUE", 200],
  ["/api/nothing", 404],
  ["/nothing", 404],
  ["/api", 404],
  ["/api/articles/1/nothing", 404],
  ["/../etc/passwd", 404],
  ["/api/photos/..%2f..%2fjwt.key", 400],
])("GET %s is %i", async (path, status) => {
  expect((await admin.get(path)).status).toBe(status);
});

test("a method that a path does not have is 405 with the methods that it has", async () => {
  const response = await admin.send("PATCH", "/api/articles/1", {});
  expect(response.status).toBe(405);
  expect(response.body.message).toMatch(/^Method not allowed\. Use [A-Z]+((, [A-Z]+)* or [A-Z]+)?\.$/);
  expect(response.headers.get("allow")).toBe("GET, PUT, DELETE, HEAD");
  expect((await server.anonymous.send("PATCH", "/api/articles/1", {})).status).toBe(401);
  expect((await server.anonymous.get("/api/nothing")).status).toBe(401);
  expect((await server.anonymous.get("/nothing")).status).toBe(404);
  expect((await server.anonymous.post("/health")).status).toBe(405);
});

test("TRACE is 405, and echoes nothing", async () => {
  const head = [`TRACE /api/articles/1 HTTP/1.1`, "Host: box", "X-Echo: echoed", "Connection: close"];
  const authorized = [...head, `Authorization: Bearer ${await tokenOf(server)}`];
  const response = await raw(server, `${authorized.join("\r\n")}\r\n\r\n`);
  expect(response).toMatch("HTTP/1.1 405 ");
  expect(response).not.toContain("echoed");
});

test("HEAD answers like GET, without a body", async () => {
  const [head, get] = [
    await admin.send("HEAD", "/api/articles/1", undefined),
    await admin.get("/api/articles/1"),
  ];
  expect(head.status).toBe(200);
  expect(head.text).toBe("");
  expect(head.headers.get("etag")).toBe(get.headers.get("etag"));
  expect(head.headers.get("content-length")).toBe(String(get.bytes.length));
});

test.each([
  ["/api/locations", "application/json", 400],
  ["/api/photoarticleinventory", "multipart/form-data; boundary=x", 415],
])(
  "POST %s without a body, and without a header that announces one, gets a response",
  async (path, type, status) => {
    const head = [
      `POST ${path} HTTP/1.1`,
      "Host: box",
      "Connection: close",
      `Content-Type: ${type}`,
      `Authorization: Bearer ${await tokenOf(server)}`,
    ];
    expect(await raw(server, `${head.join("\r\n")}\r\n\r\n`)).toMatch(`HTTP/1.1 ${status} `);
  },
);

async function tokenOf(server: TestServer): Promise<string> {
  const { body } = await server.anonymous.post("/api/pwa-auth/login-pin", {
    userName: "admin",
    pin: "111111",
  });
  return body.accessToken;
}

function raw(server: TestServer, bytes: string): Promise<string> {
  return new Promise((done, failed) => {
    const socket = connect(server.appliance.port, "127.0.0.1", () => socket.write(bytes));
    let response = "";
    socket.on("data", (data) => {
      response += data;
      if (response.includes("}")) socket.end();
    });
    socket.on("close", () => done(response));
    socket.on("error", failed);
  });
}

test("messages are sentences that name the field, in both languages", async () => {
  const messageOf = async (body: object, language: string) =>
    (await admin.post("/api/locations", body, { "Accept-Language": language })).body.message;
  expect(await messageOf({}, "en")).toBe('"name" is required.');
  expect(await messageOf({ name: "x", parentLocationId: 99_999 }, "cs")).toBe(
    "„parentLocationId“ neodkazuje na existující umístění.",
  );
});
