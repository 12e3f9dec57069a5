import { describe, expect, test } from "vitest";
import { type HttpResponse, headerOf, responseReader } from "./client.ts";

const responses = [
  { of: "a length", bytes: "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello", status: 200, body: "hello" },
  {
    of: "chunks and a trailer",
    bytes:
      "HTTP/1.1 201 Created\r\ntransfer-encoding: chunked\r\n\r\n5\r\nhello\r\n00c;x=y\r\n,\r\n big, box\r\n0\r\nA: b\r\n\r\n",
    status: 201,
    body: "hello,\r\n big, box",
  },
  { of: "no body", bytes: 'HTTP/1.1 304 Not Modified\r\nETag: "7"\r\n\r\n', status: 304, body: "" },
];

/** Feeds the text in chunks of `size` bytes and returns the parsed responses. */
function read(text: string, size: number, keep = true): HttpResponse[] {
  const found: HttpResponse[] = [];
  const reader = responseReader((response) => found.push(response));
  const bytes = Buffer.from(text, "latin1");
  for (let at = 0; at < bytes.length; at += size) reader.feed(bytes.subarray(at, at + size), keep);
  return found;
}

describe.each(responses)("a response with $of", ({ bytes, status, body }) => {
  test.each([1, 2, 3, 7, 1000])("is read whole from chunks of %i bytes", (size) => {
    const [response, ...rest] = read(bytes, size);
    expect([response?.status, response?.body.toString(), response?.bytes]).toEqual([
      status,
      body,
      body.length,
    ]);
    expect(rest).toEqual([]);
  });

  test("is counted without being stored", () => {
    const [response] = read(bytes, 4, false);
    expect([response?.body.length, response?.bytes]).toEqual([0, body.length]);
  });
});

test("a header is found in any letter case", () => {
  expect(headerOf('HTTP/1.1 200 OK\r\nX: etag\r\neTaG: "a"', "etag")).toBe('"a"');
  expect(headerOf("HTTP/1.1 200 OK", "etag")).toBeUndefined();
});
