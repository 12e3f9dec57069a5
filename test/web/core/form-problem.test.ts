import { expect, test } from "vitest";
import { msg } from "../../../src/domain/message.ts";
import { ApiError } from "../../../src/web/api/errors.ts";
import { problemText } from "../../../src/web/console/forms/problem.ts";

const NAMES = { siteName: msg("Site name"), crossOrigins: msg("Origins that may call the API") };

function rejected(...errors: readonly (readonly [path: string, message: string])[]): ApiError {
  const [[path, message] = ["", ""]] = errors;
  const fields = errors.map(([path, message]) => ({ path, message }));
  return new ApiError(400, { message: `"${path}" ${message}.`, errors: fields }, new Headers());
}

test("the errors of a form name its fields as its labels do, not as the API does", () => {
  const error = rejected(["crossOrigins.0", "must be an origin"], ["siteName", "is required"]);
  expect(problemText(error, NAMES)).toBe(
    "Origins that may call the API: must be an origin · Site name: is required",
  );
});

test("several errors of one field with the same text are shown once", () => {
  const error = rejected(["crossOrigins.0", "must be an origin"], ["crossOrigins.2", "must be an origin"]);
  expect(problemText(error, NAMES)).toBe("Origins that may call the API: must be an origin");
});

test("an error of something that is no field of the form keeps the message of the server", () => {
  const error = rejected(["siteName", "is required"], ["maxAssets", "is reached"]);
  expect(problemText(error, NAMES)).toBe('"siteName" is required.');
});
