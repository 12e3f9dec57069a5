import { expect, test } from "vitest";
import {
  codeIn,
  inGroups,
  isPairing,
  modelOf,
  nameFor,
} from "../../../src/web/terminal/login/pairing-code.ts";

test.each([
  ["K7QF2MX-PABCDEF", "K7QF2MX-PABCDEF"],
  ["  k7qf2mx pabcdef ", "k7qf2mx pabcdef"],
  ["TALLY-DEV:K7QF2MX-PABCDEF", "TALLY-DEV:K7QF2MX-PABCDEF"],
  ["http://192.168.1.20:3000/#/pair/K7QF2MX-PABCDEF", "K7QF2MX-PABCDEF"],
  ["http://box/#/pair/K7QF2MX%2DPABCDEF?x", "K7QF2MX-PABCDEF"],
])("the pairing code in %j is %j", (text, code) => {
  expect(codeIn(text)).toBe(code);
  expect(isPairing(text)).toBe(true);
});

test.each(["A000123", "8594001234567", "", "K7QF2MX-PABCDE"])("%j is no pairing code", (text) => {
  expect(isPairing(text)).toBe(false);
});

test.each([
  ["k7qf", "K7QF"],
  ["k7qf2mxp", "K7QF2MX-P"],
  ["K7QF2MX-PABCDEF", "K7QF2MX-PABCDEF"],
  ["k7qf 2mx pab", "K7QF2MX-PAB"],
  ["TALLY-DEV:K7QF2MX-PABCDEF", "TALLY-DEV:K7QF2MX-PABCDEF"],
])("%j is shown as %j while it is typed", (typed, shown) => {
  expect(inGroups(typed)).toBe(shown);
});

test.each([
  [
    "Mozilla/5.0 (Linux; Android 8.1.0; MC330K) AppleWebKit/537.36 Chrome/77.0.3844.0 Safari/537.36",
    "MC330K",
  ],
  ["Mozilla/5.0 (Linux; Android 10; TC21 Build/10-16-10.00) AppleWebKit/537.36 Chrome/90 Mobile", "TC21"],
  ["Mozilla/5.0 (Linux; Android 13; K) AppleWebKit/537.36 Chrome/153.0.0.0 Mobile Safari/537.36", ""],
  ["Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605", "iPhone"],
  ["Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/153", "Windows"],
  ["curl/8", ""],
])("the name of a device with the user agent %s contains the model %j", (userAgent, model) => {
  expect(modelOf(userAgent)).toBe(model);
  expect(nameFor(userAgent)).toBe(model === "" ? "Terminal" : `Terminal ${model}`);
});
