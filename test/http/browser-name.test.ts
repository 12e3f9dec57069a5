import { expect, test } from "vitest";
import { browserName } from "../../src/http/pipeline/browser-name.ts";

const WEBKIT = "AppleWebKit/605.1.15 (KHTML, like Gecko)";
const CHROME = "AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0";

test.each([
  ["Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:132.0) Gecko/20100101 Firefox/132.0", "Firefox, Windows"],
  [`Mozilla/5.0 (X11; Linux x86_64) ${CHROME} Safari/537.36`, "Chrome, Linux"],
  [`Mozilla/5.0 (Windows NT 10.0) ${CHROME} Safari/537.36 Edg/130.0.0.0`, "Edge, Windows"],
  [`Mozilla/5.0 (Linux; Android 10; K) ${CHROME} Mobile Safari/537.36`, "Chrome, Android"],
  [`Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${WEBKIT} Version/18.0 Safari/605.1.15`, "Safari, macOS"],
  [
    `Mozilla/5.0 (iPhone; CPU iPhone OS 18_0) ${WEBKIT} Version/18.0 Mobile/15E148 Safari/604.1`,
    "Safari, iOS",
  ],
  ["Firefox/132.0", "Firefox"],
  ["curl/8.9.1", null],
  ["", null],
])("%s", (userAgent, name) => {
  expect(browserName(userAgent)).toBe(name);
});
