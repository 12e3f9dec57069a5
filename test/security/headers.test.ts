import { request } from "node:https";
import { expect, test } from "vitest";
import { aBox } from "../harness/box.ts";
import { trustOf } from "../trust/house.ts";

test("no address of a page leaves the browser as a referrer", async () => {
  const { url } = await aBox();
  for (const path of ["/", "/console", "/api/version", "/nothing", "/sw.js"]) {
    const { headers } = await fetch(url + path);
    expect(headers.get("referrer-policy"), path).toBe("no-referrer");
  }
});

test("over HTTPS pages share no window with other origins; over HTTP nothing is said, for browsers warn of it", async () => {
  const box = await aBox({ settings: { HTTPS_PORT: "0" } });
  const plain = await fetch(`${box.url}/console`);
  expect(plain.headers.get("cross-origin-opener-policy")).toBeNull();
  const port = trustOf(box).status().httpsPort;
  const headers = await new Promise<object>((done, failed) => {
    request({ host: "127.0.0.1", port, path: "/console", rejectUnauthorized: false }, (answer) => {
      answer.resume();
      done(answer.headers);
    })
      .on("error", failed)
      .end();
  });
  expect(headers).toMatchObject({ "cross-origin-opener-policy": "same-origin" });
});
